"""Streams on which nothing comes any more, though nobody has hung up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, TypeVar, cast

import grpc

A = TypeVar("A")


async def spoken(call: grpc.aio.UnaryStreamCall[Any, A], silence: float | None) -> AsyncGenerator[A, None]:
    """The items of a stream; raises TimeoutError after so many seconds without any, the call then ended."""
    try:
        while True:
            async with asyncio.timeout(silence):
                item = await call.read()
            if item is grpc.aio.EOF:
                return
            yield cast("A", item)
    finally:
        call.cancel()
