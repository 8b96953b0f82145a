"""The status and the reason of every error, as docs/api.md, "Errors" has them."""

import ast
import re
from pathlib import Path
from unittest.mock import patch
from uuid import UUID

import msgspec
import pytest
from deals import TOURNAMENT, made
from house import (
    ABANDON,
    ADVANCE,
    CLAIM,
    OTHER_CLAIM,
    ROLL,
    House,
    bearer,
    everest,
    everest_command,
    new_id,
    refused,
    until,
)
from meets import LADDER, Meet

import summitbook_service
from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import replay_service_pb2 as replays
from summitbook_domain import canonical
from summitbook_domain.content import Edition
from summitbook_domain.games import GAMES
from summitbook_domain.record import START, read, write
from summitbook_domain.table.events import GameCreated
from summitbook_service import errors, handlers, logs
from summitbook_service.aside import Aside
from summitbook_service.store import Conflict, StoreUnavailable

CASES = []
PEAKS = GAMES["dicey_peaks", 1]
PROGRAMMERS_WORDS = r"[`$]|Expected|Object|regex|\b(int|str|bool|enum|array)\b|[a-z][A-Z]\w+:"
"""What is said of a program, and not of a game or a request."""


def case(status, reason, /, **metadata):
    """A call that ends with this status and reason, and metadata that says at least this."""

    def add(call):
        CASES.append(pytest.param(status, reason, metadata, call, id=f"{reason} {call.__name__}"))
        return call

    return add


# Malformed requests


@case("INVALID_ARGUMENT", "BAD_ARGS", field="game_id")
async def a_game_id_that_is_no_uuid(house):
    await house.game("no uuid")


@case("INVALID_ARGUMENT", "BAD_ARGS", field="game_id")
async def a_game_id_in_capitals(house):
    await house.game(new_id().upper())


@case("INVALID_ARGUMENT", "BAD_ARGS", field="command_id")
async def no_command_id(house):
    await house.create(command_id="")


@case("INVALID_ARGUMENT", "BAD_ARGS", field="command_id")
async def a_command_id_that_is_no_uuid(house):
    game_id, token = await house.started()
    await house.act(game_id, token, command_id="1")


@case("INVALID_ARGUMENT", "BAD_ARGS", field="claim")
async def a_claim_that_is_too_short(house):
    await house.create(claim=bytes(15))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="claim")
async def a_claim_that_is_too_long(house):
    await house.sit(await house.create(), claim=bytes(65))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="seed")
async def a_seed_that_is_too_short(house):
    await house.create(seed=bytes(31))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="game")
async def no_game(house):
    await house.create(game="")


@case("INVALID_ARGUMENT", "BAD_ARGS", field="seats")
async def a_number_of_seats_that_the_game_is_not_for(house):
    await house.create(seats=2)


@case("INVALID_ARGUMENT", "BAD_ARGS", field="options.everest1924.turn_seconds")
async def an_option_that_is_not_allowed(house):
    await house.create(options={"everest1924": {"turn_seconds": -1}})


@case("INVALID_ARGUMENT", "BAD_ARGS", field="options.dicey_peaks.first_seat")
async def an_option_that_does_not_fit_the_seats(house):
    await house.create(game="dicey_peaks", seats=2, options={"dicey_peaks": {"first_seat": 2}})


@case("INVALID_ARGUMENT", "BAD_ARGS", field="name")
async def no_name(house):
    await house.sit(await house.create(), name="")


@case("INVALID_ARGUMENT", "BAD_ARGS", field="name")
async def a_name_of_65_characters(house):
    await house.sit(await house.create(), name="é" * 65)


@case("INVALID_ARGUMENT", "BAD_ARGS", field="name")
async def a_name_with_a_line_feed(house):
    await house.sit(await house.create(), name="Irvine\n2026 [info] forged")


@case("INVALID_ARGUMENT", "BAD_ARGS", field="name")
async def a_name_with_a_nul(house):
    await house.sit(await house.create(), name="Irv\0ine")


@case("INVALID_ARGUMENT", "BAD_ARGS", field="name")
async def a_name_that_turns_the_text_after_it(house):
    await house.sit(await house.create(), name="Irvine\u202e")


@case("INVALID_ARGUMENT", "BAD_ARGS", field="name")
async def a_name_with_an_invisible_mark(house):
    await house.sit(await house.create(), name="Ir\u200bvine")


@case("INVALID_ARGUMENT", "BAD_ARGS", field="name")
async def a_name_that_shows_nothing(house):
    await house.sit(await house.create(), name=" \u200d\u3000")


@case("INVALID_ARGUMENT", "BAD_ARGS", field="salt")
async def a_salt_of_65_bytes(house):
    await house.sit(await house.create(), salt=bytes(65))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="command")
async def no_command(house):
    game_id, token = await house.started()
    await house.act(game_id, token, command=None)


@case("INVALID_ARGUMENT", "BAD_ARGS", field="command.everest1924.combine_dice.keep")
async def a_die_left_out(house):
    game_id, token = await house.started()
    left_out = everest_command(combine_dice=everest.CombineDice(discard=1, op="OP_ADD"))
    await house.act(game_id, token, left_out)


@case("INVALID_ARGUMENT", "BAD_ARGS", field="command.everest1924.combine_dice.op")
async def an_unspecified_word(house):
    game_id, token = await house.started()
    await house.act(game_id, token, everest_command(combine_dice=everest.CombineDice(keep=0, discard=1)))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="command.everest1924.combine_dice.op")
async def an_unknown_word(house):
    game_id, token = await house.started()
    await house.act(
        game_id, token, everest_command(combine_dice=everest.CombineDice(keep=0, discard=1, op=99))
    )


@case("INVALID_ARGUMENT", "BAD_ARGS", field="after")
async def a_negative_record_number(house):
    await house.follow(await house.create(), after=-1)


@case("INVALID_ARGUMENT", "BAD_ARGS", field="page_size")
async def a_negative_page_size(house):
    await house.games.ListGames(games.ListGamesRequest(page_size=-1))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="page_token")
async def a_page_token_of_ones_own(house):
    await house.games.ListGames(games.ListGamesRequest(page_token="-1"))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="status")
async def an_unknown_status(house):
    await house.games.ListGames(games.ListGamesRequest(status=99))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="claim")
async def a_hosts_token_without_the_claim(house):
    made = await house.make()
    request = games.IssueTokenRequest(game_id=made.game.game_id)
    await house.games.IssueToken(request, metadata=bearer(made.token))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="settings.level")
async def an_unknown_audit_level(house):
    await audit(house, replays.AuditSettings(level=99))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="settings.trusted_keys")
async def a_key_that_is_too_short(house):
    await audit(house, replays.AuditSettings(trusted_keys=[b"key"]))


@case("INVALID_ARGUMENT", "BAD_ARGS", field="settings.heads")
async def a_head_that_is_no_hash(house):
    await audit(house, replays.AuditSettings(heads=[replays.ExpectedHead(n=1, record_hash=b"")]))


async def audit(house, settings):
    async def parts():
        yield replays.AuditReplayRequest(settings=settings, lines=b"{}\n")

    await house.replays.AuditReplay(parts())


@case("INVALID_ARGUMENT", "BAD_ARGS")
async def bytes_that_are_no_message(house):
    call = house.channel.unary_unary("/summitbook.v1.GameService/GetGame")
    await call(b"\xff\xff\xff")


@case("INVALID_ARGUMENT", "BAD_ARGS")
async def a_name_that_is_no_utf8(house):
    call = house.channel.unary_unary("/summitbook.v1.GameService/TakeSeat")
    await call(games.TakeSeatRequest(name="????").SerializeToString().replace(b"????", b"\xed\xa0\x80?"))


# What is not there


@case("NOT_FOUND", "NO_SUCH_GAME")
async def a_game_nobody_made(house):
    await house.game(new_id())


@case("NOT_FOUND", "UNKNOWN_GAME")
async def a_kind_of_game_there_is_not(house):
    await house.create(game="chess")


@case("NOT_FOUND", "UNKNOWN_GAME")
async def rules_there_are_not(house):
    await house.create(rules=2)


@case("NOT_FOUND", "UNKNOWN_GAME")
async def a_filter_by_a_game_there_is_not(house):
    await house.games.ListGames(games.ListGamesRequest(game="chess"))


@case("NOT_FOUND", "UNKNOWN_EDITION")
async def an_edition_there_is_not(house):
    await house.create(edition="first folio")


# Tokens; tests/whole/test_tokens.py has every token with every call


@case("UNAUTHENTICATED", "NO_TOKEN")
async def no_token(house):
    game_id, _ = await house.started()
    await house.act(game_id, "")


@case("UNAUTHENTICATED", "BAD_TOKEN")
async def a_token_of_ones_own(house):
    game_id, _ = await house.started()
    await house.act(game_id, "eyJhbGciOiJub25lIn0.e30.")


@case("UNAUTHENTICATED", "TOKEN_EXPIRED")
async def a_token_whose_time_is_over(house):
    game_id, _ = await house.started()
    house.parts.keys._seconds = -1
    await house.act(game_id, house.token(role="seat", game_id=game_id, seat=0, since=2))


@case("UNAUTHENTICATED", "SEAT_LEFT")
async def the_token_of_a_seat_that_was_left(house):
    game_id = await house.create_roped()
    token = await house.take_seat(game_id)
    leave = games.LeaveSeatRequest(game_id=game_id, command_id=new_id())
    await house.games.LeaveSeat(leave, metadata=bearer(token))
    await house.act(game_id, token)


@case("PERMISSION_DENIED", "OTHER_GAME")
async def the_token_of_another_game(house):
    _, token = await house.started()
    await house.act(await house.create(), token)


@case("PERMISSION_DENIED", "NO_SEAT")
async def a_hosts_token_for_a_seats_command(house):
    made = await house.make()
    await house.act(made.game.game_id, made.token)


@case("PERMISSION_DENIED", "NOT_HOST")
async def a_seats_token_for_the_hosts_command(house):
    game_id, token = await house.started()
    await cancel(house, game_id, token)


@case("PERMISSION_DENIED", "NOT_OPERATOR")
async def a_host_after_the_start(house):
    made = await house.make()
    await house.take_seat(made.game.game_id)
    await cancel(house, made.game.game_id, made.token)


@case("PERMISSION_DENIED", "OTHER_CLAIM")
async def another_ones_claim(house):
    request = games.IssueTokenRequest(game_id=await house.create(), claim=OTHER_CLAIM)
    await house.games.IssueToken(request)


async def cancel(house, game_id, token):
    request = games.CancelGameRequest(game_id=game_id, command_id=new_id())
    await house.games.CancelGame(request, metadata=bearer(token))


# What the rules refuse; tests/rules has each of their codes


@case("FAILED_PRECONDITION", "GAME_NOT_STARTED", status="open", version="2")
async def a_command_before_the_start(house):
    game_id = await house.create_roped()
    await house.act(game_id, await house.take_seat(game_id))


@case("FAILED_PRECONDITION", "GAME_OVER", status="closed", outcome="finished")
async def a_command_after_the_end(house):
    game_id, token = await house.started()
    await house.finish(game_id, token)
    await house.act(game_id, token)


@case("FAILED_PRECONDITION", "GAME_STARTED")
async def sitting_down_after_the_start(house):
    game_id, _ = await house.started()
    await house.sit(game_id)


@case("FAILED_PRECONDITION", "SEAT_TAKEN", seat="0")
async def sitting_down_on_somebody(house):
    game_id = await house.create_roped()
    await house.sit(game_id, seat=0)
    await house.sit(game_id, seat=0)


@case("FAILED_PRECONDITION", "BAD_SEAT", seat="3")
async def a_seat_there_is_not(house):
    await house.sit(await house.create_roped(), seat=3)


@case("FAILED_PRECONDITION", "BAD_SEAT", seat="1")
async def a_token_for_a_seat_that_nobody_holds(house):
    request = games.IssueTokenRequest(game_id=await house.create(), seat=1, claim=CLAIM)
    await house.games.IssueToken(request)


@case("FAILED_PRECONDITION", "NOT_YOUR_TURN", waits_for="0")
async def a_seat_out_of_its_turn(house):
    game_id = await house.create_roped(seats=2)
    await house.take_seat(game_id)
    await house.act(game_id, await house.take_seat(game_id))


@case("FAILED_PRECONDITION", "WRONG_PHASE", version="4", waits_for="0")
async def a_code_of_the_games_own(house):
    game_id, token = await house.started()
    await house.act(game_id, token, ADVANCE)


@case("FAILED_PRECONDITION", "SEED_LOST")
async def a_game_whose_key_is_lost(house):
    game_id, token = await house.started()
    for key in (house.settings.data / "keys" / "master").iterdir():
        key.unlink()
    await house.restart()
    await house.act(game_id, token)


@case("FAILED_PRECONDITION", "UNKNOWN_RULES")
async def a_game_of_a_later_release(house):
    game_id = await house.create()
    (row,) = await house.parts.store.read(UUID(game_id))
    later = new_id()
    line = row.line.replace(b'"rules":1', b'"rules":9')
    await house.parts.store.append([row._replace(stream=UUID(later), line=line), Aside(later).row()])
    await house.game(later)


@case("FAILED_PRECONDITION", "UNKNOWN_CONTENT")
async def a_game_on_an_edition_that_is_gone(house):
    game_id = await house.create()
    (row,) = await house.parts.store.read(UUID(game_id))
    record, other = read(row.line), new_id()
    gone = {**record.data, "content": {**record.data["content"], "edition": "first folio"}}
    line, _ = write(START, record.at, msgspec.convert(gone, GameCreated), record.cause)
    await house.parts.store.append([row._replace(stream=UUID(other), line=line), Aside(other).row()])
    await house.game(other)


async def a_finished_game(house):
    game_id, token = await house.started()
    await house.finish(game_id, token)
    return game_id


@case("FAILED_PRECONDITION", "GAME_NOT_OVER")
async def a_review_of_a_game_that_goes_on(house):
    game_id, _ = await house.started()
    await house.replays.ReviewReplay(replays.ReviewReplayRequest(game_id=game_id))


@case("FAILED_PRECONDITION", "NO_ADVICE")
async def a_review_of_a_game_that_nothing_advises_in(house):
    shipped = next(iter(PEAKS.editions.values()))
    content = msgspec.structs.replace(shipped.content, edition="dicey", first_roll=8)
    data = canonical.decode(canonical.encode(content))
    with patch.dict(PEAKS.editions, {"dicey": Edition(content, data, canonical.sha256_of(data))}):
        game_id = await house.create(game="dicey_peaks", seats=2, edition="dicey")
        tokens = [await house.take_seat(game_id, claim=bytes(16 + seat)) for seat in range(2)]
        (token,) = [each for each in tokens if await house.legal(game_id, each)]
        await house.act(game_id, token, (await house.legal(game_id, token))[0])
        leave = games.RetireSeatRequest(game_id=game_id, command_id=new_id())
        await house.games.RetireSeat(leave, metadata=bearer(token))
        await house.replays.ReviewReplay(replays.ReviewReplayRequest(game_id=game_id))


async def hint(house, game_id, token):
    request = games.GetHintRequest(game_id=game_id, command_id=new_id())
    await house.games.GetHint(request, metadata=bearer(token))


@case("FAILED_PRECONDITION", "HINTS_OFF")
async def a_hint_in_a_tournament(house):
    meet = await Meet.started(house, "Mallory", "Irvine")
    await meet.run("PublishRound")
    (seat,) = await meet.seats(0)
    await hint(house, seat.game_id, seat.token)


@case("RESOURCE_EXHAUSTED", "TOO_MANY_HINTS")
async def one_hint_more(house):
    house.parts.advice._limit = 0
    await hint(house, *await house.started())


@case("UNAVAILABLE", "ADVICE_LOST")
async def a_hint_that_nothing_can_work_out(house):
    with patch("summitbook_service.hints.advice.Advising.begin", side_effect=OSError):
        await hint(house, *await house.started())


@case("FAILED_PRECONDITION", "AUDIT_FAILED", code="BROKEN_CHAIN", line="4")
async def a_review_of_a_game_that_was_tampered_with(house):
    game_id = await a_finished_game(house)
    read = house.parts.store.read

    async def tampered(*asked):
        rows = await read(*asked)
        return [
            row._replace(line=row.line.replace(b'"at":"2', b'"at":"3')) if row.n == 4 else row for row in rows
        ]

    house.parts.store.read = tampered
    await house.replays.ReviewReplay(replays.ReviewReplayRequest(game_id=game_id))


@case("RESOURCE_EXHAUSTED", "TOO_MANY_RECORDS")
async def a_review_of_a_game_that_is_too_long(house):
    game_id = await a_finished_game(house)
    with patch("summitbook_service.handlers.reviewing.MOST_RECORDS", 5):
        await house.replays.ReviewReplay(replays.ReviewReplayRequest(game_id=game_id))


@case("FAILED_PRECONDITION", "BROKEN_LOG")
async def a_log_with_a_hole(house):
    game_id, _ = await house.started()
    *_, last = await house.parts.store.read(UUID(game_id))
    await house.parts.store.append([last._replace(n=last.n + 1)])
    await house.restart()
    await house.game(game_id)


# Versions and numbers


@case("FAILED_PRECONDITION", "HELD_BACK", tournament=TOURNAMENT)
async def looking_into_a_game_whose_deal_others_play(house):
    await house.game(await made(house, new_id()))


@case("NOT_FOUND", "NO_SUCH_TOURNAMENT")
async def a_tournament_that_was_never_made(house):
    await Meet(house, new_id(), "").whole()


@case("PERMISSION_DENIED", "OTHER_TOURNAMENT")
async def an_organiser_of_another_tournament(house):
    meet = await Meet.announced(house)
    await meet.run("StartTournament", token=(await Meet.announced(house)).token)


@case("PERMISSION_DENIED", "NOT_ORGANISER")
async def a_contestant_who_begins_the_tournament(house):
    meet = await Meet.announced(house)
    await meet.run("StartTournament", token=(await meet.enter("Mallory")).token)


@case("PERMISSION_DENIED", "NOT_CONTESTANT")
async def an_organiser_who_asks_for_seats(house):
    meet = await Meet.announced(house)
    meet.tokens[0] = meet.token
    await meet.seats(0)


@case("FAILED_PRECONDITION", "BAD_CONTESTANT", contestant="0")
async def a_token_for_a_contestant_who_never_entered(house):
    operator = house.operator[0][1].removeprefix("Bearer ")
    await (await Meet.announced(house)).run("IssueTournamentToken", contestant=0, token=operator)


@case("FAILED_PRECONDITION", "TOO_FEW", version="1", status="open", contestants="0")
async def a_tournament_of_nobody_that_begins(house):
    await (await Meet.announced(house)).run("StartTournament")


@case("FAILED_PRECONDITION", "TOURNAMENT_NOT_OVER")
async def the_dossier_of_a_tournament_that_goes_on(house):
    await (await Meet.announced(house)).dossier()


@case("FAILED_PRECONDITION", "ALREADY_ENTERED", contestant="0")
async def a_second_entry_by_one_claim(house):
    meet = await Meet.announced(house)
    for name in ("Mallory", "Irvine"):
        await meet.enter(name, claim=CLAIM)


@case("RESOURCE_EXHAUSTED", "TOO_MANY_CONTESTANTS")
async def one_contestant_too_many(house):
    with _bounded(house, contestants=0):
        await (await Meet.announced(house)).enter("Mallory")


@case("RESOURCE_EXHAUSTED", "TOO_MANY_MATCHES")
async def one_match_too_many(house):
    meet = await Meet.started(house, "Mallory", "Irvine", game="dicey_peaks", kind=LADDER, seats=2, rounds=0)
    with _bounded(house, matches=0):
        await meet.run("MakeMatch", contestants=[0, 1])


@case("RESOURCE_EXHAUSTED", "TOO_MANY_DECISIONS")
async def one_decision_too_many(house):
    meet = await Meet.started(house, "Mallory")
    with _bounded(house, decisions=0):
        await meet.decide("points", contestant=0, points=1)


def _bounded(house, **bounds):
    """A service where a tournament may become no larger."""
    deciding = house.parts.office._deciding
    return patch.object(deciding, "_bounds", deciding._bounds._replace(**bounds))


@case("RESOURCE_EXHAUSTED", "TOO_MANY_TOURNAMENTS")
async def one_tournament_too_many(house):
    with patch.object(house.parts.roster, "_limit", 0):
        await Meet.announced(house)


@case("ABORTED", "WRONG_VERSION", version="4", status="playing")
async def a_version_that_is_not_the_current_one(house):
    game_id, token = await house.started()
    await house.act(game_id, token, expected_version=3)


@case("ABORTED", "WRONG_VERSION", version="4")
async def version_0(house):
    game_id, token = await house.started()
    await house.act(game_id, token, expected_version=0)


@case("ALREADY_EXISTS", "COMMAND_ID_USED")
async def a_command_id_used_twice(house):
    game_id, token = await house.started()
    same = new_id()
    await house.act(game_id, token, ROLL, command_id=same)
    await house.act(game_id, token, ABANDON, command_id=same)


@case("OUT_OF_RANGE", "PAST_THE_END", version="1")
async def a_record_that_is_not_there_yet(house):
    await house.follow(await house.create(), after=2)


# What is not built yet


# Limits and faults, each on a service made for it


SERVICES = []


def case_of(status, reason, **made):
    """A call to a service with such a setting, or such a store, that ends with this status and reason."""

    def add(call):
        SERVICES.append(pytest.param(status, reason, made, call, id=f"{reason} {call.__name__}"))
        return call

    return add


@case_of("RESOURCE_EXHAUSTED", "MESSAGE_TOO_LARGE", message_bytes=1_000)
async def a_request_over_the_limit(house):
    await house.create(game="x" * 1_001)


@case_of("RESOURCE_EXHAUSTED", "FILE_TOO_LARGE", audit_bytes=2)
async def a_file_over_the_limit(house):
    await audit(house, replays.AuditSettings())


@case_of("RESOURCE_EXHAUSTED", "TOO_MANY_AUDITS", audits=1)
async def one_audit_more(house):
    unfinished = house.replays.AuditReplay()
    await unfinished.write(replays.AuditReplayRequest())
    await until(lambda: house.parts.audits.inside)
    await audit(house, replays.AuditSettings())


@case_of("RESOURCE_EXHAUSTED", "FILE_TOO_SLOW", audits=1)
async def a_file_that_never_ends(house):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers.replays, "SENDING_SECONDS", 0)
        await house.replays.AuditReplay()


@case_of("RESOURCE_EXHAUSTED", "TOO_MANY_GAMES", open_games=1)
async def one_game_more(house):
    await house.create()
    await house.create()


@case_of("RESOURCE_EXHAUSTED", "TOO_MANY_BOTS", bot_games=1)
async def one_game_with_bots_more(house):
    for _ in range(2):
        await house.make(game="dicey_peaks", seats=2, bots=["greedy"])


@case_of("RESOURCE_EXHAUSTED", "TOO_MANY_SUBSCRIBERS", subscribers=1)
async def one_subscriber_more(house):
    game_id = await house.create()
    first = house.games.Subscribe(games.SubscribeRequest(game_id=game_id))
    await first.read()
    await house.follow(game_id)


@case_of("RESOURCE_EXHAUSTED", "TOO_MANY_SEATS", seats=1)
async def one_seat_more(house):
    await house.create_roped(seats=2)


@case_of("RESOURCE_EXHAUSTED", "TOO_MANY_RECORDS", records=10)
async def one_record_more(house):
    await house.play(*await house.started(), turns=20)


@case_of("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS", calls_a_second=1)
async def one_call_more(house):
    house.parts.pace._now = lambda: 0
    for _ in range(3):
        await house.create()


@case("RESOURCE_EXHAUSTED", "TOO_MANY_GUESSES", retry_after_ms="6000")
async def one_guess_more(house):
    house.parts.guesses._now = lambda: 0
    for _ in range(10):
        with refused("NOT_FOUND", "NO_SUCH_GAME"):
            await house.sit("", join_code="babab-babab-babab")
    await house.sit("", join_code="babab-babab-babab")


@case_of("RESOURCE_EXHAUSTED", "TOO_MANY_COMMANDS", queued_commands=1)
async def one_command_more(house):
    game_id, token = await house.started()
    house.parts.writer._waiting.append(None)
    try:
        await house.act(game_id, token)
    finally:
        house.parts.writer._waiting.clear()


@case_of("UNAVAILABLE", "STORE_UNAVAILABLE")
async def a_store_that_cannot_be_reached(house):
    game_id, token = await house.started()

    async def append(rows):
        raise StoreUnavailable("the disk is on holiday")

    house.parts.store.append = append
    await house.act(game_id, token)


@case_of("UNAVAILABLE", "SHUTTING_DOWN")
async def a_service_that_is_stopping(house):
    game_id, token = await house.started()
    house.parts.writer.close()
    await house.act(game_id, token)


@case_of("UNAVAILABLE", "CONFLICT")
async def a_game_that_another_hand_changes_each_time(house):
    game_id, token = await house.started()

    async def append(rows):
        raise Conflict

    house.parts.store.append = append
    await house.act(game_id, token)


@case_of("INTERNAL", "INTERNAL")
async def a_fault_of_the_service(house):
    game_id, token = await house.started()

    async def ask(_ask):
        raise RuntimeError("the seed is hunter2")

    house.parts.desk.ask = ask
    await house.act(game_id, token)


@pytest.mark.parametrize(("status", "reason", "metadata", "call"), CASES)
async def test_status_and_reason(house, status, reason, metadata, call):
    """A call that must fail does so with its status, its reason and what helps."""
    with refused(status, reason) as said:
        await call(house)
    assert said.metadata.items() >= metadata.items()
    assert not re.search(PROGRAMMERS_WORDS, said.message)


@pytest.mark.parametrize(("status", "reason", "made", "call"), SERVICES)
async def test_status_and_reason_at_a_limit_or_fault(tmp_path, status, reason, made, call):
    """A limit that is reached and a fault that happens have their status and reason too."""
    async with House(tmp_path, **made) as house:
        with refused(status, reason):
            await call(house)


async def test_a_fault_tells_no_more_than_an_id(house, capsys):
    """INTERNAL has a fixed text and an id; the log has the place under that id, and not the text either."""
    logs.configure(house.settings)
    with refused("INTERNAL", "INTERNAL") as said:
        await a_fault_of_the_service(house)

    told = said.metadata["id"]
    logged = capsys.readouterr().err
    assert said.metadata == {"id": told}
    assert told in logged
    assert "RuntimeError" in logged
    assert "test_errors.py" in logged
    assert "hunter2" not in logged + "".join(map(repr, house.heard))


def test_every_reason_has_a_case():
    """Every reason that the service's code names is the reason of a case."""
    told = {case.values[1] for case in [*CASES, *SERVICES]}
    assert set(reasons_in(Path(summitbook_service.__file__).parent)) <= told


def reasons_in(folder):
    """The reasons that the code names where it makes a Problem."""
    kinds = [
        each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, errors.Problem)
    ]
    names = {kind.__name__ for kind in kinds}
    for file in sorted(set(folder.rglob("*.py")) - set((folder / "cli").rglob("*.py"))):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names and node.args:
                yield ast.literal_eval(node.args[0])
