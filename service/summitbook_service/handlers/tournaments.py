"""Finding tournaments, following them, and taking them away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing, suppress

from summitbook.v1 import game_service_pb2 as games_pb
from summitbook.v1 import tournament_service_pb2 as pb

from .. import door
from ..errors import CannotGoOn, PastTheEnd, bad_args
from ..followers import Quiet
from ..meanwhile import meanwhile
from ..rpc import Caller
from ..tournaments.dossier import dossier
from ..tournaments.packing import STATUSES
from ..tournaments.paging import Page, pack_page
from .entering import Entering
from .running import Running
from .watching import LARGEST_PAGE, PAGE_SIZE, is_position

LOOKED_THROUGH = 64
"""How many tournaments are looked through at once: the log of each may have to be read."""


class TournamentService(Running, Entering):
    """All calls of TournamentService; those that change nothing are told here."""

    async def GetTournament(
        self, request: pb.GetTournamentRequest, caller: Caller
    ) -> pb.GetTournamentResponse:
        """Show a tournament with all that has happened in it, or a page of that."""
        page = Page.of(request)
        # Where everyone stands among many takes a while to work out: others are answered meanwhile.
        return await meanwhile(pack_page, await self.shown(request), page)

    async def ListTournaments(
        self, request: pb.ListTournamentsRequest, caller: Caller
    ) -> pb.ListTournamentsResponse:
        """List the tournaments, newest first."""
        size, before = _page(request)
        await self._parts.lobby.catch_up()
        page = pb.ListTournamentsResponse()
        for looked, entry in enumerate(self._parts.roster.before(before)):
            if len(page.tournaments) == size or looked == LOOKED_THROUGH:
                page.next_page_token = str(before)
                break
            before = entry.position
            with suppress(CannotGoOn):
                tournament = await self._parts.summaries.of(entry.tournament_id)
                if request.status in {0, tournament.status}:
                    page.tournaments.append(tournament)
        return page

    async def SubscribeTournament(
        self, request: pb.SubscribeTournamentRequest, caller: Caller
    ) -> AsyncIterator[bytes]:
        """Send a tournament's records as they come, until its last."""
        shown, after = await self.shown(request), request.after
        if after < 0:
            raise bad_args("after", "after is the number of the last record seen, 0 for none")
        if after > (version := shown.head.n):
            raise PastTheEnd("PAST_THE_END", f"after lies past the last record, {version}", version=version)
        seen = after == shown.head.n and shown.state.phase == "closed"
        followers = self._parts.followers
        with followers.at_tournament(door.tournament_id_of(request), shown.head.n) as feed:
            async with aclosing(followers.follow(feed, after, closed=seen)) as items:
                async for item in items:
                    if isinstance(item, Quiet):
                        yield _pack_quiet(item, after)
                    else:
                        after = item.last
                        yield item.packed

    async def ExportTournament(
        self, request: pb.ExportTournamentRequest, caller: Caller
    ) -> AsyncIterator[pb.ExportTournamentResponse]:
        """Send the dossier of a tournament that is closed."""
        shown = await self.shown(request)
        if shown.state.phase != "closed":
            raise CannotGoOn("TOURNAMENT_NOT_OVER", "the dossier is made when the tournament is closed")
        async with aclosing(dossier(self._parts.store, self._parts.keys, shown)) as parts:
            async for part in parts:
                yield pb.ExportTournamentResponse(data=part)


def _page(request: pb.ListTournamentsRequest) -> tuple[int, int | None]:
    """How many tournaments to list, and before which position; raises Refused."""
    if request.page_size < 0:
        raise bad_args("page_size", "a page has 1 tournament or more; 0 leaves it to the server")
    if request.page_token and not is_position(request.page_token):
        raise bad_args("page_token", "send next_page_token of the answer before, or nothing")
    if request.status and request.status not in STATUSES.values():
        raise bad_args("status", "there is no such status")
    before = int(request.page_token) if request.page_token else None
    return min(request.page_size or PAGE_SIZE, LARGEST_PAGE), before


def _pack_quiet(quiet: Quiet, version: int) -> bytes:
    if quiet is Quiet.CAUGHT_UP:
        item = pb.SubscribeTournamentResponse(version=version, caught_up=games_pb.CaughtUp())
    else:
        item = pb.SubscribeTournamentResponse(version=version, heartbeat=games_pb.Heartbeat())
    return item.SerializeToString()
