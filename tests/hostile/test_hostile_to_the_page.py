"""Whatever is sent to the page's port, it is answered, and no fault of ours comes of it."""

import asyncio
import logging
from collections import Counter
from random import Random

from browser import METHODS
from house import House, until
from structlog.testing import capture_logs

REQUESTS = 1_500
VERBS = (*(b"POST",) * 8, b"GET", b"HEAD", b"PUT", b"OPTIONS")
ELSEWHERE = ("/", "/x", "/%00%ff%2e%2e", "/summitbook.v1.Nobody/Act", "/summitbook.v1.GameService/Nothing")
TYPES = (
    *(b"application/json", b"application/proto", b"application/connect+json", b"application/connect+proto")
    * 2,
    *(b"application/json; charset=\xff", b"\xff", b"application/grpc-web", b"text/plain", b""),
)
HEADERS = (
    *(b"connect-timeout-ms: 0", b"connect-timeout-ms: x", b"connect-timeout-ms: 99999999999"),
    *(
        b"connect-protocol-version: 9",
        b"authorization: \xc3\x28",
        b"authorization: Bearer",
        b"traceparent: \xff",
    ),
    *(b"origin: null", b"expect: 100-continue", b"upgrade: websocket\r\nconnection: upgrade", b"host: again"),
    *(b"accept-encoding: gzip", b"content-encoding: gzip", b"connect-content-encoding: gzip", b"\xff: 1"),
)
BODIES = (
    *(b"", b"{}", b"{", b"[]", b"null", b"\xff", b"[" * 5_000, b"1" * 5_000, b'{"pageSize":1e400}'),
    *(
        b'{"gameId":null}',
        b'{"after":99999999999999999999}',
        b'{"status":77}',
        b'{"claim":"***"}',
        b'{"a":NaN}',
    ),
    *(
        b"\0\0\0\0\2{}",
        b"\0\0\0\0\0",
        b"\2\0\0\0\0",
        b"\1\0\0\0\1x",
        b"\0\xff\xff\xff\xff",
        b"\0\0\0\0\x09{}",
    ),
)
SPOKEN = {"200", "400", "401", "403", "404", "405", "409", "415", "421", "429", "501", "504", "100"}
"""What is answered to what was sent: never a fault of the service."""


def request(luck):
    """One request, of everything something."""
    method = METHODS[luck.choice(sorted(METHODS))]
    path = (
        f"/{method.containing_service.full_name}/{method.name}"
        if luck.random() < 0.8
        else luck.choice(ELSEWHERE)
    )
    body = luck.choice(BODIES) if luck.random() < 0.8 else luck.randbytes(luck.randrange(60))
    more = [luck.choice(HEADERS)] if luck.random() < 0.3 else []
    told = [
        b"host: 127.0.0.1",
        b"content-type: " + luck.choice(TYPES),
        b"content-length: %d" % len(body),
        *more,
    ]
    return b"%b %b HTTP/1.1\r\n%b\r\n\r\n%b" % (luck.choice(VERBS), path.encode(), b"\r\n".join(told), body)


async def status_of(port, sent):
    """The status that a request is answered with; then whoever sent it is gone."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    try:
        return (await reader.readline())[9:12].decode()
    finally:
        writer.close()


async def test_nothing_sent_to_the_page_is_a_fault(tmp_path, caplog):
    """Of 1,500 hostile requests each is answered, none is a fault of ours or a library's, and none stays."""
    luck, met = Random(0), Counter()
    with caplog.at_level(logging.WARNING), capture_logs() as logged:
        async with House(tmp_path, web_port=0) as house:
            await house.create()
            for _ in range(REQUESTS):
                met[await status_of(house.web_port, request(luck))] += 1
            await until(lambda: not house.parts.followers.open.inside)

    assert met.keys() <= SPOKEN
    assert met.keys() >= {"200", "400", "401", "404", "405", "415"}
    assert not [line for line in logged if line["log_level"] in {"error", "warning"}]
    assert not caplog.records
