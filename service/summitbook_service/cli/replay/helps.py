"""What `summitbook replay --help` says."""

from __future__ import annotations

from ..helps import GAME_ID, Help

ALL = Help(
    "Check, show, export and make recorded games.",
    "",
    ("summitbook replay export --all --out replays", "summitbook replay audit replays"),
)

COMMANDS = {
    "audit": Help(
        "Check recorded games: chain, seal, dice, rules.",
        """\
Each level needs the one before. chain: nothing was changed, lost or added. seal: the signature fits. dice: \
each roll is what the seed draws. rules: the commands, played again, lead to these events. Ends with 1 if a \
file has a fault. Of many files each fault is a line. See docs/audit.md.""",
        (
            "summitbook replay audit game.replay.jsonl",
            "summitbook replay audit replays --key KEY --report verdict.html",
            "summitbook replay audit replays --receipts ada.jsonl --receipts bob.jsonl",
            "summitbook replay audit game.replay.jsonl --head N:HASH --key KEY",
        ),
    ),
    "show": Help(
        "Play a recorded game back.",
        "Each command, its records, and the table as it then was; with --step one record at a time.",
        ("summitbook replay show game.replay.jsonl", "summitbook replay show game.replay.jsonl --step"),
    ),
    "review": Help(
        "Judge each move of a game that is over: what was best, and what it cost.",
        """\
What a choice is worth is told as far as it is known: points to expect in Everest 1924, the chance to win in \
the others. At the end stand the accuracy of each seat, 100 where it gave nothing away, and its luck. With \
--report there is a page with plots too. See docs/advice.md.""",
        (
            "summitbook replay review game.replay.jsonl",
            "summitbook replay review game.replay.jsonl --seat 0 --report review.html",
        ),
    ),
    "diff": Help(
        "Tell where two recorded games part, and why.",
        """\
The first record that differs, the command behind it in either file, and the fields with both values. Times, \
ids and hashes tell nothing of a game, so files that differ in those alone are the same game. Ends with 0 \
for the same game, 1 for another one, 2 where a file cannot be read.""",
        ("summitbook replay diff before.replay.jsonl after.replay.jsonl",),
    ),
    "fork": Help(
        "Start a practice game that goes on from a finished one.",
        """\
The service plays the old commands again, up to the record that is named, and from there on you choose. You \
hold every seat: one is yours, bots play the others. The dice are those of the old game, so whoever has its \
file knows every roll, and the new log says so.""",
        ("summitbook replay fork game.replay.jsonl --at 17",),
    ),
    "minimise": Help(
        "Find the shortest list of commands that still shows a fault.",
        """\
Commands are left out, and the rest played again, as long as the audit finds the same fault at the same \
command. With --out, the short game is a file that can be audited and shown.""",
        ("summitbook replay minimise faulty.replay.jsonl --out short.replay.jsonl",),
    ),
    "scrub": Help(
        "Write a recorded game without the people who played it.",
        """\
Names, callers, command ids and times give way to pseudonyms. Deal and salts stay, since the dice hang on \
them, so every roll can still be checked. The file is unsealed.""",
        ("summitbook replay scrub game.replay.jsonl --out scrubbed.replay.jsonl",),
    ),
    "export": Help(
        "Fetch the recorded log of a game, or of many.",
        "It is sealed by the service. Of a running game it is what there is so far.",
        (
            f"summitbook replay export {GAME_ID} --out game.jsonl",
            "summitbook replay export --all --out replays",
        ),
    ),
    "record": Help(
        "Play a whole game from a seed, without a service.",
        "The same seed and policy write the same file, byte for byte.",
        ("summitbook replay record everest1924 --policy greedy --out game.replay.jsonl",),
    ),
}
