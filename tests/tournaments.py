"""Whole tournaments for tests: made, entered, paired, told results or really played, refused."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable
from typing import Any
from uuid import UUID

from expeditions import EVEREST
from races import PEAKS
from tables import AT, edition_of, refused

from summitbook_domain.book import Book, opening
from summitbook_domain.chance import Seed
from summitbook_domain.game import Game
from summitbook_domain.games import GAMES
from summitbook_domain.message import Command
from summitbook_domain.policies import Policy, choose, greedy
from summitbook_domain.table.commands import CancelGame, CreateGame, TakeSeat, TimeOutTurn
from summitbook_domain.table.rules import Terms as TableTerms
from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament import events as e
from summitbook_domain.tournament import log
from summitbook_domain.tournament.results import finish_of
from summitbook_domain.tournament.rules import NOTHING, Birth, Terms, games_due
from summitbook_domain.tournament.state import Fixture, Tournament

AnyGame = Game[Any, Any, Any]
Tell = Callable[[Fixture], tuple[int, ...]]
"""The results of a game that nobody played: one a seat."""


def secret_of(*names: object) -> bytes:
    """The 32 bytes of a seed by any name."""
    return hashlib.sha256(repr(names).encode()).digest()


def uuid_of(*names: object) -> str:
    return str(UUID(bytes=secret_of(*names)[:16], version=4))


def asked_for(kind: c.Kind, game: AnyGame, seats: int, rounds: int, **options: Any) -> c.CreateTournament:
    edition = edition_of(game).content.edition
    return c.CreateTournament("The Cup", kind, game.name, game.rules, edition, options, seats, rounds)


class Cup:
    """A tournament in memory; all that it needs from outside follows from its number."""

    def __init__(self, create: c.CreateTournament, number: int = 0) -> None:
        self.game = GAMES[create.game, create.rules]
        self.number = number
        self.seed = Seed(secret_of("tournament", number))
        birth = Birth(
            tournament_id=uuid_of("tournament", number),
            commitment=self.seed.commitment,
            edition=edition_of(self.game),
        )
        first = log.opening(self.game, create, birth, by="host", id="0", at=AT)
        self.minutes = log.Minutes(first, self.seed)
        self.books: dict[str, Book] = {}

    @property
    def state(self) -> Tournament:
        """How things stand."""
        return self.minutes.tournament

    def ask(self, command: Command, contestant: int | None = None, terms: Terms = NOTHING) -> Any:
        """The first event that the command leads to."""
        by = "host" if contestant is None else f"contestant-{contestant}"
        number = uuid_of(len(self.minutes.lines))
        return self.minutes.ask(contestant, command, terms=terms, by=by, id=number, at=AT).events[0]

    def code_of(self, command: Command, contestant: int | None = None) -> str:
        """The code that refuses the command, which changes nothing."""
        before = self.state, self.minutes.head, list(self.minutes.lines)
        code = refused(self.ask, command, contestant)
        assert (self.state, self.minutes.head, self.minutes.lines) == before
        return code

    def enter(self, count: int) -> None:
        """So many more contestants."""
        for _ in range(count):
            self.ask(c.EnterContestant(f"contestant {len(self.state.contestants)}"))

    def start(self, count: int) -> None:
        """With so many contestants."""
        self.enter(count)
        self.ask(c.StartTournament())

    def deal_seed(self, number: int) -> Seed:
        """The seed of a round's deal, or of a ladder's match."""
        return Seed(secret_of("deal", self.number, number))

    def publish(self) -> e.RoundPublished:
        """The next round."""
        number = len(self.state.rounds) + 1
        ids = tuple(uuid_of("game", self.number, number, at) for at in range(games_due(self.state)))
        commitment = self.deal_seed(number).commitment
        terms = Terms(deal=uuid_of("deal", self.number, number), commitment=commitment, game_ids=ids)
        return self.ask(c.PublishRound(), terms=terms)

    def match(self, *contestants: int) -> e.MatchMade:
        """A match of a ladder."""
        number = len(self.state.fixtures)
        terms = Terms(
            game_ids=(uuid_of("match", self.number, number),), commitment=self.deal_seed(number).commitment
        )
        return self.ask(c.MakeMatch(contestants), terms=terms)

    def tell(self, tell: Tell) -> None:
        """Let every game that goes on come to an end with these results."""
        for fixture in self.state.open_fixtures:
            results = tell(fixture)
            outcome = "finished" if results else "expired"
            self.ask(c.FinishGame(fixture.game_id, 9, "0" * 64, outcome, results))

    def close_round(self) -> e.RoundClosed:
        """Reveal the deal."""
        return self.ask(c.CloseRound(), terms=Terms(seed=self.deal_seed(len(self.state.rounds))))

    def round(self, tell: Tell) -> e.RoundPublished:
        """A whole round with these results."""
        published = self.publish()
        self.tell(tell)
        self.close_round()
        return published

    def close(self) -> e.TournamentClosed:
        """The end."""
        return self.ask(c.CloseTournament())

    def decide(self, ruling: c.Ruling, **fields: Any) -> e.DecisionMade:
        """A referee's decision."""
        return self.ask(c.MakeDecision(ruling, "seen by two", **fields))

    def play(
        self, policy: Policy = greedy, absent: Collection[int] = (), cancelled: Collection[str] = ()
    ) -> None:
        """Really play every game that goes on; whoever is absent is timed out."""
        for fixture in self.state.open_fixtures:
            book = self._played(fixture, policy, absent, cancel=fixture.game_id in cancelled)
            self.books[fixture.game_id] = book
            self.ask(finish_of(book.table, book.head))

    def play_anew(self, fixture: Fixture, policy: Policy) -> Book:
        """A game once more, as if it had gone otherwise; nothing is counted."""
        return self._played(fixture, policy, (), cancel=False)

    def _played(self, fixture: Fixture, policy: Policy, absent: Collection[int], *, cancel: bool) -> Book:
        holders = fixture.contestants
        if self.state.birth.kind == "duplicate":
            holders *= self.state.birth.seats
        book = self._seated(fixture, holders)
        if cancel:
            _ask(book, None, CancelGame())
        luck = Seed(secret_of("luck", fixture.game_id)).chance(fixture.game_id, ())
        late = {seat for seat, holder in enumerate(holders) if holder in absent}
        while book.table.phase != "closed":
            waited_for = late.intersection(book.table.game.waits_for(book.table.play))
            if waited_for:
                _ask(book, None, TimeOutTurn(min(waited_for)))
            else:
                _ask(book, *choose(book.table, policy, luck.draw(f"choice/{len(book.lines)}")))
        return book

    def _seated(self, fixture: Fixture, holders: tuple[int, ...]) -> Book:
        birth = self.state.birth
        number = fixture.round or self.state.fixtures.index(fixture)
        deal = self.state.rounds[number - 1].deal if fixture.round else fixture.game_id
        seed = self.deal_seed(number)
        terms = TableTerms(
            game_id=fixture.game_id,
            deal=deal,
            commitment=seed.commitment,
            seed_source="deal" if fixture.round else "server",
            edition=edition_of(self.game),
        )
        create = CreateGame(birth.game, birth.rules, birth.content.edition, birth.options, len(holders))
        book = Book(opening(self.game, create, terms, by="service", id=uuid_of("create"), at=AT), seed)
        for seat, holder in enumerate(holders):
            _ask(book, seat, TakeSeat(seat, self.state.contestants[holder].name))
        return book


def _ask(book: Book, seat: int | None, command: Command) -> None:
    book.ask(
        seat, command, by="service" if seat is None else f"seat-{seat}", id=uuid_of(len(book.lines)), at=AT
    )


def duplicate(contestants: int = 3, rounds: int = 3, number: int = 0) -> Cup:
    """A duplicate tournament of Everest 1924 that has started."""
    cup = Cup(asked_for("duplicate", EVEREST, 1, rounds), number)
    cup.start(contestants)
    return cup


def tables(contestants: int = 7, seats: int = 3, rounds: int = 5, number: int = 0) -> Cup:
    """Tables of Dicey Peaks that have started."""
    cup = Cup(asked_for("tables", PEAKS, seats, rounds), number)
    cup.start(contestants)
    return cup


def ladder(contestants: int = 4, seats: int = 3, number: int = 0) -> Cup:
    """A ladder of Dicey Peaks that has started."""
    cup = Cup(asked_for("ladder", PEAKS, seats, 0), number)
    cup.start(contestants)
    return cup


def in_seat_order(fixture: Fixture) -> tuple[int, ...]:
    """Whoever sits first wins, and so on."""
    return tuple(range(1, len(fixture.contestants) + 1))


def scored(**scores: int) -> Tell:
    """The points of each contestant, `c0` the first; whoever has none gets no result."""
    return lambda fixture: tuple(scores[f"c{each}"] for each in fixture.contestants if f"c{each}" in scores)


def pairs(pods: Iterable[Collection[int]]) -> list[frozenset[int]]:
    """Everyone who meets somebody, once a meeting."""
    return [frozenset((one, other)) for pod in pods for one in pod for other in pod if one < other]
