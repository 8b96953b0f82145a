"""
Makes the folder of a release: games of every kind as it leaves them, with keys made for this alone.

    python tests/releases/make.py

It is run once, by the code of the release, when it is made; what it wrote is never written anew.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from house import CLAIM, House, bearer, new_id  # noqa: E402 -- found by the line above

from summitbook.v1 import game_service_pb2 as games  # noqa: E402 -- as above

CONTENT = HERE.parents[1] / "docs" / "examples"
SEED = bytes(range(32))
EVEREST, DICEY, MOUNTAIN = "everest1924", "dicey_peaks", "mountaineering"
TO_THE_END = 10_000


class Maker:
    """Fills a house with games, and remembers where each stands and what its last command was answered."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._chance = Random(SEED)
        self.games: dict[str, dict[str, Any]] = {}

    async def fill(self) -> None:
        """Games of every kind, finished and open."""
        timed = games.CreateGameRequest().options
        timed.dicey_peaks.turn_seconds = 3_000
        await self.play("everest, to its end", TO_THE_END, game=EVEREST)
        await self.play("everest, to its end, seed given", TO_THE_END, game=EVEREST, seed=SEED)
        await self.play("everest, private, seed given", 2, game=EVEREST, private=True, seed=SEED)
        await self.play("everest, in play", 3, game=EVEREST)
        await self.play("everest, on added content", 2, game=EVEREST, edition="afternoon-hill")
        await self.play("dicey peaks, to its end", TO_THE_END, game=DICEY, seats=3, seed=SEED)
        await self.play("dicey peaks, private", 15, game=DICEY, seats=2, private=True)
        await self.play("dicey peaks, timed", 6, game=DICEY, seats=2, options=timed)
        await self.play("mountaineering, to its end", TO_THE_END, game=MOUNTAIN, seats=2)
        await self.play("mountaineering, in play", 20, game=MOUNTAIN, seats=3, seed=SEED)
        await self.make("dicey peaks, waiting", game=DICEY, seats=4, take=2)
        await self.cancel("dicey peaks, cancelled")

    async def make(self, name: str, *, take: int, **request: Any) -> games.CreateGameResponse:
        """A game with so many of its seats taken."""
        made = await self._house.make(**request)
        for _ in range(take):
            await self._house.sit(made.game.game_id, token=made.token, name="Noel")
        self.games[name] = {"game_id": made.game.game_id, "private": request.get("private", False)}
        return made

    async def play(self, name: str, turns: int, *, seats: int = 1, **request: Any) -> None:
        """A game in which so many commands are sent, or all until its end."""
        made = await self.make(name, take=seats, seats=seats, **request)
        game_id = made.game.game_id
        tokens = [await self._token(game_id, seat) for seat in range(seats)]
        for _ in range(turns):
            choices = [(token, choice) for token in tokens for choice in await self._legal(game_id, token)]
            if not choices:
                break
            token, command = self._chance.choice(choices)
            act = games.ActRequest(command_id=new_id(), game_id=game_id, command=command)
            answer = await self._house.games.Act(act, metadata=bearer(token))
            self.games[name]["last"] = {
                "seat": tokens.index(token),
                "asked": act.SerializeToString().hex(),
                "version": answer.version,
                "record_hash": answer.record_hash.hex(),
            }

    async def cancel(self, name: str) -> None:
        """A game that its host called off."""
        made = await self.make(name, take=1, game=DICEY, seats=2)
        request = games.CancelGameRequest(command_id=new_id(), game_id=made.game.game_id)
        await self._house.games.CancelGame(request, metadata=bearer(made.token))

    async def note(self) -> None:
        """Where each game stands at the end."""
        for each in self.games.values():
            request = games.GetGameRequest(game_id=each["game_id"])
            shown = (await self._house.games.GetGame(request, metadata=self._house.operator)).game
            each |= {"version": shown.version, "record_hash": shown.record_hash.hex()}
            each["outcome"] = shown.outcome

    async def _token(self, game_id: str, seat: int) -> str:
        request = games.IssueTokenRequest(game_id=game_id, seat=seat, claim=CLAIM)
        return str((await self._house.games.IssueToken(request)).token)

    async def _legal(self, game_id: str, token: str) -> list[Any]:
        request = games.ListLegalActionsRequest(game_id=game_id)
        answer = await self._house.games.ListLegalActions(request, metadata=bearer(token))
        return [action.command for action in answer.legal_actions if not action.gives_up]


async def filled(data: Path) -> dict[str, dict[str, Any]]:
    """Leave a data folder as this release leaves it, and answer what is in it."""
    async with House(data, content=CONTENT) as house:
        maker = Maker(house)
        await maker.fill()
        await maker.note()
    return maker.games


def main(out: Path) -> None:
    """Write the folder."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        found = asyncio.run(filled(data))
        out.mkdir()
        store = (data / "summitbook.sqlite").read_bytes()
        (out / "summitbook.sqlite.gz").write_bytes(gzip.compress(store, mtime=0))
        copytree(data / "keys", out / "keys")
    (out / "games.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(HERE / version("summitbook"))
