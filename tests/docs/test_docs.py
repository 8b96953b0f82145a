"""The pages of docs/ held against the code and the data they speak of."""

import hashlib
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from summitbook_domain import replay
from summitbook_domain.chance import Seed
from summitbook_domain.games import GAMES
from summitbook_domain.refusal import COMMON_CODES
from summitbook_domain.table import commands as common_commands
from summitbook_domain.table import events as common_events
from summitbook_service.cli.replay import words
from summitbook_service.keys import verify

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
GAME_PAGES = sorted(DOCS.glob("rules/[!R]*.md"))
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAME = re.compile(r"`(\w+)`")
POINTER = re.compile(r'docs/(\S+\.md), ("[^"]+"(?: and "[^"]+")*)')
EVEREST = GAMES["everest1924", 1]


def text_of(name):
    return (DOCS / name).read_text(encoding="utf-8")


def blocks(name, kind):
    """The fenced blocks of a page that are marked as this kind of example."""
    return re.findall(rf"^```{kind} example\n(.*?)^```$", text_of(name), re.MULTILINE | re.DOTALL)


def table(name, *columns):
    """The rows of every table on the page whose first columns have heads that begin so."""
    head = re.escape("| " + " | ".join(columns))
    found = re.findall(rf"^{head}.*\n\|[-|]+\n((?:\|.*\n)+)", text_of(name), re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")[1:-1]] for rows in found for row in rows.splitlines()]


def names(cell):
    """The names a cell lists, without what it says of them in brackets or after a colon."""
    return NAME.findall(re.sub(r"\([^)]*\)|:.*", "", cell))


def fields_told(name, *columns):
    return {NAME.findall(row[0])[0]: names(row[1]) for row in table(name, *columns)}


def fields_of(kinds):
    return {kind.__name__: list(kind.__struct_fields__) for kind in kinds}


def anchors(page):
    """The anchors of a page's headings, made as forges make them."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


@pytest.fixture(scope="module")
def fairness():
    """What the worked example of the fairness page defines, once it has run."""
    defined = {}
    exec("".join(blocks("fairness.md", "python")), defined)
    return defined


@pytest.fixture(scope="module")
def lines():
    """The lines of the replay page's example file."""
    (example,) = blocks("replay-format.md", "jsonl")
    return example.splitlines()


@pytest.fixture(scope="module")
def records(lines):
    """The records of that file, without its seal."""
    return [json.loads(line) for line in lines[:-1]]


def test_the_fairness_example_draws_what_the_domain_draws(fairness):
    """The program on the fairness page runs, and its dice and shuffle are those of the domain."""
    seed = Seed(fairness["seed"])
    chance = seed.chance(str(fairness["deal"]), [salt.hex() for salt in fairness["salts"]])
    assert fairness["commitment"].hex() == seed.commitment
    assert tuple(fairness["roll"](fairness["key"], "turn/7/roll", 6)) == chance.draw("turn/7/roll").dice(6)
    shuffled = fairness["shuffle"](fairness["key"], "summit", range(30))
    assert tuple(shuffled) == chance.draw("summit").shuffle(range(30))


def test_every_line_of_the_example_file_is_canonical(lines):
    """Written again with sorted keys and no white space, each line of the example comes out the same."""
    assert len(lines) > 5
    assert [canonical(json.loads(line)) for line in lines] == [line.encode("utf-8") for line in lines]


def test_every_record_of_the_example_file_has_its_hash(records):
    """A record's hash is that of its canonical form without the hash."""
    for record in records:
        rest = {key: value for key, value in record.items() if key != "hash"}
        assert hashlib.sha256(canonical(rest)).hexdigest() == record["hash"]


def test_the_records_of_the_example_file_are_chained(records):
    """The first record follows 64 zeros, each later one the hash before it, and their numbers have no gap."""
    assert [record["n"] for record in records] == list(range(1, len(records) + 1))
    assert records[0]["prev"] == "0" * 64
    assert all(after["prev"] == before["hash"] for before, after in pairwise(records))
    assert records[-1]["type"] == "GameClosed"


def test_the_seal_of_the_example_file_fits(lines, records):
    """The seal signs the last record's hash and the number of records, as the page says."""
    seal = json.loads(lines[-1])["seal"]
    assert (seal["events"], seal["head"]) == (len(records), records[-1]["hash"])
    signed = b"summitbook/seal/1\0" + bytes.fromhex(seal["head"]) + seal["events"].to_bytes(4, "big")
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal["key"]))
    key.verify(bytes.fromhex(seal["signature"]), signed)


def test_the_dice_of_the_example_file_follow_from_its_seed(fairness, records):
    """The fairness page's own program finds the commitment and every roll of the replay page's example."""
    created, seed = records[0]["data"], bytes.fromhex(records[-1]["data"]["seed"])
    salt = next(bytes.fromhex(each["data"]["salt"]) for each in records if each["type"] == "SeatTaken")
    sha256, mac = fairness["sha256"], fairness["mac"]
    key = mac(seed, b"summitbook/key/1\0", fairness["UUID"](created["deal"]).bytes, sha256(salt))
    rolls = [each["data"] for each in records if "draw" in each["data"]]
    assert sha256(b"summitbook/commit/1\0", seed).hex() == created["commitment"]
    assert rolls
    assert all(roll["values"] == fairness["roll"](key, roll["draw"], len(roll["values"])) for roll in rolls)


def test_the_example_file_holds_at_every_level(lines):
    """An audit of the example reaches level rules, and only misses a key and a head to compare with."""
    report = replay.audit([line.encode("utf-8") + b"\n" for line in lines], verify=verify)
    assert (report.level, report.code) == ("rules", None)


@pytest.mark.parametrize(("call", "columns"), [("ault", ("code", "level")), ("Caveat", ("warning", "when"))])
def test_every_fault_and_warning_of_an_audit_is_told(call, columns):
    """The replay page's tables of faults and warnings are what the audit's own code names."""
    source = "".join(file.read_text(encoding="utf-8") for file in Path(replay.__file__).parent.glob("*.py"))
    named = set(re.findall(rf"{call}\(\s*\"([A-Z_]+)\"", source))
    assert {row[0].strip("`") for row in table("replay-format.md", *columns)} == named


def test_every_code_has_a_sentence_for_referees():
    """Whatever an audit can say, the command and its page have words for it, and docs/audit.md too."""
    faults = {row[0].strip("`") for row in table("replay-format.md", "code", "level")}
    warnings = {row[0].strip("`") for row in table("replay-format.md", "warning", "when")}

    assert set(words.FAULTS) == faults | {"FILE"}
    assert set(words.WARNINGS) == warnings | {"NO_RECEIPT"}
    assert {row[0].strip("`") for row in table("audit.md", "warning", "what you")} == set(words.WARNINGS)
    assert tuple(words.LEVELS) == replay.LEVELS


def test_every_rpc_is_told():
    """The API page speaks of every RPC that the protos define, and of none besides."""
    protos = (ROOT / "proto" / "summitbook" / "v1").glob("*_service.proto")
    source = "".join(proto.read_text(encoding="utf-8") for proto in protos)
    rpcs = set(re.findall(r"^  rpc (\w+)\(", source, re.MULTILINE))
    in_tables = {name for row in table("api.md", "RPC") for name in NAME.findall(row[0])}
    assert in_tables <= rpcs <= set(NAME.findall(text_of("api.md")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_internal_links_lead_somewhere(page):
    """Every link to a page of the project, and to a heading on it, has something to lead to."""
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_code_points_at_headings_that_exist():
    """Where code or protos name a page and a section in quotes, the page has that heading."""
    files = [
        file
        for root in ("domain", "service", "clients", "proto/summitbook")
        for file in (ROOT / root).rglob("*")
    ]
    sources = [file.read_text(encoding="utf-8") for file in files if file.suffix in {".py", ".proto"}]
    pointers = [found for source in sources for found in POINTER.findall(source)]
    assert pointers
    for page, sections in pointers:
        for section in re.findall(r'"([^"]+)"', sections):
            on_one_line = re.sub(r"\s*\n[\s/#]*", " ", section)
            assert f"# {on_one_line}\n" in text_of(page), f"{page}: {on_one_line}"


@pytest.mark.parametrize("page", GAME_PAGES, ids=lambda page: page.stem)
def test_a_page_calls_its_game_planned_until_it_can_be_played(page):
    """A game's page is marked as planned exactly as long as the registry has no such game."""
    planned = "not yet playable" in page.read_text(encoding="utf-8")
    assert planned == (page.stem not in {game.name for game in GAMES.values()})


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_page_tells_every_event_of_its_game(game):
    """The events on a game's page are those of the game, field for field and in order."""
    assert fields_told(f"rules/{game.name}.md", "event", "fields") == fields_of(game.events)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_page_tells_every_command_of_its_game(game):
    """The commands on a game's page are those of the game, field for field and in order."""
    assert fields_told(f"rules/{game.name}.md", "command", "fields") == fields_of(game.commands)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_page_tells_every_refusal_code_of_its_game(game):
    """The codes on a game's page are the common ones and those of the game, and no others."""
    told = [row[0].strip("`") for row in table(f"rules/{game.name}.md", "code", "when")]
    assert len(told) == len(set(told))
    assert set(told) - set(COMMON_CODES) == set(game.codes)


def test_the_codes_by_command_are_those_explained():
    """On the Everest page the codes listed by command are the same as those explained one by one."""
    rows = table("rules/everest1924.md", "command", "fields")
    assert {code for row in rows for code in NAME.findall(row[3])} == set(EVEREST.codes)


def test_the_common_events_are_told():
    """The replay page tells the events every game has, field for field."""
    told = {"GameCreated": [row[0].strip("`") for row in table("replay-format.md", "field", "value")]}
    told |= fields_told("replay-format.md", "event", "fields")
    expected = fields_of(common_events.EVENTS)
    assert {name: sorted(fields) for name, fields in told.items()} == {
        name: sorted(fields) for name, fields in expected.items()
    }


def test_the_common_commands_are_told():
    """The replay page tells the commands every game has, field for field."""
    assert fields_told("replay-format.md", "command", "fields") == fields_of(common_commands.COMMANDS)


def test_the_common_refusals_are_told():
    """The page of common rules tells the common refusal codes, no more and no fewer."""
    rows = table("rules/README.md", "order", "code") + table("rules/README.md", "command", "codes")
    assert {code for row in rows for code in re.findall(r"`([A-Z_]+)`", row[1])} == set(COMMON_CODES)


def test_the_sheet_told_is_the_sheet_that_ships():
    """The Everest page's tables of rows and legends are the content file's, number by number."""
    sheet = EVEREST.editions["reconstructed"].content
    rows = [
        [str(n), str(row.first), str(row.squares), str(row.target or ""), "yes" if row.extra_die else ""]
        for n, row in enumerate(sheet.rows)
    ]
    assert table("rules/everest1924.md", "row", "first") == rows[::-1]
    legends = table("rules/everest1924.md", "score", "legend")
    assert [name for _, name in legends] == [each.name for each in sheet.legends]
    for span, name in legends:
        assert all(sheet.legend(int(score)) == name for score in re.findall(r"\d+", span))


def test_the_editions_told_are_those_that_ship():
    """The content page names each game's edition and its hash."""
    rows = {(game.strip("`"), sha256.strip("`")) for game, sha256 in table("content.md", "game", "`sha256`")}
    shipped = {(game.name, each.sha256) for game in GAMES.values() for each in game.editions.values()}

    assert rows == shipped
    assert {name for game in GAMES.values() for name in game.editions} == {"reconstructed"}
