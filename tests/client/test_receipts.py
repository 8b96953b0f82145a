"""docs/audit.md, "Receipts": a client keeps the head of each answer, and the file holds them all."""

import json
from random import Random

from summitbook_client import Receipts
from summitbook_client.bot import Bot
from summitbook_client.policy import by_chance


def kept_in(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


async def heads_of(client, game_id):
    """The hash of each record of a game by its number, from its file."""
    lines = [json.loads(line) for line in (await client.table(game_id).export()).splitlines()]
    return {line["n"]: line["hash"] for line in lines if "n" in line}


async def test_each_answer_to_a_command_leaves_a_receipt(client, tmp_path):
    """Making a game, sitting down, leaving and ending it each add a line: the answer's game, number, hash."""
    with Receipts(tmp_path / "kept.jsonl") as receipts:
        client.on_receipt = receipts.keep
        host = await client.create_game("dicey_peaks", 2)
        game_id = host.game_id
        seat = await host.take_seat("Ada")
        await seat.leave()
        await host.cancel()

    heads = await heads_of(client, game_id)
    assert kept_in(tmp_path / "kept.jsonl") == [
        {"game_id": game_id, "n": n, "hash": heads[n]} for n in (1, 2, 3, 4)
    ]


async def test_giving_up_leaves_a_receipt_of_the_last_record(client, tmp_path):
    """The receipt of whoever retires is of the record that closes the game."""
    with Receipts(tmp_path / "kept.jsonl") as receipts:
        seat = await (await client.create_game("everest1924")).take_seat("Ada")
        client.on_receipt = receipts.keep
        await seat.retire()

    heads = await heads_of(client, seat.game_id)
    assert kept_in(tmp_path / "kept.jsonl") == [
        {"game_id": seat.game_id, "n": max(heads), "hash": heads[max(heads)]}
    ]


async def test_a_bot_on_a_stream_keeps_receipts_too(client, tmp_path):
    """One file holds those of several games, each game's up to its last record, all as exported."""
    with Receipts(tmp_path / "kept.jsonl") as receipts:
        client.on_receipt = receipts.keep
        bot = Bot(client, "everest1924", seats=1, policy=by_chance, luck=Random(7))
        tally = await bot.play(2)

    kept = kept_in(tmp_path / "kept.jsonl")
    assert len(kept) == tally.commands + 2 * len(("made", "sat down"))
    for game_id in tally.game_ids:
        heads = await heads_of(client, game_id)
        own = {each["n"]: each["hash"] for each in kept if each["game_id"] == game_id}
        assert own == {n: heads[n] for n in own}
        assert max(own) == max(heads)


def test_receipts_are_added_to_those_that_are_there(tmp_path):
    """Coming back to a game leaves what was kept before."""
    (tmp_path / "kept.jsonl").write_text("{}\n", encoding="utf-8")

    with Receipts(tmp_path / "kept.jsonl"):
        pass

    assert kept_in(tmp_path / "kept.jsonl") == [{}]
