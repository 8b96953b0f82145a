"""The page as it is served is what its source gives: whoever changes clients/web runs `make page`."""

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, which

import pytest

from summitbook_service.web.page import Page

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "clients/web"
BUNDLE = ROOT / "service/summitbook_service/web/page"
LARGEST = 120_000
"""Bytes of the scripts that whoever opens the page waits for, by gzip."""
LARGEST_LATER = 25_000
"""Of those that are loaded when somebody looks at a tournament."""
GENERATED = ("node_modules", "gen")
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
"""With the buf of the environment that runs this."""
NEEDED = re.compile(r"(?:from|import) ?[\"']\./([\w.-]+\.js)")
"""How one script names another that it cannot do without."""
NAMES = (b"www.w3.org/", b"svelte.dev/e/")
TEXTS = {
    "MIT": "Permission is hereby granted, free of charge",
    "BSD-3-Clause": "Redistributions in binary form must reproduce the above",
    "Apache-2.0": "Licensed under the Apache License, Version 2.0",
}
"""What the text of each licence has; that of Apache stands once, at the end, for all that are under it."""


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

    subprocess.run(
        ["npm", "run", "--silent", "page"],
        cwd=elsewhere,
        check=True,
        env={**os.environ, "PATH": PATH, "SUMMITBOOK_PAGE_OUT": str(built)},
    )

    assert files(built).keys() == files(BUNDLE).keys(), "run `make page` and commit what it changes"
    assert files(built) == files(BUNDLE), "run `make page` and commit what it changes"


@pytest.fixture(scope="module")
def carried(elsewhere, tmp_path_factory):
    """
    The packages whose code is in the bundle.

    Its source maps say which. Of what loads its parts, which is Vite's, they say nothing, but its code does.
    """
    room = tmp_path_factory.mktemp("mapped")
    subprocess.run(
        ["npm", "run", "--silent", "protos"], cwd=elsewhere, check=True, env={**os.environ, "PATH": PATH}
    )
    subprocess.run(
        ["node_modules/.bin/vite", "build", "--sourcemap", "--logLevel", "warn"],
        cwd=elsewhere,
        check=True,
        env={**os.environ, "SUMMITBOOK_PAGE_OUT": str(room)},
    )
    sources = [each for path in room.rglob("*.js.map") for each in json.loads(path.read_bytes())["sources"]]
    names = {"vite" for path in room.rglob("*.js") if b"vite:preloadError" in path.read_bytes()}
    return names | {
        found[1] for each in sources if (found := re.search(r"node_modules/((?:@[^/]+/)?[^/]+)/", each))
    }


def test_whoever_wrote_a_part_of_the_bundle_is_named_with_the_licence(elsewhere, carried):
    """Each package is there with its version, copyright and the text of its licence."""
    *notices, apache = re.split(r"\n+-{80}\n+", (BUNDLE / "third-party.txt").read_text(encoding="utf-8"))

    assert {"@bufbuild/protobuf", "@connectrpc/connect", "svelte", "vite"} <= carried
    assert carried <= {notice.split()[0] for notice in notices}
    for notice in notices:
        package = json.loads((elsewhere / "node_modules" / notice.split()[0] / "package.json").read_bytes())
        licences = re.findall(r"[\w.-]+", package["license"].replace(" AND ", " "))
        assert notice.startswith(f"{package['name']} {package['version']}, {' AND '.join(licences)}\n")
        assert "Copyright" in notice
        assert all(TEXTS[each] in notice for each in licences)
    assert "Apache License\n                           Version 2.0, January 2004" in apache
    assert "END OF TERMS AND CONDITIONS" in apache


def test_the_notices_are_a_click_away():
    """The page names the file, which is one of those that are served."""
    scripts = b"".join(path.read_bytes() for path in BUNDLE.glob("assets/*.js"))

    assert b'href="/third-party.txt"' in scripts
    assert "/third-party.txt" in Page().files


def waited_for() -> set[str]:
    """The scripts that the page names, and those that they cannot do without."""
    found: set[str] = set()
    named = re.findall(r"/assets/([\w.-]+\.js)", (BUNDLE / "index.html").read_text())
    while named:
        found.update(named)
        bodies = [(BUNDLE / "assets" / each).read_text(encoding="utf-8") for each in named]
        needed = {each for body in bodies for each in NEEDED.findall(body)}
        named = list(needed - found)
    return found


def test_the_bundle_is_small():
    """A slow line, too, has the page at once; what few look at comes later, and soon."""
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in BUNDLE.glob("assets/*.js")}
    first = waited_for()

    assert first < sizes.keys()
    assert sum(sizes[name] for name in first) <= LARGEST
    assert sum(size for name, size in sizes.items() if name not in first) <= LARGEST_LATER


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
