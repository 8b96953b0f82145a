"""
Build the golden replays again, byte for byte the same, or look whether they are.

    python replays/build.py --check           fail where a file is not what its script records
    python replays/build.py --add             write the files of new scripts, and their sums
    python replays/build.py --search NAME     the number of the first seed whose dice serve a script

A replay once added is never written again: a changed rule is a new rules edition, with replays of its own.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import climbs  # noqa: E402 - found beside this script
import parties  # noqa: E402 - as above
import races  # noqa: E402 - as above
from golden import search  # noqa: E402 - as above

SUMS = HERE / "SHA256SUMS"
GOLDENS = {"dicey_peaks": races.GOLDENS, "everest1924": climbs.GOLDENS, "mountaineering": parties.GOLDENS}


def built() -> dict[str, bytes]:
    """Every golden replay by its path in this folder, as its script records it."""
    return {
        f"{game}/{golden.name}.replay.jsonl": golden.script(golden.number).file()
        for game, goldens in GOLDENS.items()
        for golden in goldens
    }


def on_file() -> dict[str, bytes]:
    """Every golden replay there is."""
    return {path.relative_to(HERE).as_posix(): path.read_bytes() for path in HERE.rglob("*.replay.jsonl")}


def sums_of(files: dict[str, bytes]) -> str:
    """What `sha256sum` writes of these files."""
    return "".join(
        f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items())
    )


def wrong() -> list[str]:
    """What is missing, changed, or recorded by no script."""
    scripts, files = built(), on_file()
    found = [f"{name} is not what its script records" for name in scripts if scripts[name] != files.get(name)]
    found += [f"{name} has no script" for name in files if name not in scripts]
    if SUMS.read_text(encoding="ascii") != sums_of(files):
        found.append(f"{SUMS.name} does not list the files as they are")
    return found


def add() -> None:
    """Write what is missing; what is there stays as it is."""
    for name, content in built().items():
        path = HERE / name
        path.parent.mkdir(exist_ok=True)
        if not path.exists():
            path.write_bytes(content)
            with SUMS.open("a+", encoding="ascii") as sums:
                sums.write(sums_of({name: content}))
    lines = SUMS.read_text(encoding="ascii").splitlines(keepends=True)
    SUMS.write_text("".join(sorted(lines, key=lambda line: line[64:])), encoding="ascii")


def find(name: str) -> int:
    """The number of the first seed whose dice serve the script of this name."""
    return next(search(each.script) for goldens in GOLDENS.values() for each in goldens if each.name == name)


def main() -> int:
    """Do what the arguments say; 0 fine, 1 where a file is wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true")
    what.add_argument("--add", action="store_true")
    what.add_argument("--search", metavar="NAME")
    asked = parser.parse_args()
    if asked.search:
        print(find(asked.search))
        return 0
    if asked.add:
        add()
    faults = wrong()
    print("\n".join(faults or ["every golden replay is what its script records"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
