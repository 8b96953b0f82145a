"""What `summitbook tournament --help` says."""

from __future__ import annotations

from ..helps import GAME_ID, Help

TOURNAMENT_ID = "5e6a1b0c"

ALL = Help(
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

COMMANDS = {
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
