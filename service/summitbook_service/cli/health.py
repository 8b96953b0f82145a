"""`summitbook health`."""

from __future__ import annotations

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from summitbook_client.tls import channel_to

from .options import LOCAL, AsJson, Server
from .output import emit
from .problem import FAULT, Problem
from .reach import tls_of

SECONDS = 5.0
"""How long an answer is waited for."""


async def health(*, server: Server = LOCAL, as_json: AsJson = False) -> int:
    """Ask a service whether it can do its work."""
    async with channel_to(str(server), tls_of(server)) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        try:
            answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=SECONDS)
        except grpc.aio.AioRpcError:
            raise Problem("UNREACHABLE", f"{server} does not answer") from None
    word = health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
    if as_json:
        emit({"server": str(server), "status": word})
    else:
        print(f"{server} is {word}")
    return 0 if word == "SERVING" else FAULT
