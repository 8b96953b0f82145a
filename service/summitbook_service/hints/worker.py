"""
The process that advises: questions on standard input, answers on standard output, until the input ends.

Questions on one content wait for each other, since the first one on it may take seconds; those
on others do not.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from threading import Lock
from typing import Any, BinaryIO

import msgspec

from summitbook_advice.advisers import ADVISERS
from summitbook_advice.values import NoAdvice, Value
from summitbook_domain.games import GAMES
from summitbook_domain.message import Command

from .lines import LENGTH, Advised, Failed, Question, Told, Unadvised, Worth, framed, read_question

LANES = 16
"""So many contents at once, each in its lane; any more share those of others."""
CONTENTS = 32
"""So many are kept as they were read."""


def main() -> None:
    """Answer until nobody asks any more, and then leave whatever is being worked out."""
    lanes: dict[bytes, ThreadPoolExecutor] = {}
    say = partial(_say, sys.stdout.buffer, Lock())
    while (data := _next(sys.stdin.buffer)) is not None:
        asked = read_question(data)
        _lane(lanes, bytes(asked.content)).submit(_answer, asked, say)
    os._exit(0)


def _lane(lanes: dict[bytes, ThreadPoolExecutor], content: bytes) -> ThreadPoolExecutor:
    """The content's own, as long as there are some."""
    if content not in lanes and len(lanes) < LANES:
        lanes[content] = ThreadPoolExecutor(1)
    return lanes.get(content) or list(lanes.values())[hash(content) % LANES]


def told(asked: Question) -> Told:
    """The answer to a question."""
    key = asked.game, asked.rules
    if key not in ADVISERS:
        return Unadvised(asked.number, "nothing advises in this game")
    try:
        return _advised(asked, ADVISERS[key](*_arguments(asked)))
    except NoAdvice as error:
        return Unadvised(asked.number, str(error))
    except Exception:  # noqa: BLE001 -- whatever it is, the service tells it where faults are looked for
        return Failed(asked.number, traceback.format_exc())


def _arguments(asked: Question) -> tuple[Any, Any, tuple[Command, ...]]:
    game = GAMES[asked.game, asked.rules]
    view = msgspec.msgpack.decode(asked.view, type=game.view_type)
    kinds = game.command_types
    legal = tuple(msgspec.msgpack.decode(args, type=kinds[name]) for name, args in asked.legal)
    return _content(asked.game, asked.rules, bytes(asked.content)), view, legal


@lru_cache(CONTENTS)
def _content(game: str, rules: int, data: bytes) -> Any:
    return msgspec.msgpack.decode(data, type=GAMES[game, rules].content)


def _advised(asked: Question, values: Sequence[Value]) -> Advised:
    listed = [Worth(each.value, each.words) for each in values if each.command is not None]
    waiting = next((Worth(each.value, each.words) for each in values if each.command is None), None)
    return Advised(asked.number, values[0].unit, listed, waiting)


def _answer(asked: Question, say: Callable[[bytes], None]) -> None:
    say(framed(told(asked)))


def _say(out: BinaryIO, lock: Lock, data: bytes) -> None:
    with lock:
        out.write(data)
        out.flush()


def _next(source: BinaryIO) -> bytes | None:
    """The next message; None where there is no whole one any more."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    data = source.read(length)
    return data if len(data) == length else None


if __name__ == "__main__":
    main()
