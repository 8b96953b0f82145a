"""How the page is served: docs/doors.md, "The page"."""

import gzip
import socket
import ssl
import subprocess
import sys

import h11
import pytest
from browser import Browser
from certificates import Authority
from house import House

from summitbook.v1 import game_service_pb2 as games
from summitbook_service.errors import CannotStart
from summitbook_service.server import serving
from summitbook_service.settings import Settings
from summitbook_service.web.front import is_own
from summitbook_service.web.page import Page

CALL = "/summitbook.v1.GameService/GetServerInfo"
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
}


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path, web_port=0) as opened:
        yield opened


@pytest.fixture
def browser(house):
    return Browser(house.web_port)


async def asked(browser, **headers):
    """A call as the page makes it."""
    return await browser.get(CALL, method="POST", body=b"{}", content_type="application/json", **headers)


async def test_the_page_is_there(browser):
    """At the root is the page, in HTML."""
    got = await browser.get("/")
    assert (got.status, got.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"Summitbook" in got.body


@pytest.mark.parametrize("path", ["/games/928f0218-8b68-4fb3-8188-53138e4ae6ab", "/a/b/", "/replay?at=3"])
async def test_a_place_in_the_page_is_the_page(browser, path):
    """A path that names no file is a place in the page, which finds it itself."""
    assert (await browser.get(path)).body == (await browser.get("/")).body


@pytest.mark.parametrize(
    "path", ["/no.js", "/assets/x.css", "/../settings.py", "/%2e%2e/front.py", "//etc/x.conf"]
)
async def test_a_file_that_is_not_the_pages_is_none(browser, path):
    """Nothing but the page's own files is sent, however the path is written."""
    assert (await browser.get(path)).status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_the_page_is_only_read(browser, method):
    """The page takes nothing; a browser that asks whether another origin may is told no."""
    got = await browser.get("/", method=method)
    assert got.status == 404
    assert not [name for name in got.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/", "/no.js", CALL])
async def test_every_answer_holds_the_page_to_its_own(browser, path):
    """Whatever is answered, it says that nothing from elsewhere is loaded, and that no type is guessed."""
    got = await browser.get(path)
    assert set(got.headers["content-security-policy"].split("; ")) == POLICY
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["referrer-policy"] == "no-referrer"
    assert "server" not in got.headers


async def test_the_page_names_no_other_host(browser):
    """Each file that is sent asks for nothing at another host."""
    for path in Page().files:
        body = (await browser.get(path)).body
        assert b'src="http' not in body
        assert b'href="http' not in body


async def test_what_has_not_changed_is_not_sent_again(browser):
    """The page is asked for each time, and only sent where it is another than the browser has."""
    first = await browser.get("/")
    assert first.headers["cache-control"] == "no-cache"
    again = await browser.get("/", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


async def test_a_browser_that_unpacks_is_sent_less(browser):
    """What goes out packed is the same file."""
    packed = await browser.get("/", accept_encoding="gzip, br")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == (await browser.get("/")).body


async def test_answers_to_calls_are_kept_nowhere(browser):
    """A browser keeps no answer of a call, which may hold a token."""
    assert (await asked(browser)).headers["cache-control"] == "no-store"


def test_hashed_files_are_kept_for_good(tmp_path):
    """What has its hash in its name is never asked for again."""
    (tmp_path / "index.html").write_text("page")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1a2b.js").write_text("1")
    page = Page(tmp_path)
    assert (b"cache-control", b"public, max-age=31536000, immutable") in page.files[
        "/assets/index-1a2b.js"
    ].headers


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "", "[::1", "localhost.evil"]
)
async def test_a_name_of_somebody_elses_is_not_served(browser, host):
    """On loopback a request for another's name is refused: it was led here (DNS rebinding)."""
    assert (await asked(browser, host=host)).status == 421
    assert (await browser.get("/", host=host)).status == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "192.0.2.7"])
def test_own_names_are(host):
    """Localhost, and any number, lead nowhere else."""
    assert is_own(host.lower())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"])
async def test_a_page_of_another_origin_may_not_ask(browser, origin):
    """A request that another page makes is refused before anything is read of it."""
    got = await asked(browser, origin=origin)
    assert got.status == 403
    assert "access-control-allow-origin" not in got.headers


async def test_the_page_itself_may(browser):
    """A call from the page's own origin is answered."""
    assert (await asked(browser, origin=f"http://127.0.0.1:{browser.port}")).status == 200


async def test_a_proxy_may_serve_under_any_name(tmp_path):
    """Where a proxy encrypts it has names of its own, and the origin is still looked at."""
    async with House(tmp_path, web_port=0, plain_text=True) as house:
        browser = Browser(house.web_port)
        name = "play.example.org"
        assert (await asked(browser, host=name, origin=f"https://{name}")).status == 200
        assert (await asked(browser, host=name, origin="https://evil.example")).status == 403


async def test_who_calls_is_told_by_the_connection(tmp_path):
    """No header makes a caller somebody else: the pace is the address's."""
    async with House(tmp_path, web_port=0) as house:
        for number in range(3):
            await asked(Browser(house.web_port), x_forwarded_for=f"192.0.2.{number}")
        assert list(house.parts.pace._even) == ["ipv4:127.0.0.1"]


@pytest.mark.parametrize(
    "kind", ["application/grpc", "application/grpc-web+proto", "text/plain", "application/xml"]
)
async def test_what_is_not_spoken_here_is_told(browser, kind):
    """Other protocols and types are refused as such."""
    assert (await browser.get(CALL, method="POST", body=b"{}", content_type=kind)).status == 415


async def test_a_call_is_no_link(browser):
    """Nothing is done or told by GET: a link to a call is none."""
    assert (await browser.get(CALL)).status == 405


async def test_packed_requests_are_not_taken(browser):
    """What could unpack to anything is not unpacked."""
    assert (await asked(browser, content_encoding="gzip")).status == 501


async def test_nonsense_is_refused_and_the_page_goes_on(house, browser):
    """What is no HTTP is answered with 400."""
    with socket.create_connection(("127.0.0.1", house.web_port)) as other:
        other.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
    assert (await browser.get("/")).status == 200


async def cannot_start(code, **settings):
    with pytest.raises(CannotStart) as caught:
        async with serving(Settings(**{"port": 0, "web_port": 0, **settings})):
            pass
    assert caught.value.code == code
    return caught.value.message


async def test_a_port_in_use_is_told(house, tmp_path):
    """A second service on the page's port does not start, and says which flag chooses another."""
    message = await cannot_start("PORT_IN_USE", data=tmp_path / "second", web_port=house.web_port)
    assert f"127.0.0.1:{house.web_port}" in message
    assert "--web-port" in message


@pytest.mark.parametrize("host", ["", "nope.invalid", "127.0.0.1:80", "192.0.2.1"])
async def test_an_address_that_is_not_ours_is_told(tmp_path, host):
    """Where nobody can listen is BAD_ADDRESS."""
    message = await cannot_start("BAD_ADDRESS", data=tmp_path, web_host=host, plain_text=True)
    assert "--web-host" in message


async def test_the_page_is_not_served_to_others_in_plain_text_unasked(tmp_path):
    """The page's address is held to the same as that of gRPC."""
    await cannot_start("NO_TLS", data=tmp_path / "data", web_host="0.0.0.0")


async def test_no_page_is_served_where_none_is_wanted(tmp_path):
    """With `off` there is no port, and its address does not matter."""
    async with House(tmp_path, web_port="off", web_host="0.0.0.0") as house:
        assert house.web_port is None


def test_who_serves_no_page_loads_nothing_for_it():
    """What the page needs is loaded where it is served."""
    look = "import sys, summitbook_service.server; print({'connectrpc', 'uvicorn'} & {*sys.modules})"
    assert subprocess.check_output([sys.executable, "-c", look], text=True) == "set()\n"


async def test_a_failed_start_lets_go_of_the_port(house, tmp_path):
    """A start that fails after the page's port was opened leaves it free."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        free = probe.getsockname()[1]
    await cannot_start("PORT_IN_USE", data=tmp_path / "a", port=house.port, web_port=free)
    async with House(tmp_path / "b", web_port=free) as second:
        assert second.web_port == free


async def test_page_and_calls_are_served_with_the_certificate(tmp_path):
    """The certificate is used for both doors, and one that was renewed without a restart."""
    ours, theirs = Authority(tmp_path, "ours"), Authority(tmp_path, "theirs")
    certificate, key = ours.issue("service")
    async with House(tmp_path / "data", tls_cert=certificate, tls_key=key, web_port=0) as house:

        def trusting(authority):
            tls = ssl.create_default_context(cafile=authority.file)
            return Browser(house.web_port, tls=tls)

        assert (await trusting(ours).get("/")).status == 200
        assert (await trusting(ours).call("GetServerInfo", games.GetServerInfoRequest())).version
        with pytest.raises(ssl.SSLError):
            await trusting(theirs).get("/")
        theirs.issue("service")
        with pytest.raises(ssl.SSLError):
            await trusting(ours).get("/")
        assert (await trusting(theirs).get("/")).status == 200


async def test_browsers_may_need_certificates_of_their_own(tmp_path):
    """With an authority for clients the page too is only for those for whom it vouches."""
    ours, theirs = Authority(tmp_path, "ours"), Authority(tmp_path, "theirs")
    certificate, key = ours.issue("service")
    settings = {"tls_cert": certificate, "tls_key": key, "tls_client_ca": theirs.file}
    async with House(tmp_path / "data", web_port=0, **settings) as house:
        tls = ssl.create_default_context(cafile=ours.file)
        with pytest.raises((ssl.SSLError, ConnectionError, h11.RemoteProtocolError)):
            await Browser(house.web_port, tls=tls).get("/")
        tls.load_cert_chain(*theirs.issue("guest"))
        assert (await Browser(house.web_port, tls=tls).get("/")).status == 200
