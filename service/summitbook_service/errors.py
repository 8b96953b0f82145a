"""What can go wrong besides a refusal of the rules, and how each error reaches a client."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar, NamedTuple

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from summitbook_domain import canonical
from summitbook_domain.refusal import BAD_ARGS, Refused

DOMAIN = "summitbook"


class CannotStart(Exception):
    """
    The service could not start; nothing was changed.

    `code` is BAD_SETTING, BAD_CONTENT, BAD_ADDRESS, PORT_IN_USE, NO_TLS, BAD_CERTIFICATE, DATA_UNWRITABLE,
    DATA_LOCKED, BAD_STORE, NOT_MIGRATED, NO_TRACING, NEWER_FORMAT, HALF_RESTORED, BAD_KEY or OTHER_KEYS,
    `message` says what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class Problem(Exception):
    """An answer other than OK that is no fault of the service; `reason` is stable, the text may change."""

    status: ClassVar[grpc.StatusCode]

    def __init__(self, reason: str, message: str, **detail: Any) -> None:
        super().__init__(f"{reason}: {message}")
        self.reason = reason
        self.message = message
        self.detail = detail


class NotFound(Problem):
    """There is no such game or edition, or none that this caller may know of."""

    status = grpc.StatusCode.NOT_FOUND


class Unauthenticated(Problem):
    """A token is needed, or this one is not valid any more."""

    status = grpc.StatusCode.UNAUTHENTICATED


class Denied(Problem):
    """The token is another game's or seat's, or is for less than was asked."""

    status = grpc.StatusCode.PERMISSION_DENIED


class CannotGoOn(Problem):
    """The game is in a state in which the service cannot do this."""

    status = grpc.StatusCode.FAILED_PRECONDITION
    hidden = False
    """Whether the game is private, or may be: then strangers are not told even this."""


class HeldBack(Problem):
    """The game is on a deal that others still play, and not the caller's own."""

    status = grpc.StatusCode.FAILED_PRECONDITION


class WrongVersion(Problem):
    """The game is at another version than the caller expects."""

    status = grpc.StatusCode.ABORTED


class AlreadyUsed(Problem):
    """The command id was used before with other content or another claim."""

    status = grpc.StatusCode.ALREADY_EXISTS


class PastTheEnd(Problem):
    """The number lies past the last record."""

    status = grpc.StatusCode.OUT_OF_RANGE


class LimitReached(Problem):
    """The service takes no more of these now."""

    status = grpc.StatusCode.RESOURCE_EXHAUSTED


class Unavailable(Problem):
    """The service is stopping or cannot reach its store; whether a command was recorded is unknown."""

    status = grpc.StatusCode.UNAVAILABLE


class Internal(Problem):
    """A fault of the service: the client is told an id under which the log has the rest."""

    status = grpc.StatusCode.INTERNAL

    def __init__(self) -> None:
        self.id = str(uuid.uuid4())
        super().__init__("INTERNAL", f"a fault of the service; report it with the id {self.id}", id=self.id)


def bad_args(field: str, message: str) -> Refused:
    """The refusal of a malformed request; `field` is the one to mend."""
    return Refused(BAD_ARGS, message, field=field)


class Told(NamedTuple):
    """What a client is told of an error."""

    code: grpc.StatusCode
    reason: str
    message: str
    metadata: dict[str, str]

    @property
    def number(self) -> int:
        """The number of the gRPC status."""
        return int(self.code.value[0])


def told(error: Problem | Refused) -> Told:
    """The status of an error, its stable reason, its text, and what helps."""
    metadata = {key: _text(value) for key, value in error.detail.items() if value is not None}
    if isinstance(error, Problem):
        return Told(error.status, error.reason, error.message, metadata)
    malformed = error.code == BAD_ARGS
    code = grpc.StatusCode.INVALID_ARGUMENT if malformed else grpc.StatusCode.FAILED_PRECONDITION
    return Told(code, error.code, error.message, metadata)


def details_of(what: Told) -> bytes:
    """The google.rpc.Status of an error with its ErrorInfo, serialised."""
    info = AnyMessage()
    info.Pack(ErrorInfo(reason=what.reason, domain=DOMAIN, metadata=what.metadata))
    status: bytes = Status(code=what.number, message=what.message, details=[info]).SerializeToString()
    return status


def _text(value: Any) -> str:
    return value if isinstance(value, str) else canonical.encode(value).decode()
