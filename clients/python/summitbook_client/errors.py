"""What a call can fail with: the server said no, or it said nothing."""

from __future__ import annotations

from collections.abc import Mapping

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

DETAILS = "grpc-status-details-bin"


class ServiceError(Exception):
    """
    A call that failed. What to do about each reason: docs/clients.md, "Every error".

    `status` is gRPC's, `reason` the stable code for programs, `message` a sentence for a
    person, and `metadata` what helps, such as the `field` to mend.
    """

    def __init__(
        self,
        status: grpc.StatusCode,
        reason: str,
        message: str,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{reason}: {message}")
        self.status = status
        self.reason = reason
        self.message = message
        self.metadata = dict(metadata or {})


class Refused(ServiceError):
    """The server answered no; nothing has changed there."""

    @property
    def token_ended(self) -> bool:
        """Whether the token has run out or was taken back, so that a `renewed()` one is worth a try."""
        return self.reason in {"TOKEN_EXPIRED", "BAD_TOKEN"}


class Unreachable(ServiceError):
    """No answer came; whether a command was recorded is unknown until it is sent again with its id."""

    def __init__(self, status: grpc.StatusCode, message: str) -> None:
        super().__init__(status, "UNREACHABLE", message)


class BrokenChain(ServiceError):
    """A record that does not follow from the one before: not what a Summitbook server sends."""

    def __init__(self, n: int, message: str) -> None:
        super().__init__(grpc.StatusCode.DATA_LOSS, "BROKEN_CHAIN", f"record {n}: {message}")


def refusal(error: grpc.aio.AioRpcError) -> Refused:
    """What the server said, with the reason of its ErrorInfo where it sent one."""
    info, status = _error_info(error), error.code()
    return Refused(status, info.reason or status.name, error.details() or "no reason given", info.metadata)


def silent() -> Refused:
    """What is to be said of a stream that fell silent: it is like one whose line broke."""
    status = grpc.StatusCode.UNAVAILABLE
    return Refused(status, status.name, "the service has fallen silent")


def _error_info(error: grpc.aio.AioRpcError) -> error_details_pb2.ErrorInfo:
    info = error_details_pb2.ErrorInfo()
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS and isinstance(value, bytes):
            _unpack(value, info)
    return info


def _unpack(details: bytes, info: error_details_pb2.ErrorInfo) -> None:
    """Details that cannot be read say nothing; the status still does."""
    try:
        status = status_pb2.Status.FromString(details)
    except DecodeError:
        return
    for detail in status.details:
        if detail.Is(info.DESCRIPTOR):
            detail.Unpack(info)
