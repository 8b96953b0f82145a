"""Changes to what follows from the logs: keys and standings."""

from __future__ import annotations

from random import Random

from summitbook_domain.dossier.files import KEYS, LOG, STANDINGS_CSV, STANDINGS_JSON

from .evidence import Evidence, Found, Trial, another_digit


def keys(evidence: Evidence, how: str, luck: Random) -> Trial:
    """Another key, one too much, none, or no list at all."""
    listed = evidence.files[KEYS].decode()
    (key,) = listed.split('"')[3:4]
    log_end = len(evidence.files[LOG].splitlines())
    other = another_digit(key, luck)
    told, wanted = luck.choice(
        [
            (listed.replace(key, other), Found(LOG, log_end, "UNKNOWN_KEY")),
            (listed.replace(f'"{key}"', f'"{key}","{other}"'), Found(KEYS, 1, "WRONG_KEYS")),
            ('{"keys":[]}\n', Found(KEYS, 1, "WRONG_KEYS")),
            ("[1]\n", Found(KEYS, 1, "WRONG_KEYS")),
            (listed + "\n", Found(KEYS, 2, "WRONG_KEYS")),
        ]
    )
    return Trial(f"{evidence.kind}: keys", {**evidence.files, KEYS: told.encode()}, wanted)


def standings(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A figure in a table, two lines swapped, or a line gone."""
    name = luck.choice([STANDINGS_CSV, STANDINGS_JSON])
    lines = evidence.files[name].splitlines(keepends=True)
    at = luck.randrange(1, len(lines) - 2)
    match luck.randrange(3):
        case 0:
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        case 1:
            del lines[at]
        case _:
            lines[at] = lines[at].replace(b"contestant", b"Contestant")
    wanted = Found(name, at + 1, "WRONG_STANDINGS")
    return Trial(f"{evidence.kind}: {name}", {**evidence.files, name: b"".join(lines)}, wanted)


def missing(evidence: Evidence, how: str, luck: Random) -> Trial:
    """A file that every dossier has."""
    name = luck.choice([KEYS, LOG, STANDINGS_CSV, STANDINGS_JSON])
    files = evidence.files
    del files[name]
    return Trial(f"{evidence.kind}: no {name}", files, Found(name, None, "MISSING_FILE"))


CHANGES = (keys, standings, missing)
