"""Tournaments on the page: run by whoever announced one, played by people and bots, followed live."""

import json
import re
from base64 import b64encode
from pathlib import Path
from random import Random
from zipfile import ZipFile

import msgspec
import pytest
from bundles import outcome_of
from google.rpc.error_details_pb2 import ErrorInfo
from playwright.sync_api import expect
from whole.test_large_tournaments import largest, shown

from page.chrome import play_on
from page.cups import Cup
from page.serving import Running
from summitbook.v1 import tournament_service_pb2 as pb
from summitbook_domain.dossier.files import STANDINGS_CSV, STANDINGS_JSON
from summitbook_service.tournaments.paging import Page, pack_page

LUCK = 1924
CLIMB = ("Climb", "Traverse", "Roll")
END_OF_STREAM = b"\x02\x00\x00\x00\x02{}"
"""As Connect ends a stream that did well."""
CUT_ROWS = "() => getComputedStyle(document.querySelector('tbody tr')).breakInside"
SEEN_BUTTONS = """() => {
  const buttons = [...document.querySelectorAll("button, .button")];
  return buttons.filter((each) => each.checkVisibility()).length;
}"""
FORGET_TOKENS = """() => {
  const kept = JSON.parse(localStorage.getItem("summitbook.tournaments"));
  for (const each of kept) for (const contestant of each.contestants) contestant.token = "";
  localStorage.setItem("summitbook.tournaments", JSON.stringify(kept));
}"""
STRIKE = "Let a game's result count nothing"
TWO_SEATS = {"seats": 2, "rounds": 1}


def announce(person, game, name, **fields):
    """Announce a tournament by its form; its address."""
    person.page.goto(f"{person.url}#/announce/{game}")
    person.page.get_by_label("Name").fill(name)
    for label, value in fields.items():
        field = person.page.get_by_label(label.capitalize(), exact=True)
        field.select_option(value) if label in {"kind", "seats"} else field.fill(value)
    person.page.get_by_role("button", name="Announce it").click()
    expect(person.page.get_by_role("heading", name=name, level=1)).to_be_visible()
    return person.page.url


def enter(person, name=None):
    """Enter the tournament that is looked at."""
    person.page.get_by_label("Name").fill(name or person.name)
    person.page.get_by_role("button", name="Enter", exact=True).click()
    expect(entrants(person)).to_contain_text(name or person.name)


def entrants(person):
    """Those who have entered, before the first round."""
    return person.page.locator("section[aria-labelledby=entrants]")


def do(person, text):
    """Press a button that asks first, and say yes."""
    person.page.get_by_role("button", name=text, exact=True).click()
    person.page.get_by_role("button", name="Yes").click()


def row(person, region, name):
    """Whose row this is in a table, cell by cell."""
    table = person.page.get_by_role("region", name=f"{region}, table")
    return table.get_by_role("row").filter(has=person.page.get_by_role("rowheader", name=name))


def progress(person):
    """How far it has come, in a sentence."""
    return person.page.locator(".said")


def test_a_duplicate_is_held_from_two_browsers(chrome, service, tmp_path):
    """Announced, entered, played and closed on the page; the dossier that it hands out holds."""
    with chrome.person(service.url) as ada, chrome.person(service.url, "Bo") as bo:
        address = announce(ada, "everest1924", "The Open", rounds="1")
        enter(ada)
        bo.page.goto(address)
        bo.see("Duplicate of Everest 1924 · 1 round · 1 contestant")
        enter(bo)
        expect(entrants(ada)).to_contain_text("Bo")
        do(ada, "Start")
        do(ada, "Publish round 1")
        for person in (ada, bo):
            person.page.get_by_role("link", name="Play round 1").click()
            play_on([person], Random(LUCK), wanted=CLIMB)
            person.page.get_by_role("link", name="Back to the tournament").click()
        expect(progress(ada)).to_have_text("round 1 of 1, all games are over")
        expect(row(bo, "Round 1", "Ada")).to_contain_text("held back")

        do(ada, "Close round 1")
        replay = row(bo, "Round 1", "Ada").get_by_role("link", name="Replay")
        expect(replay).to_be_visible()
        do(ada, "Close the tournament")
        expect(progress(bo)).to_contain_text("Closed")
        expect(bo.page.get_by_role("button", name="Leave")).to_have_count(0)

        file = downloaded(bo, "Dossier", tmp_path)
        with ZipFile(file) as archive:
            assert outcome_of(file.read_bytes(), json.loads(archive.read("keys.json"))["keys"]).ok
            assert downloaded(bo, "Standings as CSV", tmp_path).read_bytes() == archive.read(STANDINGS_CSV)
            assert downloaded(bo, "Standings as JSON", tmp_path).read_bytes() == archive.read(STANDINGS_JSON)
        replay.click()
        bo.see("The record holds")


def downloaded(person, button, folder: Path) -> Path:
    """What the browser saves when this is pressed."""
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name=button).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_tables_that_bots_play_are_followed_live(chrome, service):
    """Points, places, byes and decisions come by themselves; games of others open at the end of the round."""
    cup = Cup.announced(service, "tables", "dicey_peaks", seats=2, rounds=2, name="Tables")
    cup.enter("Ann", "Bob", "Cid")
    with chrome.person(service.url) as ada:
        cup.seen_by(ada)
        cup.run("StartTournament")
        game, *_ = cup.run("PublishRound").events[0].round_published.games
        first, second = game.contestants
        expect(progress(ada)).to_have_text("round 1 of 2, 1 game going on")
        expect(ada.page.get_by_text("A bye:")).to_contain_text("(120 points)")
        expect(row(ada, "Standings", cup.names[first])).to_contain_text("…")

        cup.retire(second)

        expect(row(ada, "Standings", cup.names[first])).to_contain_text("120")
        expect(row(ada, "Standings", cup.names[second]).get_by_role("cell").first).to_have_text("3")
        seats = ada.page.get_by_role("region", name="Round 1, table").get_by_role("listitem")
        expect(seats).to_contain_text(
            [f"{cup.names[first]} 1st, 120 points", f"{cup.names[second]} 2nd, 0 points"]
        )
        expect(ada.page.get_by_text("held back", exact=True)).to_be_visible()
        cup.decide("points", "Late twice", contestant=first, points=-30)
        expect(ada.page.locator("section[aria-labelledby=decisions]")).to_contain_text(
            f"{cup.names[first]} loses 30 points. “Late twice”"
        )
        expect(row(ada, "Standings", cup.names[first])).to_contain_text("90")

        cup.run("CloseRound")
        ada.page.get_by_role("region", name="Round 1, table").get_by_role("link", name="Replay").click()
        ada.see("The record holds")


def test_what_is_held_back_says_so(chrome, service):
    """By its address, too, a game of an open round is no error: others still play its deal."""
    cup = Cup.announced(service, "duplicate", "everest1924", name="Held back")
    cup.enter("Ann")
    cup.run("StartTournament")
    game_id = cup.run("PublishRound").events[0].round_published.games[0].game_id
    with chrome.person(service.url) as ada:
        ada.page.goto(f"{service.url}#/game/{game_id}")

        expect(ada.page.get_by_role("heading", name="Held back")).to_be_visible()
        ada.page.get_by_role("link", name="To the tournament").click()
        expect(ada.page.get_by_role("heading", name=cup.name, level=1)).to_be_visible()
        ada.complaints.clear()  # Chromium tells of the refusal


def test_whoever_runs_it_looks_into_a_game_when_everyone_may(chrome, service):
    """An organiser may play too, so what others still play is held back from one as from anyone."""
    cup = Cup.announced(service, "duplicate", "everest1924", name="Refereed")
    cup.enter("Ann")
    cup.run("StartTournament")
    game_id = cup.run("PublishRound").events[0].round_published.games[0].game_id
    with chrome.person(service.url) as ada:
        cup.kept_by(ada, organises=True)
        expect(row(ada, "Round 1", "Ann")).to_contain_text("held back")
        ada.page.goto(f"{service.url}#/game/{game_id}")
        expect(ada.page.get_by_role("heading", name="Held back")).to_be_visible()
        ada.complaints.clear()  # Chromium tells of the refusal
        cup.retire(0)
        cup.run("CloseRound")

        ada.page.get_by_role("link", name="To the tournament").click()
        row(ada, "Round 1", "Ann").get_by_role("link").last.click()

        expect(ada.page.get_by_role("heading", name="The course of the game")).to_be_visible()


def test_an_organiser_is_told_why_something_is_refused(chrome, service):
    """What the service says, with its code; and a decision is what ends a game that nobody plays."""
    cup = Cup.announced(service, "duplicate", "everest1924", rounds=1, name="Waiting")
    cup.enter("Ann", "Bob")
    cup.run("StartTournament")
    cup.run("PublishRound")
    cup.retire(0)
    with chrome.person(service.url) as ada:
        cup.kept_by(ada, organises=True)
        do(ada, "Close round 1")
        # Whether the one that is over is counted by then is as it happens.
        told = re.compile("(1 game goes|2 games go) on; wait for .* GAMES_OPEN")
        expect(ada.page.get_by_text(told)).to_be_visible()

        ada.page.get_by_text("A referee's decision").click()
        ada.page.get_by_label("Ruling").select_option(label="End a game that goes on")
        ada.page.get_by_label("Game", exact=True).select_option(label="Bob in round 1")
        ada.page.get_by_label("Reason").fill("Nobody plays it")
        do(ada, "Decide")

        ada.see("The game of Bob in round 1 is cancelled. “Nobody plays it”")
        expect(row(ada, "Round 1", "Bob")).to_contain_text("no result: cancelled")
        do(ada, "Close round 1")
        expect(progress(ada)).to_have_text("round 1 of 1 is closed")
        ada.complaints.clear()  # Chromium tells of the refusal


@pytest.mark.parametrize(
    ("ruling", "fields", "told"),
    [
        ("Give points, or take them", {"Contestant": "Bob", "Points": "7"}, "Bob is given 7 points."),
        (STRIKE, {"Game": "Ann in round 1"}, "The result of Ann in round 1 counts nothing."),
        ("Exclude a contestant", {"Contestant": "Bob"}, "Bob is excluded."),
    ],
)
def test_a_referee_decides_on_the_page(chrome, service, ruling, fields, told):
    """Each ruling asks for what it needs, says what it will do, and stands in the list with its reason."""
    cup = Cup.announced(service, "duplicate", "everest1924", name="Judged")
    cup.enter("Ann", "Bob")
    cup.run("StartTournament")
    cup.run("PublishRound")
    cup.retire(0)
    with chrome.person(service.url) as ada:
        cup.kept_by(ada, organises=True)
        ada.page.get_by_text("A referee's decision").click()
        ada.page.get_by_label("Ruling").select_option(label=ruling)
        for label, value in fields.items():
            field = ada.page.get_by_label(label, exact=True)
            field.fill(value) if label == "Points" else field.select_option(label=value)
        ada.page.get_by_label("Reason").fill("Seen by two")

        ada.page.get_by_role("button", name="Decide").click()
        expect(ada.page.get_by_role("alert")).to_contain_text(told)
        ada.page.get_by_role("button", name="Yes").click()

        decided = ada.page.locator("section[aria-labelledby=decisions]").get_by_role("listitem")
        expect(decided).to_contain_text(told)
        expect(decided).to_contain_text("“Seen by two”")


def test_a_match_of_a_ladder_is_made_and_rated_on_the_page(chrome, service):
    """The organiser chooses who meets; the result changes the ratings."""
    with chrome.person(service.url) as ada:
        announce(ada, "dicey_peaks", "The Ladder", kind="ladder")
        enter(ada)
        ada.page.get_by_text("Enter somebody else").click()
        enter(ada, "Bo")
        do(ada, "Start")

        ada.page.get_by_role("checkbox", name="Ada").check()
        ada.page.get_by_role("checkbox", name="Bo").check()
        ada.page.get_by_role("button", name="Let them play").click()
        ada.page.get_by_role("link", name="Play the match as ").click()
        ada.retire()
        ada.page.get_by_role("link", name="The Ladder").click()

        matches = ada.page.get_by_role("region", name="Matches, table")
        expect(matches.get_by_role("link", name="Replay")).to_be_visible()
        rows = [row(ada, "Standings", name) for name in ("Ada", "Bo")]
        expect(rows[0]).not_to_contain_text("25.000")
        ratings = [float(each.locator(".points").inner_text()) for each in rows]
        assert max(ratings) > 1 > -1 > min(ratings)


def test_the_service_ends_in_the_middle_and_the_page_goes_on(chrome, tmp_path):
    """A page that was open meanwhile shows what happened since, and runs the rest."""
    with Running(tmp_path) as service, chrome.person(service.url) as ada:
        cup = Cup.announced(service, "duplicate", "everest1924", rounds=1, name="Interrupted")
        cup.enter("Ann", "Bob")
        cup.run("StartTournament")
        cup.run("PublishRound")
        cup.kept_by(ada, 1, organises=True)
        ada.line_is_cut = True

        service.kill()
        ada.see("Connection lost")
        service.start()
        cup.retire(0)

        expect(progress(ada)).to_have_text("round 1 of 1, 1 game going on")
        ada.page.get_by_role("link", name="Play round 1").click()
        ada.retire()
        ada.page.get_by_role("link", name="Interrupted").click()
        do(ada, "Close round 1")
        expect(progress(ada)).to_have_text("round 1 of 1 is closed")


def test_a_lost_token_is_issued_again_for_its_claim(chrome, service):
    """Whoever lost it leaves all the same, since the claim is kept beside it."""
    cup = Cup.announced(service, "duplicate", "everest1924", name="Forgetful")
    cup.enter("Ann", "Bob")
    with chrome.person(service.url) as ada:
        cup.kept_by(ada, 1)
        ada.page.evaluate(FORGET_TOKENS)
        ada.page.reload()

        do(ada, "Leave Bob")

        expect(entrants(ada).get_by_role("listitem").filter(has_text="Bob")).to_contain_text("left")
        ada.complaints.clear()  # Chromium tells of the call without a token


def test_an_organiser_takes_out_a_drop_out(chrome, service):
    """Whoever does not come any more, and does not say so, is paired no more."""
    cup = Cup.announced(service, "duplicate", "everest1924", name="Deserted")
    cup.enter("Ann", "Bob")
    with chrome.person(service.url) as ada:
        cup.kept_by(ada, organises=True)
        ada.page.get_by_text("A drop-out").click()
        ada.page.get_by_label("Who drops out").select_option(label="Bob")

        do(ada, "Take out Bob")

        expect(entrants(ada).get_by_role("listitem").filter(has_text="Bob")).to_contain_text("left")


def test_a_seat_whose_token_has_expired_gets_another_from_the_tournament(chrome, service):
    """The service sat down for the contestant, whose claim is not the seat's: seats are asked for again."""
    cup = Cup.announced(service, "duplicate", "everest1924", name="Week by week")
    cup.enter("Ann")
    cup.run("StartTournament")
    cup.run("PublishRound")
    expired = ErrorInfo(reason="TOKEN_EXPIRED", domain="summitbook").SerializeToString()
    details = [{"type": "google.rpc.ErrorInfo", "value": b64encode(expired).decode()}]
    answer = {"code": "unauthenticated", "message": "it has expired", "details": details}
    with chrome.person(service.url) as ada:
        cup.kept_by(ada, 0)
        ada.page.route("**/Act", lambda route: route.fulfill(status=401, json=answer), times=1)
        ada.page.get_by_role("link", name="Play round 1").click()

        ada.page.get_by_role("button", name="Roll 3 dice").first.click()

        ada.see("Turn 1: rolled")
        ada.complaints.clear()  # Chromium tells of the refusal


def test_tabs_share_what_is_kept(chrome, service):
    """Who enters in one tab plays in another, open before, and neither forgets what the other keeps."""
    cup = Cup.announced(service, "duplicate", "everest1924", name="Two tabs")
    with chrome.person(service.url) as ada:
        other = ada.page.context.new_page()
        for page in (other, ada.page):
            page.goto(f"{service.url}#/tournament/{cup.id}")
            page.get_by_label("Name").wait_for()
        enter(ada)

        expect(other.get_by_role("button", name="Leave Ada")).to_be_visible()
        other.get_by_text("Enter somebody else").click()
        other.get_by_label("Name").fill("Bo")
        other.get_by_role("button", name="Enter", exact=True).click()

        for page in (other, ada.page):
            expect(page.get_by_role("button", name="Leave")).to_have_count(2)


def test_on_paper_there_is_what_was_played_and_nothing_to_press(chrome, service):
    """Standings and rounds, black on white, without a row cut in two; the button prints all rounds."""
    cup = Cup.announced(service, "tables", "dicey_peaks", name="Printed", **TWO_SEATS | {"rounds": 2})
    cup.enter("Ann", "Bob")
    cup.run("StartTournament")
    for _ in range(2):
        cup.run("PublishRound")
        cup.retire(1)
        cup.counted()
        cup.run("CloseRound")
    with chrome.person(service.url, color_scheme="dark") as ada:
        ada.page.add_init_script("window.print = () => (window.printed = document.body.innerText)")
        cup.seen_by(ada)
        ada.page.reload()
        expect(ada.page.get_by_role("region", name="Round 2, table")).to_be_visible()
        ada.page.emulate_media(media="print")

        assert ada.page.evaluate(SEEN_BUTTONS) == 0
        assert ada.page.evaluate(CUT_ROWS) == "avoid"
        assert ada.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert not ada.page.get_by_role("navigation").is_visible()
        expect(ada.page.get_by_role("region", name="Standings, table")).to_be_visible()
        expect(ada.page.get_by_role("region", name="Round 1, table")).to_have_count(0)

        ada.page.emulate_media(media="screen")
        ada.page.get_by_role("button", name="Print").click()
        printed = ada.wait_for("window.printed")
        assert printed.count("Seats, the first first") == 2


def test_a_large_tournament_is_told_as_far_as_it_is_looked_at(chrome, service):
    """Of 30 rounds of a thousand games the last is asked for, any other when it is unfolded."""
    state = msgspec.structs.replace(largest(), phase="closed")
    asked = []

    def answer(route):
        request = pb.GetTournamentRequest.FromString(route.request.post_data_buffer)
        asked.append(request.round)
        body = pack_page(shown(state), Page.of(request)).SerializeToString()
        route.fulfill(body=body, headers={"content-type": "application/proto"})

    with chrome.person(service.url) as ada:
        ada.page.route("**/GetTournament", answer)
        ada.page.route(
            "**/SubscribeTournament",
            lambda route: route.fulfill(
                body=END_OF_STREAM, headers={"content-type": "application/connect+proto"}
            ),
        )
        ada.page.goto(f"{service.url}#/tournament/{state.birth.tournament_id}")
        rows = ada.page.get_by_role("region", name="Standings, table").get_by_role("row")
        expect(rows).to_have_count(101)
        assert set(asked) == {0, 30}

        ada.page.get_by_role("button", name="Round 7", exact=True).click()
        expect(ada.page.get_by_role("region", name="Round 7, table").get_by_role("row")).to_have_count(101)
        assert set(asked) == {0, 7, 30}
        expect(ada.page.get_by_role("columnheader", name="R7")).to_be_visible()

        ada.page.get_by_role("button", name="All 1000").first.click()
        expect(rows).to_have_count(1_001)


def test_a_part_of_the_page_that_is_gone_says_so(chrome, service):
    """A page that was open while the service was renewed asks for a script that is no more."""
    with chrome.person(service.url) as ada:
        ada.page.route("**/assets/tournament-*.js", lambda route: route.fulfill(status=404, body=""))

        ada.page.get_by_role("link", name="Tournaments").click()

        ada.see("This part of the page could not be loaded.")
        ada.page.unroute("**/assets/tournament-*.js")
        ada.page.get_by_role("button", name="Load the page anew").click()
        expect(ada.page.get_by_role("heading", name="Tournaments", exact=True)).to_be_visible()
        ada.complaints.clear()
