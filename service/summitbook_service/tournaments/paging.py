"""
A tournament told a page at a time, in one order in which whatever was told keeps its place.

Contestants, games and decisions only ever become more, so pages fit together however the
tournament goes on between them. The standings do not, and stand on the first page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from google.protobuf.message import Message

from summitbook.v1 import tournament_service_pb2 as pb
from summitbook_domain.tournament.standings import by_round, standings
from summitbook_domain.tournament.state import Tournament

from ..errors import bad_args
from ..wire import pack_decision, pack_standing
from .kept import Shown
from .packing import pack_contestant, pack_fixture, pack_round, pack_tournament

PAGE_BYTES = 2 * 1024 * 1024
"""A page takes no more once it is so large, but one line always; clients take 4 MiB."""
AROUND = 8
"""Bytes that a line takes up beside its own, at most."""
PARTS = frozenset(pb.TournamentPart.values()) - {pb.TOURNAMENT_PART_UNSPECIFIED}
_PLACE = re.compile(r"([2-5])\.(0|[1-9][0-9]{0,8})")


class Place(NamedTuple):
    """Where a line stands: in which part, and as which of its contestants, games or decisions."""

    part: int
    at: int

    def __str__(self) -> str:
        return f"{self.part}.{self.at}"


START = Place(pb.TOURNAMENT_PART_UNSPECIFIED, 0)


class Page(NamedTuple):
    """What is asked for; `round` and `size` are 0 where nothing is left out."""

    parts: frozenset[int]
    round: int
    size: int
    start: Place

    @classmethod
    def of(cls, request: pb.GetTournamentRequest) -> Page:
        """What a request asks for; raises Refused."""
        if not PARTS.issuperset(request.parts):
            raise bad_args("parts", "there is no such part")
        if request.round < 0:
            raise bad_args("round", "rounds count from 1; 0 asks for all")
        if request.page_size < 0:
            raise bad_args("page_size", "a page has 1 line or more; 0 leaves it to the server")
        found = _PLACE.fullmatch(request.page_token)
        if request.page_token and not found:
            raise bad_args("page_token", "send next_page_token of the answer before, or nothing")
        start = Place(int(found[1]), int(found[2])) if found else START
        return cls(frozenset(request.parts) or PARTS, request.round, request.page_size, start)


def pack_page(shown: Shown, page: Page) -> pb.GetTournamentResponse:
    """A page of a tournament as it stands now."""
    answer = pb.GetTournamentResponse(tournament=pack_tournament(shown))
    if page.start == START and pb.TOURNAMENT_PART_STANDINGS in page.parts:
        answer.standings.extend(pack_standing(each) for each in standings(shown.state))
    lines, used = _Lines(shown.state, answer), answer.ByteSize()
    for count, place in enumerate(_places(shown.state, page)):
        if count and (used >= PAGE_BYTES or count == page.size):
            answer.next_page_token = str(place)
            break
        used += lines.add(place)
    return answer


def _places(state: Tournament, page: Page) -> Iterator[Place]:
    """The lines of the page, and of all that follow it."""
    parts = (
        (pb.TOURNAMENT_PART_CONTESTANTS, range(len(state.contestants))),
        (pb.TOURNAMENT_PART_ROUNDS, _games_of(state, page.round)),
        (pb.TOURNAMENT_PART_MATCHES, state.places_of(0)),
        (pb.TOURNAMENT_PART_DECISIONS, range(len(state.decisions))),
    )
    for part, lines in parts:
        if part in page.parts and part >= page.start.part:
            first = page.start.at if part == page.start.part else 0
            yield from (Place(part, at) for at in range(max(first, lines.start), lines.stop))


def _games_of(state: Tournament, number: int) -> range:
    """Which of all games are those of a round, or of any."""
    if number:
        return state.places_of(number)
    return range(len(state.fixtures) if state.rounds else 0)


class _Lines:
    """Adds contestants, games and decisions to an answer."""

    def __init__(self, state: Tournament, answer: pb.GetTournamentResponse) -> None:
        self._state = state
        self._answer = answer

    def add(self, place: Place) -> int:
        """One line more; answers how many bytes."""
        match place.part:
            case pb.TOURNAMENT_PART_CONTESTANTS:
                contestant = pack_contestant(place.at, self._state.contestants[place.at])
                self._answer.contestants.append(contestant)
                return _size(contestant)
            case pb.TOURNAMENT_PART_DECISIONS:
                decision = pack_decision(self._state.decisions[place.at])
                self._answer.decisions.append(decision)
                return _size(decision)
            case _:
                return self._add_game(place.at)

    def _add_game(self, at: int) -> int:
        fixture = self._state.fixtures[at]
        game = pack_fixture(fixture)
        if not fixture.round:
            self._answer.matches.append(game)
            return _size(game)
        around = 0
        rounds = self._answer.rounds
        if not rounds or rounds[-1].round != fixture.round:
            index = fixture.round - 1
            rounds.append(pack_round(self._state, self._state.rounds[index], self._given[index]))
            around = _size(rounds[-1])
        rounds[-1].games.append(game)
        return around + _size(game)

    @cached_property
    def _given(self) -> Sequence[Mapping[int, int]]:
        return by_round(self._state)


def _size(line: Message) -> int:
    return line.ByteSize() + AROUND
