"""
Print what of each game's rules the golden replays show, and what they do not; 1 where anything is missing.

    python tests/coverage_of_rules.py
"""

import sys

from covered import gaps, refusals_in, to_show
from whole_games import ALL, AnyGame, golden_lines, name_of


def told(game: AnyGame, missing: dict[str, set[str]]) -> str:
    """A game's topics, one line each, and whatever is missing below."""
    lines = [f"{name_of(game)}: {len(golden_lines(game))} recorded games"]
    for topic, every in to_show(game).items():
        lines.append(f"  {topic:14}{len(every) - len(missing.get(topic, ())):4} of {len(every)}")
        lines += [f"      missing: {each}" for each in sorted(missing.get(topic, ()))]
    return "\n".join(lines)


def main() -> int:
    """Print every game; 0 where nothing is missing."""
    missing = {name_of(game): gaps(game, golden_lines(game).values(), refusals_in(game)) for game in ALL}
    print("\n\n".join(told(game, missing[name_of(game)]) for game in ALL))
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
