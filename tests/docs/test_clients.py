"""docs/clients.md held against the code it speaks of: its transcript, errors, examples and names."""

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command import COMMAND, Serving, environment

import summitbook_client
from summitbook.v1.games_pb2 import LegalAction
from summitbook_client import (
    BlockingClient,
    BrokenChain,
    Client,
    Contestant,
    Host,
    Organiser,
    Refused,
    Seat,
    ServiceError,
    Table,
    Tournament,
    Unreachable,
)
from summitbook_client.calls import Calls
from summitbook_domain.refusal import BAD_ARGS, COMMON_CODES
from summitbook_domain.refusal import Refused as RefusedByTheRules
from summitbook_service import errors

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
SERVICE = ROOT / "service" / "summitbook_service"
NEXT = "-- the next command --"
DIFFERS = "…"


def rows(*heads):
    """The rows of the table with these first columns, their cells' text."""
    head = re.escape("| " + " | ".join(heads))
    (found,) = re.findall(rf"^{head}.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in found.splitlines()]


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def transcript():
    """Each command of the page's transcript with the answer that is shown, in order."""
    told = []
    for line in "".join(blocks("console transcript")).splitlines():
        if line.startswith("$ "):
            told.append((line.removeprefix("$ "), ""))
        else:
            command, answer = told.pop()
            told.append((command, answer + line))
    return told


@pytest.fixture(scope="module")
def serving(tmp_path_factory):
    started = Serving(tmp_path_factory.mktemp("serving") / "data", "--web-port", "0")
    yield started
    started.stop()


@pytest.fixture(scope="module")
def answers(serving, tmp_path_factory):
    """What each command of the transcript answers, typed one after another into one shell."""
    if not shutil.which("curl"):
        pytest.skip("curl is not installed: on Debian and Ubuntu, apt install curl")
    web = re.search(r"In a browser: (\S+)", serving.welcome)[1]
    script = "".join(f"{command}\necho '{NEXT}'\n" for command, _ in transcript())
    path = f"{COMMAND.parent}:{environment()['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", script.replace("http://127.0.0.1:8080", web)],
        env=environment(PATH=path, SUMMITBOOK_SERVER=serving.server),
        cwd=tmp_path_factory.mktemp("typed"),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return [answer.strip() for answer in ran.stdout.split(NEXT)[:-1]]


def fits(shown, answered):
    """Whether an answer is as shown: what is left out may be anything, and what is shown as … too."""
    if isinstance(shown, dict):
        return isinstance(answered, dict) and all(
            key in answered and fits(value, answered[key]) for key, value in shown.items()
        )
    if isinstance(shown, list):
        same = isinstance(answered, list) and len(shown) == len(answered)
        return same and all(map(fits, shown, answered))
    return shown in (DIFFERS, answered)


def test_the_transcript_is_what_happens(answers):
    """Typed as it stands, each command is answered as the page shows, and a command sent twice alike."""
    told = transcript()

    assert len(answers) == len(told) > 10
    for (command, shown), answered in zip(told, answers, strict=True):
        if shown:
            assert fits(json.loads(shown), json.loads(answered)), (command, answered)
        else:
            assert not answered, command
    acts = [
        json.loads(answer) for (command, _), answer in zip(told, answers, strict=True) if "ask Act" in command
    ]
    assert (acts[0]["recordHash"], acts[0]["events"]) == (acts[1]["recordHash"], acts[1]["events"])


def reasons_in_the_code():
    """Every reason that the service and the rules common to all games give, with its status."""
    kinds = {kind.__name__: kind for kind in vars(errors).values() if isinstance(kind, type)}
    kinds = {
        name: kind
        for name, kind in kinds.items()
        if issubclass(kind, errors.Problem) and hasattr(kind, "status")
    }
    found = {(code, errors.told(RefusedByTheRules(code, "")).code.name) for code in COMMON_CODES}
    found.add((errors.Internal().reason, errors.Internal.status.name))
    for file in SERVICE.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(call, ast.Call)
                and call.args
                and (name := ast.unparse(call.func).split(".")[-1]) in kinds
            ):
                found.add((ast.literal_eval(call.args[0]), kinds[name].status.name))
    return found


def test_every_error_is_told_with_its_status_and_what_to_do():
    """No reason of the code is missing on the page, and none on the page is not the code's."""
    told = [(row[0].strip("`"), row[1].strip("`"), row[3]) for row in rows("reason", "status")]
    own = [row for row in told if row[0].isupper()]

    assert {(reason, status) for reason, status, _ in own} == reasons_in_the_code()
    assert len(own) == len({reason for reason, *_ in own}) == len(told) - 1, "one row is for the games' own"
    assert all(do for *_, do in told)
    assert BAD_ARGS in PAGE


def test_every_flag_of_a_legal_action_is_told():
    """What tells bots about a command is what the proto has beside the command and its label."""
    told = [row[0].strip("`") for row in rows("field", "set where")]

    assert told == [
        field.name for field in LegalAction.DESCRIPTOR.fields if field.name not in {"command", "label"}
    ]


def test_every_name_of_the_python_client_is_told():
    """The table has what `from summitbook_client import *` gives, and nothing else."""
    told = [name for row in rows("name", "what it is") for name in re.findall(r"`(\w+)`", row[0])]

    assert sorted(told) == sorted(summitbook_client.__all__)
    assert all(getattr(summitbook_client, name).__doc__ for name in told)


@pytest.mark.parametrize(
    "kind", [Client, Table, Host, Seat, Tournament, Contestant, Organiser], ids=lambda kind: kind.__name__
)
def test_every_method_of_the_python_client_is_told(kind):
    """Each class's row names what one can ask it for."""
    (row,) = [row for row in rows("name", "what it is") if row[0] == f"`{kind.__name__}`"]
    base = {Client: Calls, Table: object, Tournament: object}.get(kind, kind.__mro__[-2])
    fields = set(getattr(kind, "__dataclass_fields__", {}))
    own = {name for name in dir(kind) if not name.startswith("_")} - set(dir(base)) - fields
    own |= {name for name in ("renewed",) if hasattr(kind, name)}

    assert own <= set(re.findall(r"`(\w+)`", row[1])), own


def test_the_errors_of_the_python_client_are_of_one_kind():
    """One class is enough to catch whatever a call fails with."""
    assert all(issubclass(kind, ServiceError) for kind in (Refused, Unreachable, BrokenChain))


@pytest.mark.parametrize("example", blocks("python"), ids=["waiting", "asyncio"])
def test_the_examples_play_a_whole_game(serving, example):
    """As they stand, each tells every record of its game to the last."""
    program = example.replace("127.0.0.1:50051", serving.server)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False
    )

    assert (ran.returncode, ran.stderr) == (0, "")
    seen = [n for line in ran.stdout.splitlines() for n in json.loads(line)]
    with BlockingClient(serving.server) as client:
        game = next(client.list_games("everest1924"))
    assert seen == list(range(1, game.version + 1))
    assert game.outcome == "finished"
