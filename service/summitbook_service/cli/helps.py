"""
What `--help` says of each command, in the order in which they are listed.

Of the commands in a room of their own, as `replay audit`, it stands in that room.
"""

from __future__ import annotations

from typing import NamedTuple

GAME_ID = "928f0218-8b68-4fb3-8188-53138e4ae6ab"


class Help(NamedTuple):
    """One line for the list of commands, what else there is to know, and examples to type."""

    line: str
    more: str
    examples: tuple[str, ...]


ALL = Help(
    "A game service that writes every roll down: play, watch, and check what was played.",
    "",
    (
        "summitbook serve                        start the service, its data in ./data",
        "summitbook play everest1924             climb Mount Everest in the terminal",
        "summitbook bot everest1924 --games 20   let bots play 20 games",
        "summitbook replay export --all --out replays",
        "summitbook replay audit replays         check them all, down to the last die",
        "summitbook tournament --help            how a tournament is run, step by step",
    ),
)

COMMANDS = {
    "serve": Help(
        "Start the service and print how to play.",
        """\
Ctrl-C stops it. Whatever was answered is kept in the data folder, and games go on at the next start. \
With --content, games can also be played on the content files of a folder. With --store, games are kept in \
PostgreSQL, and any number of nodes may serve them: see docs/scaling.md.""",
        (
            "summitbook serve",
            "summitbook serve --data ~/summitbook --port 50052",
            "summitbook serve --content ~/my-sheets",
            "summitbook serve --store postgresql://summitbook@localhost/summitbook",
        ),
    ),
    "play": Help(
        "Play a game in the terminal.",
        """\
What you may do is listed: type its number. `?` explains the game, `!` tells what each choice is worth; \
the others see that you asked.

`q` pauses. Your seat is kept on this machine and the game waits, but a turn clock (option `turn_seconds`) \
goes on, and the second time-out running retires the seat. `--game` brings you back, of several seats to \
the one that the game waits for, or to `--seat`; `seat` changes between them. For good you go by typing \
`leave` before the start, `retire` in play, or, as whoever made the game, `cancel`.

In a game of others `--game` takes you to the next free seat, and in a private one, which `--private` \
makes, `--code`.

`--fill greedy` has the service play all other seats of a new game: `random`, `greedy` or `strong`. In a \
game of others `--fill random` seats bots at the free places, which act as long as you are there, and pause \
with you.""",
        (
            "summitbook play everest1924",
            "summitbook play dicey_peaks --seats 3 --fill greedy",
            f"summitbook play --game {GAME_ID}",
            "summitbook play mountaineering --seats 2 --private --option course=advanced",
            "summitbook play --code lusab-babad-gutih",
        ),
    ),
    "bot": Help(
        "Let bots play whole games.",
        """\
They choose among the legal actions that their seats are sent: by chance, as a simple player would, or what \
is worth most as far as is known. See docs/advice.md. Ends with 1 if any action was refused.""",
        ("summitbook bot everest1924 --games 100", "summitbook bot dicey_peaks --policy strong"),
    ),
    "info": Help(
        "Tell which games there are, and the options of each.",
        "An option is chosen with `play --option name=value`; what is shown is what it is when left out.",
        ("summitbook info", "summitbook info dicey_peaks"),
    ),
    "games": Help(
        "List games, newest first.", "", ("summitbook games", "summitbook games everest1924 --json")
    ),
    "watch": Help(
        "Follow a game live, from any record on.",
        """\
A terminal shows the table as it changes. A pipe gets a line for each record; with --json that is the \
recorded line, byte for byte. The chain of hashes is checked on the way. With --all it is every game, for \
whoever runs the service: in JSON an object for each command, with the position to go on after.""",
        (
            f"summitbook watch {GAME_ID}",
            f"summitbook watch {GAME_ID} --after 12 --json",
            "summitbook watch --all --json --after 4711",
        ),
    ),
    "solve": Help(
        "Work out the best there is in a game.",
        """\
The score to expect of whoever plays as well as can be, and the chance of the summit. The solution is kept \
in your cache folder, or where SUMMITBOOK_CACHE says, so that the policy `strong` has it at once. See \
docs/advice.md.""",
        ("summitbook solve everest1924", "summitbook solve everest1924 --content my-sheet.toml --json"),
    ),
    "simulate": Help(
        "Play many games without a service, and tell what came of them.",
        """\
Through the rules alone, with nothing recorded. The same seed gives the same games, however many jobs. \
With --csv each game is a line, with the seed from which `replay record` writes it down. See \
docs/advice.md.""",
        (
            "summitbook simulate everest1924 --games 10000 --policy greedy",
            "summitbook simulate dicey_peaks --policy strong,greedy --report odds.html",
            "summitbook simulate mountaineering --seats 4 --option course=advanced",
        ),
    ),
    "health": Help(
        "Ask a service whether it can do its work.",
        """\
It answers SERVING or NOT_SERVING; ends with 1 if it cannot, or does not answer. What is wrong, the metrics \
and the log say.""",
        ("summitbook health", "summitbook health --server games.example.org:50051"),
    ),
    "backup": Help(
        "Write all games into one file, while they are played.",
        """\
The file is restored aside and every game in it audited before it takes its name. It holds no key. Ends with \
1 if a game has a fault.""",
        (
            "summitbook backup monday.backup.gz",
            "summitbook backup monday.backup.gz --store postgresql://summitbook@localhost/summitbook",
        ),
    ),
    "restore": Help(
        "Bring a backup back into an empty store.",
        """\
Into an empty data folder or a migrated database, whichever the backup was made from. Every game is audited, \
and those are named which cannot go on without their key. Then start the service on it.""",
        (
            "summitbook restore monday.backup.gz --data ~/summitbook",
            "summitbook restore monday.backup.gz --store postgresql://summitbook@localhost/summitbook",
        ),
    ),
    "migrate": Help(
        "Make or upgrade the tables of a PostgreSQL database.",
        """\
Once before the first `serve --store` on a database, and once with each newer release. It does no harm \
when it is run again, or twice at a time.""",
        ("summitbook migrate --store postgresql://summitbook@localhost/summitbook",),
    ),
}
