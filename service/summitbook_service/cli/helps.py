"""What `--help` says of each command, in the order in which they are listed."""

from __future__ import annotations

from typing import NamedTuple

GAME_ID = "928f0218-8b68-4fb3-8188-53138e4ae6ab"
TOURNAMENT_ID = "5e6a1b0c"


class Help(NamedTuple):
    """One line for the list of commands, what else there is to know, and examples to type."""

    line: str
    more: str
    examples: tuple[str, ...]


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
What you may do is listed: type its number, `?` for help, `!` to be told what each choice is worth, which \
the others are told of, or `q` to pause; the game waits for you, but a \
turn clock (option `turn_seconds`) goes on, and the second time-out running retires the seat. For good \
you go by typing `leave` before the start, `retire` in play, or, as whoever made the game, `cancel`. Your \
seat is kept on this machine, so `--game` brings you back, of several seats to the one that the game waits \
for, or to `--seat`; `seat` changes between them. It also takes you to the next free seat in a \
game of others, or `--code` in a private one, which `--private` makes. `--fill greedy` has the service \
play all other seats of a new game: `random`, `greedy` or `strong`. In a game of others `--fill random` \
seats bots at the free places, which act as long as you are there, and pause with you.""",
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
is worth most as far as is known. See docs/advice.md. Ends with 1 if any was refused.""",
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

REPLAY = {
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

KEYS = {
    "status": Help("List the keys of each ring, and which one makes.", "", ("summitbook keys status",)),
    "rotate": Help(
        "Make a new key for a ring; the older ones still open and verify.",
        """\
RING is master, signing or token. The new key is used from a minute from now on, by when every service that \
shares the folder has read it, without a restart. No game and no token ends.""",
        ("summitbook keys rotate token", "summitbook keys rotate master --keys /srv/summitbook-keys"),
    ),
    "revoke": Help(
        "Take back every token: make a new token key and delete the older ones.",
        """\
Seats, hosts and operators need new tokens: players get theirs for the claim they kept, and `operator.token` \
in the data folder is made again.""",
        ("summitbook keys revoke",),
    ),
}

TOURNAMENT = {
    "create": Help(
        "Announce a tournament.",
        """\
In a duplicate one (Everest 1924, Mountaineering) everyone plays the same deals; at tables (Dicey Peaks) \
they meet in rounds, paired by score; on a ladder they meet at any time and have a rating. The keys to run \
it are kept on this machine.""",
        (
            "summitbook tournament create everest1924 --rounds 5 --name Open",
            "summitbook tournament create dicey_peaks --rounds 3 --seats 4 --name Peaks",
            "summitbook tournament create dicey_peaks --kind ladder --name 'Every day'",
        ),
    ),
    "enter": Help(
        "Enter a tournament, as a player or a team.",
        "After the start it plays from the next round on. The keys to play are kept on this machine.",
        (f"summitbook tournament enter {TOURNAMENT_ID} --name Irvine",),
    ),
    "play": Help(
        "Play the game that you have in the open round.",
        """\
The table is that of `summitbook play`, and so are its ways out. Of a team's seats it is \
the one that the game waits for, or `--seat`.""",
        (f"summitbook tournament play {TOURNAMENT_ID}",),
    ),
    "leave": Help(
        "Drop out of a tournament.",
        "There are no more pairings, and what was played counts.",
        (
            f"summitbook tournament leave {TOURNAMENT_ID}",
            f"summitbook tournament leave {TOURNAMENT_ID} --organiser --contestant 3",
        ),
    ),
    "start": Help("Begin a tournament.", "", (f"summitbook tournament start {TOURNAMENT_ID}",)),
    "publish": Help(
        "Pair everyone for the next round.",
        """\
The service draws the pairings, commits itself to the round's deal, makes the games and seats everyone. \
Until the round is closed a game is shown to those alone who play it.""",
        (f"summitbook tournament publish {TOURNAMENT_ID}",),
    ),
    "match": Help(
        "Let contestants of a ladder play a game.", "", (f"summitbook tournament match {TOURNAMENT_ID} 0 3",)
    ),
    "close-round": Help(
        "End the round and reveal its deal.",
        "All of its games must be over: who does not come is timed out, and `decide cancel` ends a game.",
        (f"summitbook tournament close-round {TOURNAMENT_ID}",),
    ),
    "decide": Help(
        "Record a referee's decision, with its reason.",
        "`tournament show` lists the numbers of contestants and the ids of games.",
        (
            f"summitbook tournament decide {TOURNAMENT_ID} points --contestant 3 --points -5 --reason Late",
            f"summitbook tournament decide {TOURNAMENT_ID} cancel --game {GAME_ID[:8]} --reason 'Power cut'",
        ),
    ),
    "close": Help(
        "End a tournament with the standings as they are.",
        "",
        (f"summitbook tournament close {TOURNAMENT_ID}",),
    ),
    "show": Help(
        "Show a tournament, or list all.",
        "",
        ("summitbook tournament show", f"summitbook tournament show {TOURNAMENT_ID}"),
    ),
    "standings": Help(
        "Print where everyone stands.",
        "They follow from the log as it stands; decisions count at once.",
        (f"summitbook tournament standings {TOURNAMENT_ID} --csv",),
    ),
    "watch": Help(
        "Follow a tournament live, from any record on.",
        "A line for each record; with --json that is the recorded line, byte for byte.",
        (f"summitbook tournament watch {TOURNAMENT_ID} --json",),
    ),
    "export": Help(
        "Fetch the dossier of a closed tournament.",
        """\
One archive with its log, every game's sealed log, the keys and the standings: anyone can check all of it \
offline.""",
        (f"summitbook tournament export {TOURNAMENT_ID} --out open.dossier.zip",),
    ),
    "audit": Help(
        "Check a whole tournament from its dossier, offline.",
        """\
Its log is checked and asked again, so that pairings and standings are derived anew; every game is audited \
at level rules and held against the log. With --key, all seals must be by a key that you trust. With \
--receipts, log and games must be those that contestants and players were answered with.""",
        (
            "summitbook tournament audit open.dossier.zip",
            "summitbook tournament audit open.dossier.zip --key KEY --report verdict.html",
            "summitbook tournament audit open.dossier.zip --receipts ada.jsonl",
        ),
    ),
}

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

ALL_KEYS = Help(
    "Look after the keys of a service.", "", ("summitbook keys status", "summitbook keys rotate token")
)

ALL_TOURNAMENT = Help(
    "Run tournaments, play in them, and check them.",
    "",
    (
        "summitbook tournament create everest1924 --rounds 1 --name Open",
        f"summitbook tournament enter {TOURNAMENT_ID} --name Irvine",
        f"summitbook tournament start {TOURNAMENT_ID}",
        f"summitbook tournament publish {TOURNAMENT_ID}",
        f"summitbook tournament play {TOURNAMENT_ID}",
        f"summitbook tournament close-round {TOURNAMENT_ID}",
        f"summitbook tournament close {TOURNAMENT_ID}",
        f"summitbook tournament export {TOURNAMENT_ID} --out open.dossier.zip",
        "summitbook tournament audit open.dossier.zip",
    ),
)

ALL_REPLAY = Help(
    "Check, show, export and make recorded games.",
    "",
    ("summitbook replay export --all --out replays", "summitbook replay audit replays"),
)
