"""Ids as one types them: whole, or the beginning of one that is listed or kept on this machine."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable

from summitbook_client import Client

from .kept import kept_ids
from .problem import Problem, usage

LEAST = 8
"""Characters of a beginning; all of an id is 36."""
MOST = 1_000
"""Games, or tournaments, that are looked through."""
_beginning = re.compile("[0-9a-f-]{1,35}").fullmatch


async def game_id_of(client: Client, typed: str) -> str:
    """The id of a game that begins so; raises Problem where none does, or several."""
    listed = (each.game_id async for each in client.list_games())
    return await _whole("game", typed, listed, kept_ids("seats"))


async def tournament_id_of(client: Client, typed: str) -> str:
    """The id of a tournament that begins so; raises Problem where none does, or several."""
    listed = (each.tournament_id async for each in client.list_tournaments())
    return await _whole("tournament", typed, listed, kept_ids("tournaments"))


def only(what: str, typed: str, ids: Iterable[str], where: str = "that is listed or kept here") -> str:
    """The one of these that begins so; raises Problem."""
    found = sorted({each for each in ids if each.startswith(typed)})
    if not found:
        raise Problem(f"NO_SUCH_{what.upper()}", f"no {what} {where} begins with {typed}")
    if len(found) > 1:
        raise usage(f"several {what}s begin with {typed}: {', '.join(found[:5])}; type more of the id")
    return found[0]


def is_beginning(typed: str) -> bool:
    """Whether it is less than an id, and not something else; raises Problem where it is too little."""
    if _beginning(typed) and len(typed) < LEAST:
        raise usage(f"{typed} is too short: type {LEAST} characters of the id or more")
    return bool(_beginning(typed))


async def _whole(what: str, typed: str, listed: AsyncIterator[str], kept: Iterable[str]) -> str:
    """
    The one kept here, or else listed; whatever is no beginning goes to the service as it is.

    One's own come first, so that it takes no call to come back to a game.
    """
    if not is_beginning(typed):
        return typed
    if own := [each for each in kept if each.startswith(typed)]:
        return only(what, typed, own)
    found, seen = [], 0
    async for each in listed:
        seen += 1
        if seen > MOST:
            raise usage(f"there are more than {MOST:,} {what}s to look through: type the whole id")
        if each.startswith(typed):
            found.append(each)
    return only(what, typed, found)
