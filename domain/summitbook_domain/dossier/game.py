"""One game of a dossier held against its tournament."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ..table.events import GameCreated
from ..tournament.results import results_of
from ..tournament.state import Fixture
from .again import Told
from .files import LOG, game_file
from .finding import Finding
from .played import Played

BORN = ("game", "rules", "content", "options", "seats")


def compare(told: Told, fixture: Fixture, played: Played, head: str, records: int) -> Iterator[Finding]:
    """What the log of a sound game and that of its tournament do not agree on."""
    misborn = list(_birth(told, fixture, played.created))
    yield from misborn
    if misborn:  # another game, of which nothing more need be said
        return
    yield from _seats(told, fixture, played)
    yield from _end(told, fixture, played, head, records)


def _birth(told: Told, fixture: Fixture, created: GameCreated) -> Iterator[Finding]:
    file, deal, birth = game_file(fixture.game_id), told.deals[fixture.game_id], told.state.birth
    if created.game_id != fixture.game_id:
        yield Finding(
            file, 1, "WRONG_GAME", "this is the log of another game", fixture.game_id, created.game_id
        )
    source = "deal" if deal.shared else "server"
    dealt = {"deal": deal.deal, "commitment": deal.commitment, "seed_source": source}
    yield from _fields(file, "WRONG_DEAL", "not on the deal of its round", dealt, created)
    seats = birth.seats if birth.kind == "duplicate" else len(fixture.contestants)
    terms = {**{name: getattr(birth, name) for name in BORN}, "seats": seats}
    yield from _fields(file, "WRONG_TERMS", "not made as the tournament says", terms, created)
    if created.forked_from:
        yield Finding(file, 1, "WRONG_TERMS", "a fork is no game of a tournament")


def _fields(
    file: str, code: str, reason: str, right: dict[str, Any], there: GameCreated
) -> Iterator[Finding]:
    found = {name: getattr(there, name) for name in right}
    if found != right:
        expected, found = msgspec.to_builtins(right), msgspec.to_builtins(found)
        yield Finding(file, 1, code, reason, expected, found)


def _seats(told: Told, fixture: Fixture, played: Played) -> Iterator[Finding]:
    """Every seat is taken by its contestant, under the name it entered by and without a salt."""
    alone = told.state.birth.kind == "duplicate"
    for seat, taken in enumerate(played.seats):
        holders = fixture.contestants[:1] if alone else fixture.contestants[seat : seat + 1]
        names = [told.state.contestants[each].name for each in holders]
        found = [taken.name] if taken else []
        if names != found or (taken and taken.salt):
            line = taken.since if taken else 1
            yield Finding(
                game_file(fixture.game_id), line, "WRONG_SEAT", f"seat {seat} is not its contestant's",
                names, found,
            )  # fmt: skip


def _end(told: Told, fixture: Fixture, played: Played, head: str, records: int) -> Iterator[Finding]:
    """What was counted is what the game says; the line is that of the tournament's log."""
    finish, line = fixture.finish, told.finished.get(fixture.game_id)
    if finish is None or line is None:
        raise AssertionError("a tournament is closed when its games are over")
    if (finish.n, finish.hash) != (records, head):
        yield Finding(
            LOG, line, "WRONG_HEAD", f"{game_file(fixture.game_id)} ends with another record",
            f"{finish.n}:{finish.hash}", f"{records}:{head}",
        )  # fmt: skip
    results = results_of(told.state.birth.kind, fixture.contestants, played.results)
    right = played.outcome, results
    if (finish.outcome, finish.results) != right:
        expected, found = msgspec.to_builtins(right), msgspec.to_builtins((finish.outcome, finish.results))
        yield Finding(
            LOG, line, "WRONG_RESULT", f"{game_file(fixture.game_id)} came to another end", expected, found
        )
