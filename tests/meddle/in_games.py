"""Changes to the logs of games, and to which of them there are."""

from __future__ import annotations

import json
from random import Random

from dossiers import cup_of

from summitbook_domain.dossier.files import LOG, game_file
from summitbook_domain.policies import random
from summitbook_domain.tournament.state import Fixture

from .evidence import (
    Evidence,
    Found,
    Record,
    Trial,
    another_digit,
    changed,
    covered,
    edited,
    file_of,
    line_of,
)


def left_out(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A game that is not there."""
    fixture = evidence.game(luck)
    files = evidence.files
    del files[file_of(fixture)]
    return Trial(
        f"{evidence.kind}: a game left out", files, Found(LOG, _paired(evidence, fixture), "MISSING_GAME")
    )


def _paired(evidence: Evidence, fixture: Fixture) -> int:
    if fixture.round:
        return evidence.line_of("RoundPublished", round=fixture.round)
    return evidence.line_of("MatchMade", game_id=fixture.game_id)


def swapped(evidence: Evidence, how: str, luck: Random) -> Trial:
    """Two games in each other's place."""
    one, other = sorted(luck.sample(range(len(evidence.state.fixtures)), 2))
    first, second = (file_of(evidence.state.fixtures[at]) for at in (one, other))
    files = evidence.files
    files[first], files[second] = files[second], files[first]
    return Trial(f"{evidence.kind}: two games swapped", files, Found(first, 1, "WRONG_GAME"))


def in_place_of(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A game in place of another."""
    one, other = luck.sample(evidence.state.fixtures, 2)
    files = evidence.files
    files[file_of(one)] = files[file_of(other)]
    return Trial(f"{evidence.kind}: another's game", files, Found(file_of(one), 1, "WRONG_GAME"))


def doubled(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A file that is there twice."""
    name = luck.choice(list(evidence.files))
    names = [*evidence.files, name]
    return Trial(f"{evidence.kind}: a file twice", evidence.files, Found(name, None, "DOUBLE_FILE"), names)


def foreign(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A game too much, or a file that no dossier has."""
    stranger = game_file(another_digit(evidence.game(luck).game_id, luck))
    name = luck.choice([stranger, "notes.txt", "games/", "../keys.json"])
    files = {**evidence.files, name: evidence.files[file_of(evidence.game(luck))]}
    return Trial(f"{evidence.kind}: {name} too much", files, Found(name, None, "FOREIGN_FILE"))


def drawn(evidence: Evidence, how: str, luck: Random) -> Trial:
    """What a die showed."""
    fixture = luck.choice([each for each in evidence.state.fixtures if _rolls(evidence, each)])
    name = file_of(fixture)
    at = luck.choice(_rolls(evidence, fixture))

    def change(record: Record) -> None:
        key = "values" if "values" in record["data"] else "faces"
        shown = record["data"][key]
        shown[0] = shown[0] % 6 + 1 if key == "values" else _another_face(shown[0])

    return edited(
        evidence, how, at, changed(change), what="a die", insider=Found(name, at + 1, "WRONG_DRAW"), name=name
    )


def _another_face(face: str) -> str:
    return "tent" if face != "tent" else "pickaxe"


def _rolls(evidence: Evidence, fixture: Fixture) -> list[int]:
    return [at for at, each in enumerate(evidence.records(file_of(fixture))) if each["type"] == "DiceRolled"]


def seated(evidence: Evidence, how: str, luck: Random) -> Trial:
    """Under which name a seat was taken."""
    fixture = evidence.game(luck)
    name = file_of(fixture)
    at = next(at for at, each in enumerate(evidence.records(name)) if each["type"] == "SeatTaken")

    def change(record: Record) -> None:
        record["data"]["name"] = record["cause"]["args"]["name"] = "Nobody"

    return edited(
        evidence,
        how,
        at,
        changed(change),
        what="a seat's name",
        insider=Found(name, at + 1, "WRONG_SEAT"),
        name=name,
    )


def date(evidence: Evidence, how: str, luck: Random) -> Trial:
    """When a game ended: nothing hangs on it but its hash, and that was counted."""
    fixture = evidence.game(luck)
    name = file_of(fixture)
    at = len(evidence.records(name)) - 1

    def change(record: Record) -> None:
        record["at"] = "2026-12-24T20:00:00.000000Z"

    counted = evidence.line_of("GameFinished", game_id=fixture.game_id)
    return edited(
        evidence,
        how,
        at,
        changed(change),
        what="a date",
        insider=Found(LOG, counted, "WRONG_HEAD"),
        name=name,
    )


def another_deal(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A game of another round's deal in every respect, under this one's id."""
    fixture = evidence.game(luck)
    name = file_of(fixture)
    key = luck.choice(["deal", "commitment"])
    tail = evidence.tail(name)

    def change(record: Record) -> None:
        record["data"][key] = another_digit(record["data"][key], luck)

    line = len(evidence.records(name)) + (1 if len(tail) > 1 else 0)
    if key == "deal" and len(tail) == 1:
        # Without a reveal nothing names the deal a second time: the draws are those of another.
        line = next(at for at, each in enumerate(evidence.records(name), 1) if each["data"].get("draw"))
        return edited(
            evidence,
            how,
            0,
            changed(change),
            what="a game's deal",
            insider=Found(name, line, "WRONG_DRAW"),
            name=name,
        )
    return edited(
        evidence,
        how,
        0,
        changed(change),
        what=f"a game's {key}",
        insider=Found(name, line, "BAD_SEED"),
        name=name,
    )


def played_otherwise(evidence: Evidence, how: str, luck: Random) -> Trial:
    """Another game by the same contestants on the same deal, sealed by the service: a better one, say."""
    fixture = evidence.game(luck)
    name, cup = file_of(fixture), cup_of(evidence.kind)
    records = [json.loads(line) for line in cup.play_anew(fixture, random).lines]
    counted = evidence.line_of("GameFinished", game_id=fixture.game_id)
    files = covered(evidence, "insider", records, name)
    return Trial(f"{evidence.kind}: a game played anew", files, Found(LOG, counted, "WRONG_HEAD"))


def reveal(evidence: Evidence, how: str, luck: Random) -> Trial:
    """The line that reveals a deal; on a ladder the seed in the game."""
    fixture = evidence.game(luck)
    name = file_of(fixture)
    *told, seal = evidence.tail(name)
    count = len(evidence.records(name))
    if not told:
        return _own_reveal(evidence, how, name, count, luck)
    records = [line_of(each) for each in evidence.records(name)]
    what = luck.choice(["gone", "seed", "deal"])
    if what == "gone":
        wanted, told = Found(name, count, "NO_SEED"), []
    else:
        said = json.loads(told[0])["reveal"]
        told = [line_of({"reveal": {**said, what: another_digit(said[what], luck)}})]
        wanted = Found(name, count + 1, "BAD_SEED")
    files = {**evidence.files, name: b"".join([*records, *told, seal])}
    return Trial(f"{evidence.kind}: a reveal, {what}", files, wanted)


def _own_reveal(evidence: Evidence, how: str, name: str, count: int, luck: Random) -> Trial:
    def change(record: Record) -> None:
        record["data"]["seed"] = another_digit(record["data"]["seed"], luck)

    return edited(
        evidence,
        how,
        count - 1,
        changed(change),
        what="a game's seed",
        insider=Found(name, count, "BAD_SEED"),
        name=name,
    )


def seal(evidence: Evidence, how: str, luck: Random) -> Trial:
    """The seal of a game or of the log: none, or a stranger's."""
    name = luck.choice([LOG, file_of(evidence.game(luck))])
    lines = evidence.files[name].splitlines(keepends=True)
    if luck.randrange(2):
        files = {**evidence.files, name: b"".join(lines[:-1])}
        records = len(evidence.records(name))
        return Trial(
            f"{evidence.kind}: no seal",
            files,
            Found(name, records if name != LOG else len(lines) - 1, "NO_SEAL"),
        )
    files = covered(evidence, "stranger", evidence.records(name), name)
    return Trial(f"{evidence.kind}: another's seal", files, Found(name, len(lines), "UNKNOWN_KEY"))


CHANGES = (
    left_out,
    swapped,
    in_place_of,
    doubled,
    foreign,
    drawn,
    seated,
    date,
    another_deal,
    played_otherwise,
    reveal,
    seal,
)
