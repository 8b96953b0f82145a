"""Serving, playing, watching, exporting and auditing, as a person does one after the other."""

import json
import re
import subprocess

import pytest
from command import COMMAND, Serving, Terminal, environment, summitbook
from rich.text import Text

ALWAYS_THE_FIRST = "1\n" * 500
COME_BACK = re.compile(r"Come back with:\s+\S*summitbook play --game ([0-9a-f-]{36})")

HINT = re.compile(r"^\s+\S*summitbook (.+)$", re.MULTILINE)


def test_serve_prints_where_it_serves(served):
    """The page for a browser, and the address for programs, each with its port."""
    assert re.search(r"^In a browser: http://127\.0\.0\.1:\d+$", served.welcome, re.MULTILINE)
    assert f"By gRPC:      {served.server}\n" in served.welcome


def test_serve_prints_how_to_play(served):
    """What it prints once ready can be typed as it stands."""
    assert f"serves on {served.server}" in served.welcome
    assert f"play everest1924 --server {served.server}" in served.welcome


def test_a_whole_game_through_a_pipe(here):
    """To its last page, with a receipt and how to check it."""
    ran = here("play", "everest1924", typed=ALWAYS_THE_FIRST)

    assert ran.status == 0
    assert "Closed: finished." in " ".join(ran.out.split())
    assert "replay export" in ran.err
    assert re.search(r"\d+:[0-9a-f]{64}", ran.err)


def test_what_play_tells_to_type_checks_the_game(here, tmp_path):
    """Export, audit with the receipt, and review, just as the last lines say."""
    told = here("play", "everest1924", typed=ALWAYS_THE_FIRST).err
    exporting, auditing, reviewing = (
        line.split()[1:]
        for line in told.splitlines()
        if line.startswith("  summitbook") or "/summitbook replay" in line
    )

    exported = here(*exporting[:-1], tmp_path / exporting[-1])
    audited = here(*auditing[:2], tmp_path / auditing[2], *auditing[3:])

    assert exported.status == audited.status == 0
    assert "✔ chain   ○ seal   ✔ dice   ✔ rules" in audited.out
    assert "NO_HEAD" not in audited.out
    assert "accuracy" in here(*reviewing[:2], tmp_path / reviewing[2]).out


def test_one_comes_back_to_a_game_with_the_kept_seat(here):
    """Leaving says how, and the game stands as it stood."""
    left = here("play", "everest1924", typed="1\nq\n")
    (game_id,) = COME_BACK.findall(left.err)

    back = here("play", "--game", game_id, typed=ALWAYS_THE_FIRST)

    assert left.status == back.status == 0
    first_page = back.out.partition("> ")[0]
    assert "Roll 3 dice" not in first_page, "the dice were rolled before"
    assert "Closed: finished." in " ".join(back.out.split())


def test_one_comes_back_though_every_token_was_taken_back(tmp_path):
    """Players lose nothing by `keys revoke`: their claims are kept, and the seat's token is issued again."""
    serving = Serving(tmp_path / "data")
    there = {"SUMMITBOOK_SERVER": serving.server, "XDG_STATE_HOME": str(tmp_path / "state")}
    left = summitbook("play", "everest1924", typed="1\nq\n", **there)
    serving.stop()
    assert summitbook("keys", "revoke", "--data", tmp_path / "data").status == 0
    serving = Serving(tmp_path / "data", port=int(serving.server.rpartition(":")[2]))
    back = summitbook("play", "--game", *COME_BACK.findall(left.err), typed=ALWAYS_THE_FIRST, **there)
    serving.stop()

    assert back.status == 0, back.err
    assert "Closed: finished." in " ".join(back.out.split())


def test_several_seats_of_a_game_are_kept_apart(here, tmp_path):
    """Two who share a machine sit down one after the other; each comes back to the seat that is named."""
    ann = here("play", "dicey_peaks", "--seats", 3, "--name", "Ann", typed="q\n")
    game_id = re.search(r"play --game (\S+)", ann.err)[1]
    bob = here("play", "--game", game_id, "--seat", 1, "--name", "Bob", typed="q\n")
    again = here("play", "--game", game_id, "--seat", 0, typed="leave\ny\n")
    left = here("play", "--game", game_id, typed="q\n")

    assert f"--game {game_id} --seat 1" in bob.err
    assert "You have left the table" in again.err
    assert f"--game {game_id}\n" in left.err, "of one seat no number need be named"
    kept = (tmp_path / "state" / "summitbook" / "seats").glob(f"{game_id}.seat-*.json")
    assert [json.loads(file.read_text())["seat"] for file in kept] == [1]


def test_of_several_seats_the_one_that_is_waited_for_is_played(here):
    """Unless another is named; who asks for one that nobody keeps here is told which there are."""
    made = here("play", "mountaineering", "--seats", 2, "--name", "Ann", typed="q\n")
    game_id = re.search(r"play --game (\S+)", made.err)[1]
    here("play", "--game", game_id, "--seat", 1, "--name", "Bob", typed="q\n")
    (game,) = [each for each in here("games", "--json").json if each["game_id"] == game_id]

    played = here("play", "--game", game_id, typed="q\n")
    none = here("play", "--game", game_id, "--seat", 5)

    assert f"--seat {game['waits_for'][0]}\n" in played.err
    assert none.err == "summitbook: NO_SEAT: seat 5 of this game is not kept here; what is: 0, 1\n"


def test_a_seat_that_an_older_release_kept_is_come_back_to(here, tmp_path):
    """It had one file a game, without the seat's number; what takes its place is one with it."""
    made = here("play", "dicey_peaks", "--seats", 2, typed="q\n")
    game_id = re.search(r"play --game (\S+)", made.err)[1]
    seats = tmp_path / "state" / "summitbook" / "seats"
    (seats / f"{game_id}.seat-0.json").rename(seats / f"{game_id}.json")

    again = here("play", "--game", game_id, typed="q\n")

    assert again.status == 0
    assert [file.name for file in seats.glob("*.json") if ".host" not in file.name] == [
        f"{game_id}.seat-0.json"
    ]


def test_the_beginning_of_an_id_will_do(here, tmp_path):
    """Of a listed game anywhere, of a private one where it is kept; to anyone else there is none."""
    listed = here("play", "everest1924", typed="q\n")
    private = here("play", "everest1924", "--private", typed="q\n")
    one, other = (re.search(r"play --game (\S+)", ran.err)[1] for ran in (listed, private))
    elsewhere = {"XDG_STATE_HOME": str(tmp_path / "elsewhere")}

    assert here("replay", "export", one[:8], **elsewhere).out == here("replay", "export", one).out
    assert here("play", "--game", other[:8], typed="q\n").status == 0
    hidden = here("watch", other[:8], **elsewhere)
    assert hidden.err.startswith("summitbook: NO_SUCH_GAME: no game that is listed or kept here begins with")


def test_whoever_pauses_a_timed_game_is_told_that_its_clock_goes_on(here):
    """The second time-out running retires the seat (rules, "Clocks and time-outs"): it does not wait."""
    timed = here("play", "everest1924", "--option", "turn_seconds=3600", typed="q\n").err
    untimed = here("play", "everest1924", typed="q\n").err

    assert "clock goes on: the second time-out running retires a seat" in timed
    assert "waits for you" not in timed
    assert "The game waits for you." in untimed
    assert "clock" not in untimed
    assert COME_BACK.search(timed)


def test_bots_of_a_timed_game_do_not_stop_its_clock(here):
    """Those that are played from here pause with whoever seated them, and their time runs too."""
    made = here("play", "dicey_peaks", "--option", "turn_seconds=3600", typed="q\n").err
    game_id = COME_BACK.search(made)[1]

    told = here("play", "--game", game_id, "--fill", "random", typed="q\n").err

    assert "Your bots pause with you, but the turn clock goes on" in told


def test_what_is_told_to_type_reaches_the_same_service(served, tmp_path):
    """With --server where that was typed, and without where the environment says it."""
    state, server = {"XDG_STATE_HOME": str(tmp_path)}, ("--server", served.server)
    left = summitbook("play", "everest1924", *server, typed="q\n", **state)
    (back,) = HINT.findall(left.err)
    ended = summitbook(*back.split(), typed=ALWAYS_THE_FIRST, **state)
    exporting = HINT.findall(ended.err)[0].replace("--out ", f"--out {tmp_path}/").split()
    by_variable = summitbook("play", "everest1924", typed="q\n", SUMMITBOOK_SERVER=served.server, **state)
    other = summitbook("play", "--game", back.split()[2], *server, XDG_STATE_HOME=str(tmp_path / "other"))

    assert ended.status == 0
    assert summitbook(*exporting).status == 0
    assert by_variable.status == 0
    assert "--server" not in by_variable.err
    assert other.err.endswith(f"watch {back.split()[2]} --server {served.server}\n")


def test_a_game_of_others_cannot_be_played_only_watched(here, tmp_path):
    """Without its seat on this machine there is no way in, and the line says what there is."""
    (game_id,) = COME_BACK.findall(here("play", "everest1924", typed="q\n").err)

    ran = here("play", "--game", game_id, XDG_STATE_HOME=str(tmp_path / "another machine"))

    assert ran.status == 1
    assert ran.err.startswith("summitbook: NO_SEAT: ")
    assert f"watch {game_id}" in ran.err


def test_a_game_goes_on_after_the_service_was_stopped(tmp_path):
    """Whatever was answered is there at the next start, and so is the seat."""
    variables = {"XDG_STATE_HOME": str(tmp_path / "state")}
    first = Serving(tmp_path / "data")
    left = summitbook("play", "everest1924", "--server", first.server, typed="1\nq\n", **variables)
    assert first.stop() == 0
    (game_id,) = COME_BACK.findall(left.err)

    second = Serving(tmp_path / "data")
    back = summitbook(
        "play", "--game", game_id, "--server", second.server, typed=ALWAYS_THE_FIRST, **variables
    )
    assert second.stop() == 0

    assert back.status == 0
    assert "Closed: finished." in " ".join(back.out.split())


def test_a_whole_game_in_a_terminal(served, tmp_path):
    """Each page is drawn in place of the one before and fits, with room for what is typed."""
    with Terminal("play", "everest1924", "--server", served.server, XDG_STATE_HOME=str(tmp_path)) as terminal:
        while terminal.until(b"> "):
            terminal.type(b"1\n")

    assert terminal.status == 0
    pages = terminal.shown.decode().split("\x1b[2J")[1:]
    assert len(pages) > 2
    assert all(page.partition("> ")[0].count("\r\n") <= 23 for page in pages)
    assert "Closed: finished." in " ".join(pages[-1].split())


def test_ctrl_c_leaves_and_tells_how_to_come_back(served, tmp_path):
    """The game is not given up, and there is no traceback."""
    with Terminal("play", "everest1924", "--server", served.server, XDG_STATE_HOME=str(tmp_path)) as terminal:
        terminal.until(b"> ")
        terminal.type(b"\x03")

    assert terminal.status == 130
    assert COME_BACK.search(terminal.shown.decode())
    assert b"Traceback" not in terminal.shown


def test_playing_in_a_terminal_is_an_app(served, tmp_path):
    """`q` pauses, and only then it is told how to come back."""
    state = {"XDG_STATE_HOME": str(tmp_path)}
    with Terminal("play", "everest1924", "--server", served.server, **state, NO_COLOR="") as terminal:
        assert terminal.until(b"Roll 3 dice")
        terminal.type(b"q\r")

    assert terminal.status == 0
    assert b"Come back with" in terminal.shown.rpartition(b"\x1b[?1049l")[2]


def test_ctrl_c_leaves_the_app_and_tells_how_to_come_back(served, tmp_path):
    """With the status of a command that was interrupted, and no traceback."""
    state = {"XDG_STATE_HOME": str(tmp_path)}
    with Terminal("play", "everest1924", "--server", served.server, **state, NO_COLOR="") as terminal:
        assert terminal.until(b"Roll 3 dice")
        terminal.type(b"\x03")

    assert terminal.status == 130
    assert b"Come back with" in terminal.shown.rpartition(b"\x1b[?1049l")[2]
    assert b"Traceback" not in terminal.shown


def test_the_last_page_of_a_game_stays_when_the_app_is_gone(served, tmp_path):
    """With the score, above the receipt."""
    state = {"XDG_STATE_HOME": str(tmp_path)}
    with Terminal("play", "everest1924", "--server", served.server, **state, NO_COLOR="") as terminal:
        assert terminal.until(b"Roll 3 dice")
        terminal.type(b"retire\r")
        assert terminal.until(b"Give up for good?")
        terminal.type(b"y\r")
        assert terminal.until(b"The game is over.")
        terminal.type(b"\r")

    left = terminal.shown.rpartition(b"\x1b[?1049l")[2]
    assert terminal.status == 0
    assert b"give up" in left
    assert b"Your receipt" in left


def test_stepping_takes_single_keys_in_a_terminal(recorded):
    """No Enter is needed, and what is pressed is not shown."""
    with Terminal("replay", "show", recorded, "--step") as terminal:
        terminal.until(b"record 1 of")
        terminal.type(b" ")
        terminal.until(b"record 2 of")
        terminal.type(b"b")
        terminal.until(b"record 1 of")
        terminal.type(b"q")

    assert terminal.status == 0
    assert b"\r\nb" not in terminal.shown


def test_bots_play_without_a_refusal(here):
    """So many games, all to their end, told to people and to machines."""
    people = here("bot", "everest1924", "--games", "3")
    (machines,) = here("bot", "everest1924", "--games", "2", "--json").json

    assert people.status == 0
    assert "3 games of everest1924 played: 3 finished" in people.out
    assert ", 0 refused" in people.out
    assert (machines["games"], machines["refusals"], machines["outcomes"]) == (2, {}, {"finished": 2})
    assert len(machines["game_ids"]) == 2


def test_games_are_listed_newest_first(here, played):
    """To people in a table with whole ids, to machines as an object a line."""
    people, machines = (here("games", "everest1924", *words) for words in ((), ("--all", "--json")))

    assert people.out.splitlines()[0].split()[:2] == ["GAME_ID", "GAME"]
    listed = {game["game_id"]: game for game in machines.json}
    assert listed[played]["outcome"] == "finished"
    assert {"game", "status", "version", "record_hash", "seats"} <= set(listed[played])
    assert people.out.splitlines()[1].split()[0] == machines.json[0]["game_id"]


def test_words_in_the_list_of_games_are_whole(served, here):
    """In a pipe a game has one line; in a narrow terminal names are wrapped, and nothing is cut."""
    here("bot", "everest1924")
    here("play", "mountaineering", "--seats", "6", "--name", "Catherine Destivelle", typed="q\n")
    piped = here("games").out
    with Terminal("games", SUMMITBOOK_SERVER=served.server) as terminal:
        pass
    drawn = Text.from_ansi(terminal.shown.decode().replace("\r\n", "\n")).plain
    shown = drawn.partition("GAME_ID")[2].partition("There are")[0]

    assert {len(line.split()[0]) for line in piped.splitlines()} == {len("GAME_ID"), 36}
    for text in (piped, shown):
        assert "…" not in text
        assert "mountaineering" in text
        assert "finished" in text
    assert max(map(len, shown.splitlines())) <= 80


def test_what_goes_without_saying_has_a_line_in_a_pipe_too(here):
    """Each record is told by something, if only by its name in words."""
    (game_id,) = here("bot", "dicey_peaks", "--json").json[0]["game_ids"]

    told = here("watch", game_id).out.splitlines()

    assert any("Turn ended." in line for line in told)
    assert all(len(line.split(maxsplit=2)) == 3 for line in told)


def test_watching_a_finished_game_tells_it_from_the_beginning(here, played):
    """A line for each record, and then it ends by itself."""
    ran = here("watch", played)

    assert ran.status == 0
    assert [int(line[:4]) for line in ran.out.splitlines()] == list(range(1, len(ran.out.splitlines()) + 1))
    assert "Closed: finished." in ran.out.splitlines()[-1]


def test_several_games_are_exported_into_a_folder(here, played, tmp_path):
    """One file a game, called by its id, with the bytes that one alone would have."""
    (other,) = here("bot", "everest1924", "--json").json[0]["game_ids"]

    ran = here("replay", "export", played, other, "--out", tmp_path / "new" / "folder")

    assert ran.status == 0
    written = {path.name: path.read_text() for path in (tmp_path / "new" / "folder").iterdir()}
    assert set(written) == {f"{played}.replay.jsonl", f"{other}.replay.jsonl"}
    assert written[f"{played}.replay.jsonl"] == here("replay", "export", played).out


def test_all_games_are_exported_and_audited(tmp_path):
    """Every game that is listed has a file, and they all check out: one in play too."""
    serving, files = Serving(tmp_path / "data"), tmp_path / "files"
    there = {"SUMMITBOOK_SERVER": serving.server, "XDG_STATE_HOME": str(tmp_path)}
    try:
        (played,) = summitbook("bot", "dicey_peaks", "--json", **there).json[0]["game_ids"]
        summitbook("play", "everest1924", typed="1\nq\n", **there)
        listed = {game["game_id"] for game in summitbook("games", "--all", "--json", **there).json}
        exported = summitbook("replay", "export", "--all", "--out", files, **there)
    finally:
        serving.stop()

    assert exported.status == 0
    assert played in listed
    assert len(listed) == 2
    assert {path.name.partition(".")[0] for path in files.iterdir()} == listed
    assert summitbook("replay", "audit", files).status == 0


def test_a_game_that_cannot_be_exported_leaves_the_others(here, played, tmp_path):
    """It is named, and status 1 says that not all is there."""
    none = "928f0218-8b68-4fb3-8188-53138e4ae6ab"

    ran = here("replay", "export", none, played, "--out", tmp_path)

    assert ran.status == 1
    assert f"NO_SUCH_GAME: {none}" in ran.err
    assert [path.name for path in tmp_path.glob("*.replay.jsonl")] == [f"{played}.replay.jsonl"]


@pytest.mark.parametrize("after", [0, 3])
def test_watching_for_machines_is_the_recorded_lines(here, played, after):
    """Byte for byte those of the export, from any record on."""
    watched = here("watch", played, "--after", after, "--json").out
    exported = here("replay", "export", played).out

    lines = exported.splitlines(keepends=True)
    assert watched == "".join(lines[after:-1]), "all but the seal"
    assert "seal" in json.loads(lines[-1])


def test_a_game_is_watched_while_it_is_played(served, here):
    """Records come as they are made, and the watcher ends with the game."""
    (game_id,) = COME_BACK.findall(here("play", "everest1924", typed="q\n").err)
    watching = subprocess.Popen(
        [COMMAND, "watch", game_id, "--server", served.server],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    first = watching.stdout.readline()

    here("play", "--game", game_id, typed=ALWAYS_THE_FIRST)

    rest = watching.stdout.read()
    assert watching.wait(60) == 0
    watching.stdout.close()
    assert "A game of Everest 1924 for 1 is made." in first
    assert "Closed: finished." in " ".join(rest.split())


def watched_all(served, *words):
    """`summitbook watch --all` as whoever runs the service types it."""
    data = served.log.with_suffix("")
    return subprocess.Popen(
        [COMMAND, "watch", "--all", "--server", served.server, "--data", data, *words],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )


def test_all_games_are_watched_for_machines(served, here, played):
    """Each line is a command with its game, its recorded lines and its position, from which one goes on."""
    exported = [json.loads(line) for line in here("replay", "export", played).out.splitlines()[:-1]]
    found = []
    with watched_all(served, "--json") as watching:
        while [record for item in found for record in item["records"]] != exported:
            item = json.loads(watching.stdout.readline())
            found += [item] if item["game_id"] == played else []
        watching.kill()
    with watched_all(served, "--json", "--after", found[0]["position"]) as watching:
        while (item := json.loads(watching.stdout.readline()))["game_id"] != played:
            pass
        watching.kill()
    assert item == found[1]


def test_all_games_are_watched_by_people(served, played):
    """Each line is a record: position, game, number, time of day and what it was."""
    with watched_all(served) as watching:
        while played not in (line := watching.stdout.readline()):
            pass
        watching.kill()
    position, game_id, n, _, kind = line.split()
    assert position.isdigit()
    assert (game_id, n, kind) == (played, "1", "GameCreated")


def test_whoever_has_several_seats_changes_between_them(here):
    """By a word, in the middle of a sitting; which of them the game waits for is told."""
    made = here("play", "mountaineering", "--seats", 2, "--name", "Ann", typed="q\n")
    game_id = re.search(r"play --game (\S+)", made.err)[1]
    here("play", "--game", game_id, "--seat", 1, "--name", "Bob", typed="q\n")
    (game,) = [each for each in here("games", "--json").json if each["game_id"] == game_id]
    first = game["waits_for"][0]

    ran = here("play", "--game", game_id, "--seat", 1 - first, typed="seat 7\nseat\n1\nseat\nq\n")

    shown = " ".join(ran.out.split())
    assert f"Type seat {first} to play it." in shown
    assert f"Of this game you have, beside seat {1 - first}, {first}." in shown
    assert shown.count("seat next") > 2
    assert f"--seat {1 - first}\n" in ran.err
    after = [each["version"] for each in here("games", "--json").json if each["game_id"] == game_id]
    assert after[0] > game["version"], "the other seat has acted"
