"""What programs are given by `summitbook_client`: docs/clients.md, "In Python"."""

import asyncio
import re
from pathlib import Path
from uuid import uuid4

import grpc
import pytest

import summitbook_client
from summitbook.v1 import game_service_pb2, replay_service_pb2, tournament_service_pb2
from summitbook_client import (
    BlockingClient,
    BlockingContestant,
    BlockingHost,
    BlockingOrganiser,
    BlockingSeat,
    BlockingTable,
    BlockingTournament,
    Client,
    Contestant,
    Host,
    Organiser,
    Receipt,
    Refused,
    Seat,
    Table,
    Tournament,
    TournamentReceipt,
    going_on,
)
from summitbook_client.calls import Calls

CLAIM = b"my own secret, long enough"
ASKED = re.compile(r"\.(?:games|replays|tournaments)\.([A-Z]\w+)")


def public(kind):
    return {name for name in dir(kind) if not name.startswith("_")} - {"client"}


def test_every_rpc_has_a_typed_call():
    """Nothing that a service can be asked has to be asked past the client."""
    (folder,) = summitbook_client.__path__
    asked = {name for file in Path(folder).glob("*.py") for name in ASKED.findall(file.read_text("utf-8"))}
    services = [
        *game_service_pb2.DESCRIPTOR.services_by_name.values(),
        *replay_service_pb2.DESCRIPTOR.services_by_name.values(),
        *tournament_service_pb2.DESCRIPTOR.services_by_name.values(),
    ]

    assert asked == {rpc.name for service in services for rpc in service.methods}


@pytest.mark.parametrize(
    ("waiting", "kind"),
    [
        (BlockingTable, Table),
        (BlockingSeat, Seat),
        (BlockingHost, Host),
        (BlockingTournament, Tournament),
        (BlockingContestant, Contestant),
        (BlockingOrganiser, Organiser),
        (BlockingClient, Client),
    ],
    ids=lambda kind: kind.__name__,
)
def test_whoever_waits_can_do_the_same(waiting, kind):
    """What there is for asyncio is there without it, under the same name."""
    fields = getattr(kind, "__dataclass_fields__", {})

    assert public(waiting) == (public(kind) | set(fields)) - public(Calls) - {"client"}


async def test_a_game_made_again_by_its_id_is_the_same(client):
    """A program that ended before it was answered asks again, with the id and the claim that it had kept."""
    kept = {"command_id": str(uuid4()), "claim": CLAIM}
    first = await client.create_game("dicey_peaks", 2, private=True, **kept)
    again = await client.create_game("dicey_peaks", 2, private=True, **kept)

    assert (again.game_id, again.join_code) == (first.game_id, first.join_code)


async def test_a_seat_taken_again_by_its_id_is_the_same(client):
    """Two seats are free, and the same asked twice takes one."""
    host = await client.create_game("dicey_peaks", 2)
    kept = {"command_id": str(uuid4()), "claim": CLAIM, "salt": b"salt"}
    first, again = [await host.take_seat("Ada", **kept) for _ in range(2)]

    assert first.seat == again.seat == 0
    assert [seat.taken for seat in (await host.look()).game.seats] == [True, False]
    with pytest.raises(Refused) as raised:
        await host.take_seat("Ada", **{**kept, "salt": b"other"})
    assert (raised.value.status, raised.value.reason) == (grpc.StatusCode.ALREADY_EXISTS, "COMMAND_ID_USED")


async def test_a_command_sent_again_by_its_id_is_done_once(client):
    """It is answered as it was, with the same receipt."""
    seat = await (await client.create_game("everest1924")).take_seat("Ada")
    command, command_id = (await seat.legal_actions())[0].command, str(uuid4())
    first, again = [await seat.act(command, command_id=command_id) for _ in range(2)]

    assert (again.version, again.record_hash) == (first.version, first.record_hash)


async def test_a_named_seat_is_taken(client):
    """Else it is the first that is free."""
    host = await client.create_game("dicey_peaks", 3)

    assert (await host.take_seat("Ada", seat=2)).seat == 2
    assert (await host.take_seat("Bob")).seat == 0


async def test_a_private_game_is_joined_by_its_code_and_by_its_own(client):
    """The host sits down without it, others with it, and to anyone else there is no such game."""
    host = await client.create_game("dicey_peaks", 3, private=True)
    ada = await host.take_seat("Ada")
    bob = await client.join(host.join_code, "Bob")

    assert (ada.seat, bob.seat, bob.game_id) == (0, 1, host.game_id)
    with pytest.raises(Refused, match="NO_SUCH_GAME"):
        await client.table(host.game_id).look()


async def test_keys_that_were_kept_serve_again(client):
    """Whoever comes back makes the seat or the host of what was kept; a lost token is issued again."""
    host = await client.create_game("dicey_peaks", 2)
    seat = await host.take_seat("Ada")
    back = client.seat(seat.game_id, seat.seat, "lost", seat.claim)

    assert (await (await back.renewed()).look()).game.game_id == host.game_id
    assert await (await client.host(host.game_id, "lost", host.claim).renewed()).cancel()


async def test_a_finished_game_is_audited_and_forked(client):
    """The server's verdict by its key and a receipt, and a practice game of one's own."""
    receipts = []
    client.on_receipt = receipts.append
    seat = await (await client.create_game("everest1924")).take_seat("Ada")
    while actions := going_on(await seat.legal_actions()):
        await seat.act(actions[0].command)
    file, keys = await seat.export(), await client.server_keys()

    report = await client.audit(file, trusted_keys=keys, receipts=receipts)
    made = await client.fork(file, receipts[-2].n)

    assert (report.code, list(report.warnings)) == ("", [])
    assert len(await made.seats[0].legal_actions()) > 0
    lie = Receipt(seat.game_id, receipts[-1].n, "0" * 64)
    assert (await client.audit(file, receipts=[lie])).code


async def test_games_are_listed(client):
    """All that anyone may see, newest first, of one kind if it is named."""
    made = [(await client.create_game(game, 2)).game_id for game in ("dicey_peaks", "mountaineering")]

    assert [game.game_id async for game in client.list_games()] == made[::-1]
    assert [game.game_id async for game in client.list_games("dicey_peaks")] == made[:1]


async def test_a_tournament_is_announced_entered_and_run(client):
    """Each answer to a command leaves a receipt, which the log then holds; kept keys serve again."""
    receipts = []
    client.on_receipt = receipts.append
    made = await client.create_tournament("Open", kind="duplicate", game="everest1924", seats=1, rounds=1)
    entered = await client.tournament(made.tournament_id).enter("Ada")
    run = client.organiser(made.tournament_id, "lost", made.claim)
    run = await run.renewed()
    await run.start()
    await run.publish()
    again = client.contestant(made.tournament_id, entered.contestant, entered.token, entered.claim)
    ((number, seat),) = await again.seats()
    client.on_receipt = lambda _: None
    await seat.retire()

    lines = {}
    async for records in client.tournament(made.tournament_id).steps():
        lines |= {record.n: record.record_hash.hex() for record in records}
        if len(lines) == 5:
            client.on_receipt = receipts.append
            await run.close_round()
            await run.close()

    assert number == 1
    assert [each.tournament_id async for each in client.list_tournaments()] == [made.tournament_id]
    assert receipts == [TournamentReceipt(made.tournament_id, n, lines[n]) for n in (1, 2, 3, 4, 6, 7)]


async def test_a_tournament_made_again_by_its_id_is_the_same(client):
    """As a game is, with the id and the claim that were kept."""
    kept = {"command_id": str(uuid4()), "claim": CLAIM}
    asked = {"kind": "ladder", "game": "dicey_peaks", "seats": 2}
    one, same = [await client.create_tournament("Peaks", **asked, **kept) for _ in range(2)]

    assert one.tournament_id == same.tournament_id


def hold_a_tournament(server):
    """A whole one by one who waits, and what its contestants were given."""
    with BlockingClient(server) as client:
        made = client.create_tournament("Open", kind="duplicate", game="everest1924", seats=1, rounds=1)
        entered = [client.tournament(made.tournament_id).enter(name) for name in ("Ada", "Bob")]
        made.start()
        made.publish()
        for contestant in entered:
            for _, seat in contestant.seats():
                seat.retire()
        for _ in made.steps():
            if sum(game.HasField("finished") for game in made.look().rounds[0].games) == len(entered):
                break
        made.close_round()
        made.close()
        return made.tournament_id, [each.contestant for each in made.look().standings], made.export()[:2]


async def test_whoever_waits_holds_a_tournament_too(client):
    """Announced, entered, played and taken away."""
    tournament_id, standings, dossier = await asyncio.to_thread(hold_a_tournament, client.server)

    assert [each.tournament_id async for each in client.list_tournaments()] == [tournament_id]
    assert (standings, dossier) == ([0, 1], b"PK")
