"""Changes to the tournament's own log."""

from __future__ import annotations

from random import Random
from typing import Any

from summitbook_domain.dossier.files import LOG

from .evidence import (
    DOUBLED,
    REMOVED,
    Evidence,
    Found,
    Record,
    Trial,
    another_digit,
    changed,
    edited,
    file_of,
    places,
)


def result(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A result that was counted, in command and event alike; the last one, so that no pairing hangs on it."""
    at = luck.choice([at for at in places(evidence, "GameFinished")[-2:] if _has_result(evidence, at)])

    def change(record: Record) -> None:
        told = record["data"]["results"][0]
        key = "points" if told["points"] is not None else "place"
        told[key] = told[key] + 1 if key == "points" else 1 + (told[key] == 1)
        given = record["cause"]["args"]["results"]
        given[:] = [told[key]] * len(given) if key == "points" else [told[key], *given[1:]]

    insider = Found(LOG, len(evidence.records()), "WRONG_EVENT")
    return edited(evidence, how, at, changed(change), what="a result", insider=insider)


def _has_result(evidence: Evidence, at: int) -> bool:
    return bool(evidence.records()[at]["cause"]["args"]["results"])


def outcome(evidence: Evidence, how: str, luck: Random) -> Trial:
    """How a game ended."""
    at = luck.choice(places(evidence, "GameFinished"))

    def change(record: Record) -> None:
        record["data"]["outcome"] = record["cause"]["args"]["outcome"] = "won"

    return edited(
        evidence, how, at, changed(change), what="an outcome", insider=Found(LOG, at + 1, "WRONG_RESULT")
    )


def counted_head(evidence: Evidence, how: str, luck: Random) -> Trial:
    """The last record of a game as it was counted."""
    at, key = luck.choice(places(evidence, "GameFinished")), luck.choice(["n", "hash"])

    def change(record: Record) -> None:
        told = record["data"]
        told[key] = told[key] + 1 if key == "n" else another_digit(told[key], luck)
        record["cause"]["args"][key] = told[key]

    return edited(
        evidence, how, at, changed(change), what=f"a head's {key}", insider=Found(LOG, at + 1, "WRONG_HEAD")
    )


def pairing(evidence: Evidence, how: str, luck: Random) -> Trial:
    """Who plays whom, or where; on a ladder the seats of a match."""
    kind = "MatchMade" if evidence.kind == "ladder" else "RoundPublished"
    at = luck.choice(places(evidence, kind))

    def change(record: Record) -> None:
        games = record["data"].get("games") or [record["data"]]
        one, other = games[0], games[-1]
        one["contestants"][0], other["contestants"][-1] = other["contestants"][-1], one["contestants"][0]

    return edited(
        evidence, how, at, changed(change), what="a pairing", insider=Found(LOG, at + 1, "WRONG_EVENT")
    )


def bye(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A bye that nobody had; on a ladder a third at a match."""
    kind = "MatchMade" if evidence.kind == "ladder" else "RoundPublished"
    at = luck.choice(places(evidence, kind))

    def change(record: Record) -> None:
        where: list[Any] = record["data"].get(
            "byes", record["data"]["contestants"] if kind == "MatchMade" else []
        )
        where.append(len(evidence.state.contestants) - 1 if kind == "RoundPublished" else 9)

    return edited(evidence, how, at, changed(change), what="a bye", insider=Found(LOG, at + 1, "WRONG_EVENT"))


def deal_seed(evidence: Evidence, how: str, luck: Random) -> Trial:
    """The seed of a deal, where its round was closed; on a ladder the tournament's."""
    if evidence.kind == "ladder":
        return own_seed(evidence, how, luck)
    at = luck.choice(places(evidence, "RoundClosed"))

    def change(record: Record) -> None:
        record["data"]["seed"] = another_digit(record["data"]["seed"], luck)

    return edited(
        evidence, how, at, changed(change), what="a deal's seed", insider=Found(LOG, at + 1, "BAD_SEED")
    )


def own_seed(evidence: Evidence, how: str, luck: Random) -> Trial:
    """The tournament's seed."""
    at = len(evidence.records()) - 1

    def change(record: Record) -> None:
        record["data"]["seed"] = another_digit(record["data"]["seed"], luck)

    return edited(evidence, how, at, changed(change), what="the seed", insider=Found(LOG, at + 1, "BAD_SEED"))


def commitment(evidence: Evidence, how: str, luck: Random) -> Trial:
    """What a deal was committed to."""
    if evidence.kind == "ladder":
        at = luck.choice(places(evidence, "MatchMade"))
        insider = Found(file_of(evidence.records()[at]["data"]), 1, "WRONG_DEAL")
    else:
        number = luck.randrange(len(evidence.state.rounds))
        at = places(evidence, "RoundPublished")[number]
        insider = Found(LOG, places(evidence, "RoundClosed")[number] + 1, "BAD_SEED")

    def change(record: Record) -> None:
        record["data"]["commitment"] = another_digit(record["data"]["commitment"], luck)

    return edited(evidence, how, at, changed(change), what="a commitment", insider=insider)


def deal(evidence: Evidence, how: str, luck: Random) -> Trial:
    """Which deal a round is on."""
    if evidence.kind == "ladder":
        at = luck.choice(places(evidence, "MatchMade"))
        insider = Found(LOG, at + 1, "WRONG_EVENT")
    else:
        at = luck.choice(places(evidence, "RoundPublished"))
        insider = Found(file_of(evidence.records()[at]["data"]["games"][0]), 1, "WRONG_DEAL")

    def change(record: Record) -> None:
        record["data"]["deal"] = another_digit(record["data"]["deal"], luck)

    return edited(evidence, how, at, changed(change), what="a deal", insider=insider)


def deal_again(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A round on the deal of the one before, whose dice everyone knows; on a ladder the same for a match."""
    kind = "MatchMade" if evidence.kind == "ladder" else "RoundPublished"
    before, at, *_ = places(evidence, kind)
    dealt = evidence.records()[before]["data"]
    key = "commitment" if evidence.kind == "ladder" else luck.choice(["deal", "commitment"])

    def change(record: Record) -> None:
        record["data"][key] = dealt[key]

    return edited(
        evidence, how, at, changed(change), what=f"a {key} again", insider=Found(LOG, at + 1, "DOUBLE_DEAL")
    )


def name(evidence: Evidence, how: str, luck: Random) -> Trial:
    """Under which name a contestant entered."""
    number = evidence.state.fixtures[0].contestants[0]
    at = places(evidence, "ContestantEntered")[number]

    def change(record: Record) -> None:
        record["data"]["name"] = record["cause"]["args"]["name"] = "Nobody"

    game = file_of(evidence.state.fixtures[0])
    seated = next(
        each["n"]
        for each in evidence.records(game)
        if each["type"] == "SeatTaken" and each["data"]["name"] == f"contestant {number}"
    )
    return edited(
        evidence, how, at, changed(change), what="a name", insider=Found(game, seated, "WRONG_SEAT")
    )


def terms(evidence: Evidence, how: str, luck: Random) -> Trial:
    """On what terms the games are made."""
    insider = Found(file_of(evidence.state.fixtures[0]), 1, "WRONG_TERMS")

    def change(record: Record) -> None:
        for options in (record["data"]["options"], record["cause"]["args"]["options"]):
            options["turn_seconds"] = 60

    return edited(evidence, how, 0, changed(change), what="an option", insider=insider)


def content(evidence: Evidence, how: str, luck: Random) -> Trial:
    """What they are played on."""

    def change(record: Record) -> None:
        record["data"]["content"]["sha256"] = another_digit(record["data"]["content"]["sha256"], luck)

    return edited(
        evidence, how, 0, changed(change), what="the content", insider=Found(LOG, 1, "UNKNOWN_CONTENT")
    )


def standings(evidence: Evidence, how: str, luck: Random) -> Trial:
    """The standings at the end."""
    at, key = len(evidence.records()) - 1, luck.choice(["place", "points", "games", "contestant"])

    def change(record: Record) -> None:
        row = luck.choice([each for each in record["data"]["standings"] if each["place"]])
        row[key] += 1

    return edited(
        evidence,
        how,
        at,
        changed(change),
        what=f"standings, a {key}",
        insider=Found(LOG, at + 1, "WRONG_EVENT"),
    )


def decision(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A decision taken out; where there is none, the finish of a game."""
    at = luck.choice([at for at in places(evidence, "DecisionMade") if _tells(evidence, at)] or [-1])
    if at < 0:
        return finish(evidence, how, luck)
    paired = [each for each in places(evidence, "RoundPublished") if each > at]
    moves = evidence.records()[at]["data"]["ruling"] == "exclude" and paired
    line = paired[0] if moves else len(evidence.records()) - 1
    return edited(
        evidence, how, at, REMOVED, what="a decision removed", insider=Found(LOG, line, "WRONG_EVENT")
    )


def _tells(evidence: Evidence, at: int) -> bool:
    """A game that was cancelled tells so itself."""
    return evidence.records()[at]["data"]["ruling"] != "cancel"


def decision_changed(evidence: Evidence, how: str, luck: Random) -> Trial:
    """What a decision says."""
    at = luck.choice([at for at in places(evidence, "DecisionMade") if _tells(evidence, at)] or [-1])
    if at < 0:
        return standings(evidence, how, luck)

    def change(record: Record) -> None:
        record["data"]["points"] += 7
        record["cause"]["args"]["points"] += 7

    ruling = evidence.records()[at]["data"]["ruling"]
    last = len(evidence.records())
    insider = Found(LOG, last, "WRONG_EVENT") if ruling == "points" else Found(LOG, at + 1, "ILLEGAL_COMMAND")
    return edited(evidence, how, at, changed(change), what="a decision", insider=insider)


def finish(evidence: Evidence, how: str, luck: Random) -> Trial:
    """The end of a game taken out: what it waits for cannot be."""
    at = luck.choice(places(evidence, "GameFinished"))
    ends = [each for each in places(evidence, "RoundClosed") if each > at]
    if not ends:  # on a ladder, the next match of one of its contestants, or the end
        ends = [_next_of(evidence, at)]
    return edited(
        evidence,
        how,
        at,
        REMOVED,
        what="a game's end removed",
        insider=Found(LOG, ends[0], "ILLEGAL_COMMAND"),
    )


def _next_of(evidence: Evidence, at: int) -> int:
    records = evidence.records()
    busy = {each["contestant"] for each in records[at]["data"]["results"]}
    for later in range(at + 1, len(records)):
        if busy & set(records[later]["data"].get("contestants", ())):
            return later
    return len(records) - 1


def twice(evidence: Evidence, how: str, luck: Random) -> Trial:
    """The end of a game, or an entry, or a round twice."""
    kind = luck.choice(["GameFinished", "ContestantEntered", "TournamentStarted"])
    at = luck.choice(places(evidence, kind))
    return edited(
        evidence, how, at, DOUBLED, what=f"{kind} twice", insider=Found(LOG, at + 2, "ILLEGAL_COMMAND")
    )


def fields_left_out(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A default that a command's record does not write out."""

    def change(record: Record) -> None:
        del record["cause"]["args"]["options"]["turn_seconds"]

    return edited(evidence, how, 0, changed(change), what="a default", insider=Found(LOG, 1, "WRONG_EVENT"))


def cause(evidence: Evidence, how: str, luck: Random) -> Trial:
    """Another command than the one that leads there."""
    at = luck.choice(places(evidence, "ContestantEntered"))

    def change(record: Record) -> None:
        record["cause"] |= {"command": "StartTournament", "args": {}}

    return edited(
        evidence, how, at, changed(change), what="a command", insider=Found(LOG, at + 1, "WRONG_EVENT")
    )


CHANGES = (
    result,
    outcome,
    counted_head,
    pairing,
    bye,
    deal_seed,
    own_seed,
    commitment,
    deal,
    deal_again,
    name,
    terms,
    content,
    standings,
    decision,
    decision_changed,
    finish,
    twice,
    fields_left_out,
    cause,
)
