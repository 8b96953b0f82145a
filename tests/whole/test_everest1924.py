"""Everest 1924 through the service: every refusal code of its page."""

from collections.abc import Awaitable, Callable

from house import ADVANCE, REROLL_NOTHING, ROLL, House, everest, everest_command, refused

from summitbook_domain.content import check
from summitbook_domain.everest1924 import GAME
from summitbook_domain.everest1924.dice import best_straight
from summitbook_domain.everest1924.sheet import Sheet

CAMP = everest_command(advance=everest.Advance(make_camp=True))
REROLL = everest_command(reroll_dice=everest.RerollDice(dice=[0]))
EASY, HOPELESS = 1, 99
"""Targets that any straight reaches, and that none of three dice does."""


def ladder(target: int) -> dict:
    """A sheet one square wide, where the square ahead is always off the sheet and a camp's is not."""
    rung = {"first": 0, "squares": 1}
    return {
        "game": GAME.name, "edition": f"ladder-{target}", "min_seats": 1, "max_seats": 1,
        "dice": 3, "max_dice": 3, "camps": 1, "legends": [{"name": "Sweep"}],
        "rows": [rung, {**rung, "target": target}, {**rung, "target": target}],
    }  # fmt: skip


def combine(keep: int, discard: int, op: str) -> object:
    return everest_command(combine_dice=everest.CombineDice(keep=keep, discard=discard, op=op))


async def test_every_refusal_comes_through_the_service(house: House, monkeypatch):
    """What the rules do not allow is FAILED_PRECONDITION with the code of the rules page: here is each."""
    told = set()

    async def climber_on(target: int) -> tuple[Callable[..., Awaitable], Callable[..., Awaitable]]:
        content = ladder(target)
        monkeypatch.setitem(GAME.editions, content["edition"], check(content, Sheet, content["edition"]))
        game_id, token = await house.started(edition=content["edition"])

        async def refused_with(code: str, asked: object) -> None:
            with refused("FAILED_PRECONDITION", code):
                await house.act(game_id, token, asked)
            told.add(code)

        return (lambda asked: house.act(game_id, token, asked)), refused_with

    act, refused_with = await climber_on(EASY)
    await refused_with("WRONG_PHASE", ADVANCE)
    rolled = (await act(ROLL)).events[0].everest1924.dice_rolled.values
    only_for_others = "OP_SUBTRACT" if rolled[0] == rolled[1] else "OP_INCREMENT"
    await refused_with("DIE_NOT_LIVE", combine(0, 0, "OP_ADD"))
    await refused_with("ILLEGAL_COMBINATION", combine(0, 1, only_for_others))
    await refused_with("BAD_DICE", REROLL_NOTHING)
    await act(REROLL)
    await refused_with("ALREADY_REROLLED", REROLL)

    straight = ()
    while not straight:
        act, refused_with = await climber_on(EASY)
        straight = best_straight((await act(ROLL)).events[0].everest1924.dice_rolled.values)
    await refused_with("MUST_CAMP", ADVANCE)
    await act(CAMP)
    await act(ROLL)
    await refused_with("NO_CAMP_LEFT", CAMP)

    act, refused_with = await climber_on(HOPELESS)
    await act(ROLL)
    await refused_with("CAMP_NOT_ALLOWED", CAMP)

    assert set(GAME.codes) == told
