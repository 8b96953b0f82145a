"""Bots that hold nothing but what they are sent."""

from random import Random

import pytest

from summitbook_client import Refused
from summitbook_client.bot import GAMES_AT_ONCE, REFUSALS_TO_STOP, Bot
from summitbook_client.policy import by_chance


def bot(client, game="everest1924", policy=by_chance):
    return Bot(client, game, seats=1, policy=policy, luck=Random(1924))


async def test_whole_games_without_a_refusal(client):
    """More games than are played at once, each to its end, each told once."""
    told = []

    tally = await bot(client).play(GAMES_AT_ONCE + 4, lambda: told.append(1))

    assert (tally.games, len(told), tally.outcomes.total()) == (GAMES_AT_ONCE + 4,) * 3
    assert not tally.refusals
    for game_id in tally.game_ids:
        assert (await client.table(game_id).look()).game.outcome == "finished"


async def test_every_command_is_counted(client):
    """As many as the games' records show."""
    tally = await bot(client).play(3)

    recorded = 0
    for game_id in tally.game_ids:
        async for item in client.table(game_id).follow():
            recorded += any(record.cause.HasField("act") for record in item.records.records)
    assert tally.commands == recorded


async def test_refusals_are_counted_by_code_and_end_it(client):
    """A bot that is refused again and again stops instead of going on for ever."""

    async def stubborn(asked, luck):
        chosen = next(iter(asked.actions))
        chosen.command.everest1924.combine_dice.keep = 9
        chosen.command.everest1924.combine_dice.discard = 9
        chosen.command.everest1924.combine_dice.op = "OP_ADD"
        return chosen

    player = bot(client, policy=stubborn)

    with pytest.raises(Refused, match="WRONG_PHASE"):
        await player.play(1)
    assert player.tally.refusals == {"WRONG_PHASE": REFUSALS_TO_STOP}


async def test_each_game_has_luck_of_its_own(client):
    """It follows from the bot's, and so the same bot has the same luck again, whatever order games end in."""

    async def lucks(seed):
        """The first number that each game's luck gives, by the order in which they were begun."""
        first = {}

        async def counting(asked, luck):
            first.setdefault(asked.seat.game_id, luck.random())
            return await by_chance(asked, luck)

        await Bot(client, "everest1924", seats=1, policy=counting, luck=Random(seed)).play(4)
        return sorted(first.values())

    assert await lucks(1924) == await lucks(1924) != await lucks(1953)
    assert len(set(await lucks(1924))) == 4


async def test_who_leaves_it_to_the_others_is_not_asked_to_act(client):
    """In a team the one who wants to act does; where nobody wants to, somebody acts all the same."""
    asked_of = []

    async def only_the_last(asked, luck):
        asked_of.append(asked.seat.seat)
        return await by_chance(asked, luck) if asked.seat.seat == 1 else None

    tally = await Bot(client, "dicey_peaks", seats=2, policy=only_the_last, luck=Random(1)).play(1)

    assert set(asked_of) == {0, 1}
    assert tally.outcomes == {"finished": 1}


async def test_a_game_that_there_is_not_is_refused_at_once(client):
    """The refusal is the server's, not a crash of the bot."""
    with pytest.raises(Refused) as raised:
        await bot(client, game="chess").play(2)

    assert raised.value.reason == "UNKNOWN_GAME"
