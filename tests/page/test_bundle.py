"""The page as it is served is what its source gives: whoever changes clients/web runs `make page`."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, which

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "clients/web"
BUNDLE = ROOT / "service/summitbook_service/web/page"
LARGEST = 120_000
"""Bytes of all scripts, by gzip."""
GENERATED = ("node_modules", "gen")
NAMES = (b"www.w3.org/", b"svelte.dev/e/")


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """The source in another place, with the packages that its lock names."""
    if which("npm") is None:
        pytest.skip("npm is not installed: on Debian and Ubuntu, apt install nodejs npm")
    root = tmp_path_factory.mktemp("clone")
    copytree(ROOT / "proto/summitbook", root / "proto/summitbook")
    copytree(ROOT / "clients/auditors", root / "clients/auditors")
    source = copytree(
        SOURCE, root / "clients/web", ignore=lambda _, names: [name for name in names if name in GENERATED]
    )
    subprocess.run(["npm", "ci", "--silent"], cwd=source, check=True)
    return source


def test_the_bundle_is_what_the_source_gives(elsewhere, tmp_path):
    """Types and components are checked, and a fresh build is the committed one, byte for byte."""
    built = tmp_path / "page"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    subprocess.run(
        ["npm", "run", "--silent", "page"],
        cwd=elsewhere,
        check=True,
        env={**os.environ, "PATH": path, "SUMMITBOOK_PAGE_OUT": str(built)},
    )

    assert files(built).keys() == files(BUNDLE).keys(), "run `make page` and commit what it changes"
    assert files(built) == files(BUNDLE), "run `make page` and commit what it changes"


def test_the_bundle_is_small():
    """A slow line, too, has the page at once."""
    scripts = [gzip.compress(path.read_bytes()) for path in BUNDLE.glob("assets/*.js")]

    assert scripts
    assert sum(map(len, scripts)) <= LARGEST


def test_the_page_names_no_other_host():
    """Nothing in it could be fetched from elsewhere; names of XML and of explanations are no addresses."""
    said = b"".join(body for name, body in files(BUNDLE).items() if name.endswith((".js", ".css", ".html")))

    addresses = {part.split(b'"')[0].split(b"`")[0] for part in said.split(b"://")[1:]}
    assert {each for each in addresses if not each.startswith(NAMES)} == set()


def test_the_lock_names_no_host():
    """Packages come from whatever registry npm is set to."""
    lock = (SOURCE / "package-lock.json").read_text()

    assert "://" not in lock
    assert all("integrity" in each for name, each in json.loads(lock)["packages"].items() if name)


def test_versions_are_exact():
    """What is built is built of the same parts everywhere."""
    package = json.loads((SOURCE / "package.json").read_text())
    versions = [*package["dependencies"].values(), *package["devDependencies"].values()]

    assert all(version[0].isdigit() for version in versions), versions
