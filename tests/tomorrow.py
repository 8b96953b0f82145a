"""
A service of tomorrow's release, for today's clients to play on.

Today's protos and today's Everest 1924 are copied and grow as docs/clients.md allows: by an event, by a field
in an event that there was, by a word of an enum, and by a command, without which nobody gets on. The service
that runs on the copies is today's, so its games are whole ones: chained, sealed, and true to the rules there.

    PYTHONPATH=tests .venv/bin/python -m tomorrow
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

from command import Serving

ROOT = Path(__file__).parents[1]
EVENT = "WindRose"
"""What happens from tomorrow on with every roll."""
WORD = "snowed_in"
"""The phase that every second turn then stops at, in place of `rolled`."""
FIELD = "altitude"
"""
What every roll then tells too. A client ignores it, as any field of a message; an auditor does not, and says
WRONG_DRAW: no release adds a field to what is recorded (docs/auditors.md, "Logs of a later release").
"""

COMMAND = "MeltSnow"
"""How every second turn begins, the first one too, in place of `RollDice`."""

EVEREST = "domain/summitbook_domain/everest1924"
GROWN = {
    "proto/summitbook/everest1924/v1/everest1924.proto": {
        "    ExpeditionScored expedition_scored = 12;\n": "{}    WindRose wind_rose = 13;\n",
        "    Abandon abandon = 5;\n": "{}    MeltSnow melt_snow = 6;\n",
        "// Abandon ends": "message MeltSnow {{}}\n\n{}",
        "  PHASE_OVER = 3;\n": "{}  // The dice lie under snow.\n  PHASE_SNOWED_IN = 4;\n",
        "message DiceRolled {\n": "{}  // altitude is in feet.\n  int32 altitude = 4;\n",
        "// DiceCombined shows": "message WindRose {{\n  int32 force = 1;\n}}\n\n{}",
    },
    f"{EVEREST}/events.py": {
        "    values: tuple[Integer, ...]\n    draw: str\n\n\nclass DiceCombined": "    altitude: Integer\n{}",
        "EVENTS = (\n": "class WindRose(Event, frozen=True):\n    force: Integer\n\n\n{}    WindRose,\n",
    },
    f"{EVEREST}/commands.py": {"COMMANDS = (": "class MeltSnow(Command, frozen=True): ...\n\n\n{}MeltSnow, "},
    f"{EVEREST}/legal.py": {
        "return c.RollDice(),": "return c.MeltSnow() if state.turn % 2 else c.RollDice(),",
        "        case c.Abandon():": "        case c.MeltSnow():\n            return 'Melt snow, roll'\n{}",
    },
    f"{EVEREST}/rules.py": {
        "(c.RollDice, c.Abandon)": "(c.RollDice, c.MeltSnow, c.Abandon)",
        "    c.RollDice: _roll,\n": "{}    c.MeltSnow: _roll,\n",
        "values=draw.dice(state.dice), draw=draw.label),": "altitude=29002, {} e.WindRose(force=state.turn),",
    },
    f"{EVEREST}/state.py": {'Literal["to_roll", "rolled", ': '{}"snowed_in", '},
    f"{EVEREST}/view.py": {
        "phase=state.phase": "phase='snowed_in' if state.values and state.turn % 2 else state.phase"
    },
}
"""By file, and by text that stands in it once: what stands there tomorrow, in which {} is that text."""


@contextmanager
def tomorrow(room: Path) -> Iterator[Serving]:
    """Tomorrow's service on a free port, in a room of its own."""
    for part in ("proto", "domain"):
        copytree(ROOT / part, room / part, ignore=ignore_patterns("gen", "__pycache__"))
    for name, changes in GROWN.items():
        _grow(room / name, changes)
    subprocess.run([sys.executable, room / "proto" / "generate.py"], check=True, timeout=300)
    code = [room / "domain", room / "proto" / "gen", ROOT / "service", ROOT / "clients" / "python"]
    serving = Serving(room / "data", PYTHONPATH=os.pathsep.join(map(str, code)))
    try:
        yield serving
    finally:
        serving.stop()


def _grow(file: Path, changes: dict[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for today, grown in changes.items():
        if text.count(today) != 1:
            raise AssertionError(f"{file.name} has {text.count(today)} times {today!r}; name another place")
        text = text.replace(today, grown.format(today))
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as place, tomorrow(Path(place)) as started:
        input(f"Tomorrow's service is on {started.server}; Enter ends it. ")
