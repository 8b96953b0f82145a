"""Faults, warnings and levels in a referee's words; docs/replay-format.md has them exactly."""

from __future__ import annotations

LEVELS = {
    "chain": "the file is whole, and nothing in it was changed without mending all that follows",
    "seal": "the signature at its end is right",
    "dice": "each roll and card is what the committed seed draws",
    "rules": "the recorded commands, played again, lead to exactly these events",
}
FAULTS = {
    "BAD_FORMAT": "A line is not a record as they are written.",
    "NOT_CANONICAL": "A line says what a record may say, but not in the one way that it is written in.",
    "GAP": "Records are missing, doubled or in another order.",
    "BROKEN_CHAIN": "A record was changed after it was written, or is not the one that a player was told of.",
    "AFTER_CLOSE": "Something stands behind the end of the game.",
    "TRUNCATED": "The end of the file is missing.",
    "BAD_SEAL": "The seal is not of this log, or was not made with the key that it names.",
    "UNKNOWN_KEY": "The seal is right, but by a key that is none of those trusted.",
    "BAD_SEED": "The seed is not the one that the game was committed to before it began.",
    "UNKNOWN_CONTENT": "The board, dice or cards that the game names are not to be had here.",
    "WRONG_DRAW": "A roll, tile or card is not what the seed draws.",
    "UNKNOWN_RULES": "The rules edition that the game names is not to be had here.",
    "ILLEGAL_COMMAND": "The rules do not allow a recorded command.",
    "WRONG_EVENT": "The rules do not lead from the recorded commands to this event.",
    "FILE": "The file cannot be read.",
}
WARNINGS = {
    "NO_SEAL": "The file is not sealed: that its times, names and ids are as recorded, nobody vouches for.",
    "UNKNOWN_KEY": "The file is sealed, but no trusted key was named: whose seal it is, is not known.",
    "NO_HEAD": "There was neither a seal nor a receipt: a game made up as a whole would look the same.",
    "NO_SEED": "The seed is not shown yet: neither dice nor rules could be checked.",
    "NO_RECEIPT": "Receipts were given, but none is of this game.",
}
