"""
What `deploy/` ships, held against the project; no image is built, since a builder is not at hand everywhere.

The steps of the Containerfile make a wheel and install it, as `make dist` does and tries.
"""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

from summitbook_service.cli.helps import COMMANDS
from summitbook_service.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "summitbook.service"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
NODES = ("node-a", "node-b")
VARIABLES = {f"SUMMITBOOK_{field.name.upper()}" for field in fields(Settings)}
ASKED = {"SUMMITBOOK_DATABASE_PASSWORD"}
"""What whoever runs the compose file chooses; no setting of the service."""


def instructions():
    """The instructions of the Containerfile, each as its word and the rest, in one line."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [tuple(line.split(None, 1)) for line in lines if line.strip()]


def last_stage():
    starts = [at for at, (word, _) in enumerate(instructions()) if word == "FROM"]
    return instructions()[starts[-1] :]


def said(word):
    """What the last stage says by this word."""
    (found,) = (rest for each, rest in last_stage() if each == word)
    return found


@pytest.mark.parametrize("path", sorted(DEPLOY.iterdir()), ids=lambda path: path.name)
def test_every_setting_that_is_named_exists(path):
    """A variable that begins as the service's do is one of its settings."""
    named = set(re.findall(r"SUMMITBOOK_[A-Z_]+", path.read_text(encoding="utf-8")))
    assert named <= VARIABLES | ASKED


def test_images_are_named_plainly():
    """No image names a registry, and each has a version."""
    images = [rest.split()[0] for word, rest in instructions() if word == "FROM"]
    images.append(COMPOSE["services"]["database"]["image"])
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+", image) for image in images)


def test_what_is_copied_is_there_and_sent():
    """Each path that is copied from the clone exists, and the builder is sent it and little else."""
    copied = [
        source
        for word, rest in instructions()
        if word == "COPY" and "--from" not in rest
        for source in rest.split()[:-1]
    ]
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert all((ROOT / source).exists() for source in copied)
    assert set(copied) == sent


def test_keys_and_data_never_reach_the_builder():
    """A key, wherever it lies in what is copied, stays where it is."""
    rules = (ROOT / ".dockerignore").read_text().splitlines()
    assert rules.index("**/*.key") > max(rules.index(rule) for rule in rules if rule.startswith("!"))
    assert fnmatch("service/x.key", "**/*.key")


def test_the_container_runs_as_nobody_in_particular():
    """The last stage has a user of its own, a probe, and stops by the signal that the service knows."""
    assert said("USER") == "summitbook"
    assert said("STOPSIGNAL") == "SIGTERM"
    words = [word for word, _ in last_stage()]
    assert words.index("USER") < words.index("ENTRYPOINT")


def test_the_container_starts_what_the_package_installs():
    """Entry point, command and probe are commands that there are."""
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    entry, command = (yaml.safe_load(said(word)) for word in ("ENTRYPOINT", "CMD"))
    probe = yaml.safe_load(said("HEALTHCHECK").partition(" CMD ")[2])
    assert entry == ["summitbook"]
    assert set(entry) | {probe[0]} <= scripts.keys()
    assert {command[0], probe[1]} <= COMMANDS.keys()


def test_the_container_keeps_what_it_must():
    """The folders for data and keys are the volumes, and the settings name them."""
    environment = dict(each.split("=", 1) for each in shlex.split(said("ENV")))
    assert {environment["SUMMITBOOK_DATA"], environment["SUMMITBOOK_KEYS"]} == set(said("VOLUME").split())


def test_nodes_share_database_and_keys_and_nothing_else():
    """Both nodes are on one database with one volume of keys, and each has a data folder of its own."""
    nodes = [COMPOSE["services"][name] for name in NODES]
    mounted = [dict(volume.split(":")[:2] for volume in node["volumes"]) for node in nodes]
    shared, own = set(mounted[0]) & set(mounted[1]), set(mounted[0]) ^ set(mounted[1])
    assert (shared, own) == ({"keys"}, set(NODES))
    assert nodes[0]["environment"] == nodes[1]["environment"]
    assert {"keys", *NODES, "games"} == COMPOSE["volumes"].keys()


def test_nodes_start_on_a_migrated_database():
    """Tables are made once, after the database is there; nodes come after, the second when there are keys."""
    services = COMPOSE["services"]
    assert services["migrate"]["command"] == ["migrate"]
    assert services["migrate"]["depends_on"]["database"]["condition"] == "service_healthy"
    assert services["node-a"]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
    assert services["node-b"]["depends_on"]["node-a"]["condition"] == "service_healthy"


def test_no_password_is_written_down():
    """The password comes from outside, without it nothing starts, and the database has no port outside."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    passwords = re.findall(r"PASSWORD: (.*)", text)
    assert len(passwords) == 2
    assert all(each.startswith("${SUMMITBOOK_DATABASE_PASSWORD:?") for each in passwords)
    assert "ports" not in COMPOSE["services"]["database"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}


def test_nobody_outside_the_machine_reaches_what_is_not_encrypted():
    """The ports that are opened are those of loopback."""
    ports = [port for name in NODES for port in COMPOSE["services"][name]["ports"]]
    assert all(port.startswith("127.0.0.1:") for port in ports)
    assert len(set(ports)) == 2 * len(NODES)


def test_the_doors_of_a_container_are_told():
    """The ports that the settings have are those that the image names and the compose file opens."""
    named = {int(port) for port in said("EXPOSE").split()}
    doors = {Settings().port, Settings().web_port}
    assert named == {*doors, int(re.search(r"METRICS_PORT=(\d+)", said("ENV"))[1])}
    for name in NODES:
        assert {int(port.rpartition(":")[2]) for port in COMPOSE["services"][name]["ports"]} == doors


def seconds(text):
    return float(text.removesuffix("s"))


def test_a_stop_is_given_its_time():
    """Whoever stops the service waits longer than it takes at most: its grace, and two seconds."""
    unit = UNIT.read_text(encoding="utf-8")
    least = Settings().grace + 2
    assert float(re.search(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)[1]) > least
    assert all(seconds(COMPOSE["services"][name]["stop_grace_period"]) > least for name in NODES)


@pytest.fixture
def analyze(tmp_path):
    """Runs systemd's own check on the unit, with a program that there is."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed: on Debian and Ubuntu, apt install systemd")
    program = Path(sys.executable).with_name("summitbook")
    unit = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/summitbook/bin/summitbook", str(program)), encoding="utf-8")

    def run(*words):
        return subprocess.run(["systemd-analyze", *words, unit], capture_output=True, text=True, check=False)

    return run


def test_the_unit_is_one(analyze):
    """Systemd understands every line of the unit."""
    ran = analyze("verify", "--man=no")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_the_unit_is_shut_in(analyze):
    """Of the 10 points of exposure that systemd counts the unit has less than 2."""
    ran = analyze("security", "--offline=true", "--threshold=20", "--no-pager")
    assert ran.returncode == 0, ran.stdout


def test_the_unit_serves_from_its_own_folder():
    """The data are in the folder that systemd makes and opens, and everything else is read-only."""
    unit = UNIT.read_text(encoding="utf-8")
    assert "SUMMITBOOK_DATA=%S/summitbook" in unit
    assert {"StateDirectory=summitbook", "ProtectSystem=strict"} <= set(unit.splitlines())
