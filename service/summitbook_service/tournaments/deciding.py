"""What a command of a tournament leads to: by the rules, what they are given from outside, and the bounds."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from uuid import UUID, uuid4

from summitbook_domain.chance import Seed
from summitbook_domain.games import GAMES
from summitbook_domain.message import Command
from summitbook_domain.refusal import Refused
from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament.log import Entry, answer, opening
from summitbook_domain.tournament.rules import Birth, Terms, games_due
from summitbook_domain.tournament.state import Tournament

from ..editions import Editions
from ..errors import CannotGoOn
from ..keys import Keys
from ..lobby import Lobby
from ..meanwhile import meanwhile
from .asking import Asked, Wish
from .bounds import Bounds
from .kept import Kept, Shown
from .roster import Roster

LONG = (c.PublishRound, c.CloseTournament)
"""To pair many, or to reckon where they stand, takes a while: others are answered meanwhile."""


class Deciding:
    """Decides; nothing is written here."""

    def __init__(
        self, keys: Keys, lobby: Lobby, roster: Roster, *, editions: Editions, bounds: Bounds
    ) -> None:
        self._keys = keys
        self._lobby = lobby
        self._roster = roster
        self._editions = editions
        self._bounds = bounds

    def opened(self, tournament_id: UUID, wish: Wish, at: str) -> tuple[Entry, Seed]:
        """What announces a tournament, and its seed; raises Refused or a Problem."""
        command, named = wish.command(None), str(tournament_id)
        game = GAMES[command.game, command.rules]
        edition = self._editions.find(game, command.edition)
        seed = self._keys.new_seed(named)
        birth = Birth(tournament_id=named, commitment=seed.commitment, edition=edition)
        entry = opening(game, command, birth, by=wish.by, id=wish.id, at=at)
        self._bounds.check_seats(command.seats)
        return entry, seed

    async def decided(self, kept: Kept, shown: Shown, asked: Asked, at: str, room: ExitStack) -> Entry:
        """
        What a command leads to; `room` holds what it takes up until that is written.

        Raises Refused or a Problem.
        """
        state = shown.state
        try:
            command = asked.command()
            terms = self._terms(state, command)
            room.enter_context(self._room(asked, command, terms))
            if isinstance(command, c.EnterContestant) and state.phase != "closed":
                kept.check_entry(command.name, asked.by)
            decide = partial(
                answer,
                state,
                shown.head,
                asked.contestant,
                command,
                kept.secret(),
                terms=terms,
                by=asked.by,
                id=asked.id,
                at=at,
            )
            entry = await meanwhile(decide) if isinstance(command, LONG) else decide()
            self._bounds.check(state, command)
        except Refused as refused:
            refused.detail = {"version": state.n, "status": state.phase, **refused.detail}
            raise
        return entry

    def _terms(self, state: Tournament, command: Command) -> Terms:
        """What is given to a command from outside: new ids, new deals, the seed of the one to be revealed."""
        match command:
            case c.PublishRound():
                deal, ids = str(uuid4()), tuple(str(uuid4()) for _ in range(games_due(state)))
                return Terms(deal=deal, commitment=self._keys.new_seed(deal).commitment, game_ids=ids)
            case c.MakeMatch():
                game_id = str(uuid4())
                return Terms(commitment=self._keys.new_seed(game_id).commitment, game_ids=(game_id,))
            case c.CloseRound() if opened := state.open_round:
                seed = self._keys.find_seed(opened.deal, opened.commitment, None, opened.deal)
                if seed is None:
                    raise CannotGoOn("SEED_LOST", "the key of this deal is missing; bring it back")
                return Terms(seed=seed)
        return Terms()

    def _room(self, asked: Asked, command: Command, terms: Terms) -> AbstractContextManager[None]:
        """Room for what a command makes: games are their tournament's maker's; raises LimitReached."""
        if isinstance(command, c.EnterContestant):
            return self._roster.entry(asked.tournament_id, asked.caller)
        if terms.game_ids:
            maker = self._roster.maker_of(asked.tournament_id, asked.caller)
            return self._lobby.room([UUID(each) for each in terms.game_ids], maker)
        return nullcontext()
