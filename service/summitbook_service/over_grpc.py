"""The door of gRPC: answers the calls of a service on a grpc.aio server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor

from .rpc import Calls

_MAKERS: dict[tuple[bool, bool], Callable[..., grpc.RpcMethodHandler[Any, Any]]] = {
    (False, False): grpc.unary_unary_rpc_method_handler,
    (False, True): grpc.unary_stream_rpc_method_handler,
    (True, False): grpc.stream_unary_rpc_method_handler,
    (True, True): grpc.stream_stream_rpc_method_handler,
}


def answer_over_grpc(server: grpc.aio.Server, calls: Calls) -> None:
    """Answer a service's calls on this server."""

    def bound(method: MethodDescriptor) -> grpc.RpcMethodHandler[Any, Any]:
        make = _MAKERS[method.client_streaming, method.server_streaming]
        return make(calls.ready(method, "grpc"))

    methods = {method.name: bound(method) for method in calls.service.methods}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(calls.service.full_name, methods),))
