"""
Games of a round, made as the service makes them, without a tournament.

    game_id = await made(house, deal)
    await house.act(game_id, seated(house, game_id))
"""

from __future__ import annotations

from house import new_id

from summitbook_domain.games import newest
from summitbook_domain.table.commands import CreateGame
from summitbook_service.dealing import Dealt

TOURNAMENT = "7d0f5a53-5a2b-4a38-8a57-0d6f3d3ae001"
EVEREST, DICEY = newest("everest1924"), newest("dicey_peaks")


def dealt(house, deal, *, game=EVEREST, names=("Mallory",)):
    """A game of a round on this deal, not made yet."""
    edition = next(iter(game.editions))
    command = CreateGame(game.name, game.rules, edition, {}, len(names))
    commitment = house.parts.keys.new_seed(deal).commitment
    return Dealt(
        game_id=new_id(),
        deal=deal,
        commitment=commitment,
        tournament=TOURNAMENT,
        command=command,
        names=names,
    )


async def made(house, deal, **how):
    """The id of a game of a round on this deal."""
    wanted = dealt(house, deal, **how)
    await house.parts.dealer.make(wanted)
    return wanted.game_id


def seated(house, game_id, seat=0):
    """The token of a seat of a game with as many records before it as seats."""
    return house.token(role="seat", game_id=game_id, seat=seat, since=2 + seat)
