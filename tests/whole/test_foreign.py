"""Health and reflection are others' code: it answers what it is for, and tells nothing of itself."""

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from house import House, refused

CALLS = {
    "/grpc.health.v1.Health/Check": "unary_stream",
    "/grpc.health.v1.Health/Watch": "unary_stream",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo": "stream_stream",
}


@pytest.mark.parametrize("path", CALLS)
async def test_what_is_no_request_is_told_as_in_our_own_calls(house, path):
    """Bytes that are no message are BAD_ARGS, and no word of which class could not read them."""
    odd = b"\xff\xff\xff"
    call = getattr(house.channel, CALLS[path])(path)(odd if CALLS[path] == "unary_stream" else iter([odd]))
    with refused("INVALID_ARGUMENT", "BAD_ARGS"):
        await call.read()


async def test_they_answer_what_they_are_for(house):
    """Health says that the service serves, by one answer or many; reflection lists its calls, one by one."""
    health = health_pb2_grpc.HealthStub(house.channel)
    request = health_pb2.HealthCheckRequest(service="summitbook.v1.GameService")
    serving = health_pb2.HealthCheckResponse.SERVING
    assert (await health.Check(request)).status == serving
    watch = health.Watch(request)
    assert (await watch.read()).status == serving
    watch.cancel()

    asked = [reflection_pb2.ServerReflectionRequest(list_services="")] * 2
    stub = reflection_pb2_grpc.ServerReflectionStub(house.channel)
    answers = [each async for each in stub.ServerReflectionInfo(iter(asked))]
    assert len(answers) == 2
    names = [each.name for each in answers[0].list_services_response.service]
    assert {"summitbook.v1.GameService", "grpc.health.v1.Health"} <= set(names)


async def test_they_count_among_a_callers_streams(tmp_path):
    """A stream that may stay open takes a place, so that no one holds more of them than their share."""
    async with House(tmp_path, caller_subscribers=1) as house:
        health = health_pb2_grpc.HealthStub(house.channel)
        first = health.Watch(health_pb2.HealthCheckRequest())
        await first.read()
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_SUBSCRIBERS"):
            await health.Watch(health_pb2.HealthCheckRequest()).read()
        first.cancel()


async def test_they_keep_to_a_callers_pace(tmp_path):
    """Asking for health counts like any call."""
    async with House(tmp_path, calls_a_second=5) as house:
        house.parts.pace._now = lambda: 0
        health = health_pb2_grpc.HealthStub(house.channel)
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS"):
            for _ in range(11):
                await health.Check(health_pb2.HealthCheckRequest())
