"""Finding games and following them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from importlib.metadata import version
from math import ceil
from uuid import UUID

from summitbook.v1 import game_pb2
from summitbook.v1 import game_service_pb2 as pb
from summitbook_domain.games import GAMES
from summitbook_domain.table.events import GameClosed

from .. import access, door
from ..bots import POLICIES
from ..deadlines import turn_of
from ..errors import CannotGoOn, NotFound, PastTheEnd, bad_args
from ..followers import Quiet
from ..keys import Bearer
from ..lobby import Listed, Wanted
from ..packing import STATUSES, pack_clocks, pack_view_of
from ..rpc import Caller
from ..wire import pack_game_info, pack_legal_actions
from .parts import Handlers

LONGEST_NAME = 64
LONGEST_SALT = 64
PAGE_SIZE = 50
LARGEST_PAGE = 200
POSITION_DIGITS = 19
"""A position has fewer."""


class Watching(Handlers):
    """The calls that change nothing."""

    async def GetServerInfo(
        self, request: pb.GetServerInfoRequest, caller: Caller
    ) -> pb.GetServerInfoResponse:
        """Tell what can be played, and the limits."""
        games = sorted(GAMES.values(), key=lambda game: (game.title, -game.rules))
        return pb.GetServerInfoResponse(
            version=version("summitbook"),
            games=[pack_game_info(game, self._parts.editions.of(game).values(), POLICIES) for game in games],
            limits=self._limits(),
            bot_policies=POLICIES,
        )

    async def GetGame(self, request: pb.GetGameRequest, caller: Caller) -> pb.GetGameResponse:
        """Show a game as it is."""
        live = await self._seen_through(request, caller)
        table = live.shown.table
        seat = access.own_seat(caller.bearer, request.game_id, table)
        return pb.GetGameResponse(
            game=self._pack_game(live.shown, private=live.aside.private, bots=live.aside.bots),
            view=pack_view_of(table),
            legal_actions=() if seat is None else pack_legal_actions(table, seat),
            join_code=self._join_code(live),
            hints=pb.HINTS_OFF if live.aside.tournament else pb.HINTS_ON,
        )

    async def ListGames(self, request: pb.ListGamesRequest, caller: Caller) -> pb.ListGamesResponse:
        """List the games that the caller may see, newest first."""
        size, before = _page(request)
        wanted, bearer = _wanted(request), caller.bearer
        await self._parts.lobby.catch_up()
        await self._parts.neighbours.catch_up()
        found = await self._parts.lobby.find(before, wanted)
        page, last = pb.ListGamesResponse(), found.more
        for each in found.games:
            game = await self._seen(each, bearer)
            if game and len(page.games) == size:
                last = before
                break
            if game:
                page.games.append(game)
                before = each.position
        page.next_page_token = "" if last is None else str(last)
        return page

    async def Subscribe(self, request: pb.SubscribeRequest, caller: Caller) -> AsyncIterator[bytes]:
        """Send a game's records as they come, until its last."""
        live = await self._seen_through(request, caller)
        (now, head, *_), after = live.shown, request.after
        if after < 0:
            raise bad_args("after", "after is the number of the last record seen, 0 for none")
        timed, seen = turn_of(now), after >= head.n and await self._has_ended(live.game_id, after)
        guarded = live.aside.private or live.tip.table.birth.seed_source == "deal"
        followers = self._parts.followers
        with followers.at(now.game, live.game_id, head.n) as feed:
            table = await feed.table(after) if request.want_view else None
            async with aclosing(followers.follow(feed, after, closed=seen)) as items:
                async for item in items:
                    if guarded:
                        await self._check_sight(live.game_id, caller)
                    if isinstance(item, Quiet):
                        data = _pack_quiet(item, after)
                    elif table:
                        after, table, data = item.last, item.after(table), item.viewed()
                    else:
                        after, data = item.last, item.plain()
                    # Messages put one behind the other are one message, so what is shared stays whole.
                    yield data + await self._clocks(live.game_id, after) if timed else data

    async def SubscribeAll(self, request: pb.SubscribeAllRequest, caller: Caller) -> AsyncIterator[bytes]:
        """Send the records of all games as they come, in the order of the store."""
        access.operator_of(caller.bearer)
        after, end = _position(request.after), await self._parts.store.end()
        if after > end:
            raise PastTheEnd("PAST_THE_END", f"after lies past the last position, {end}", position=end)
        followers = self._parts.followers
        with followers.at_all() as ledger:
            async with aclosing(followers.follow(ledger, after)) as items:
                async for item in items:
                    access.operator_of(caller.again())
                    if isinstance(item, Quiet):
                        yield _pack_quiet_of_all(item, after)
                    else:
                        after = item.last
                        yield item.packed

    async def _check_sight(self, game_id: UUID, caller: Caller) -> None:
        """Raise, as a new call would, where a follower may not look into the game any more."""
        bearer, live = caller.again(), await self._parts.desk.find(game_id)
        access.check_sight(bearer, live)
        await self._parts.deals.check_sight(bearer, live)

    async def _has_ended(self, game_id: UUID, after: int) -> bool:
        """
        Whether this is the game's last record for ever; raises PastTheEnd where it is none yet.

        The store is asked: a follower may have read there what memory does not know of yet.
        """
        last = await self._parts.store.last(game_id)
        if last is None or after > last.n:
            version = last.n if last else 0
            raise PastTheEnd("PAST_THE_END", f"after lies past the last record, {version}", version=version)
        return after == last.n and last.topic == GameClosed.__name__

    async def _clocks(self, game_id: UUID, n: int) -> bytes:
        """What to add to an item to tell the clocks that run, if this is the game's last record."""
        shown = (await self._parts.desk.find(game_id)).shown
        if shown.head.n != n:
            return b""
        clocks = pack_clocks(shown, self._parts.uptime.served())
        return pb.SubscribeResponse(clocks=clocks).SerializeToString()

    async def _seen(self, listed: Listed, bearer: Bearer | None) -> game_pb2.Game | None:
        """The listed game as it is, if the caller may see it and this release can read it."""
        try:
            live = await self._parts.desk.settled(listed.game_id)
        except CannotGoOn as error:
            self._parts.lobby.leave_out(listed.game_id, error.reason)
            return None
        if not access.may_see(bearer, live):
            return None
        return await self._pack_line(live, bearer)

    def _limits(self) -> pb.Limits:
        settings = self._parts.settings
        return pb.Limits(
            max_name_characters=LONGEST_NAME,
            max_salt_bytes=LONGEST_SALT,
            min_claim_bytes=door.SHORTEST_CLAIM,
            max_claim_bytes=door.LONGEST_CLAIM,
            max_message_bytes=settings.message_bytes,
            max_audit_bytes=settings.audit_bytes,
            max_page_size=LARGEST_PAGE,
            max_open_games=settings.open_games,
            max_subscribers=settings.subscribers,
            heartbeat_seconds=ceil(settings.heartbeat),
            token_seconds=int(settings.token_hours * 3600),
            max_seats=settings.seats,
            max_records=settings.records,
            max_caller_open_games=settings.caller_games,
            max_caller_subscribers=settings.caller_subscribers,
            max_caller_calls_per_second=settings.calls_a_second,
            max_open_tournaments=settings.open_tournaments,
            max_caller_open_tournaments=settings.caller_tournaments,
            max_contestants=settings.contestants,
            max_caller_contestants=settings.caller_contestants,
            max_matches=settings.matches,
            max_decisions=settings.decisions,
        )


def _page(request: pb.ListGamesRequest) -> tuple[int, int | None]:
    """How many games to list, and from where on; raises Refused or NotFound."""
    if request.page_size < 0:
        raise bad_args("page_size", "a page has 1 game or more; 0 leaves it to the server")
    token = request.page_token
    if token and not is_position(token):
        raise bad_args("page_token", "send next_page_token of the answer before, or nothing")
    if request.HasField("game") and request.game not in {name for name, _ in GAMES}:
        raise NotFound("UNKNOWN_GAME", "there is no such game; ask GetServerInfo")
    return min(request.page_size or PAGE_SIZE, LARGEST_PAGE), int(token) if token else None


def _wanted(request: pb.ListGamesRequest) -> Wanted:
    """Which games pass the request's filters; raises Refused."""
    phases = {status: phase for phase, status in STATUSES.items()}
    if request.status and request.status not in phases:
        raise bad_args("status", "there is no such status")
    return Wanted(request.game if request.HasField("game") else None, phases.get(request.status))


def _pack_quiet(quiet: Quiet, version: int) -> bytes:
    if quiet is Quiet.CAUGHT_UP:
        return pb.SubscribeResponse(version=version, caught_up=pb.CaughtUp()).SerializeToString()
    return pb.SubscribeResponse(version=version, heartbeat=pb.Heartbeat()).SerializeToString()


def _pack_quiet_of_all(quiet: Quiet, position: int) -> bytes:
    if quiet is Quiet.CAUGHT_UP:
        return pb.SubscribeAllResponse(position=str(position), caught_up=pb.CaughtUp()).SerializeToString()
    return pb.SubscribeAllResponse(position=str(position), heartbeat=pb.Heartbeat()).SerializeToString()


def _position(text: str) -> int:
    """A position as it was sent; raises Refused."""
    if text and not is_position(text):
        raise bad_args("after", "send the position of the last item that was received, or nothing")
    return int(text) if text else 0


def is_position(text: str) -> bool:
    """Whether a text can be one of the store's positions."""
    return text.isascii() and text.isdigit() and len(text) < POSITION_DIGITS
