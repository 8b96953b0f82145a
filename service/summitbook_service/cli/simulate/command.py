"""`summitbook simulate`."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from summitbook_advice.policies import POLICIES
from summitbook_client.terminal.page import console
from summitbook_domain.content import Edition
from summitbook_domain.policies import AnyGame
from summitbook_domain.refusal import Refused

from ..content import ContentFile, edition_of, game_named, options_of
from ..options import AsJson, Chosen, GameName
from ..output import emit
from ..problem import usage
from ..replay.audit import cores, progress_bar
from ..replay.files import check_writable, write
from ..replay.record import SeedHex, seed_of
from .many import Asked, simulated
from .page import page
from .table import table
from .tally import Tally
from .telling import lines, object_of

HowMany = Annotated[int, Parameter(validator=Number(gte=1), help="How many games.")]
PolicyNames = Annotated[
    str,
    Parameter(
        help="How the players choose: random, greedy or strong; or one for each seat, as strong,greedy."
    ),
]
Jobs = Annotated[
    int | None,
    Parameter(validator=Number(gte=1), help="Processes that play side by side; left out, one a core."),
]
Seats = Annotated[
    int | None, Parameter(help="How many play; left out, as many as policies are named, or as few as can be.")
]
PageFile = Annotated[
    Path | None, Parameter(name="--report", help="Write a page with plots too, as one HTML file.")
]
TableFile = Annotated[Path | None, Parameter(name="--csv", help="Write a table too, a line a game.")]


def simulate(
    game: GameName,
    /,
    *,
    games: HowMany = 1_000,
    policy: PolicyNames = "random",
    jobs: Jobs = None,
    seats: Seats = None,
    options: Chosen = (),
    content: ContentFile = None,
    seed: SeedHex = None,
    html: PageFile = None,
    csv: TableFile = None,
    as_json: AsJson = False,
) -> None:
    """Play many games through the rules alone. The same seed gives the same games, however many jobs."""
    found = game_named(game)
    edition = edition_of(found, content)
    asked = Asked(
        game=found.name,
        rules=found.rules,
        policies=_policies(edition, policy, seats),
        edition=edition,
        options=options_of(found, edition, options),
        seed=seed_of(seed),
    )
    try:
        asked.setting()
    except Refused as refused:
        raise usage(refused.message) from None
    if html:
        check_writable(html)
    tally = _played(asked, found, games, jobs or cores(), csv, as_json=as_json)
    if html:
        write(html, page(found.title, tally, asked).encode())
    if as_json:
        emit(object_of(tally, asked))
    else:
        print("\n".join(lines(tally, asked)))


def _policies(edition: Edition[Any], typed: str, seats: int | None) -> tuple[str, ...]:
    """A name for each seat; raises Problem."""
    names = tuple(typed.split(","))
    if unknown := [name for name in names if name not in POLICIES]:
        raise usage(f"there is no policy {unknown[0]!r}; there are: {', '.join(POLICIES)}")
    if len(names) == 1:
        fewest: int = edition.content.min_seats
        return names * (fewest if seats is None else seats)
    if seats not in (None, len(names)):
        raise usage(
            f"--policy names {len(names)} policies, so --seats is {len(names)}; or name only one policy"
        )
    return names


def _played(asked: Asked, game: AnyGame, games: int, jobs: int, csv: Path | None, *, as_json: bool) -> Tally:
    """Every game counted and written down as it comes."""
    tally = Tally(len(asked.policies), rivals=game.rivals)
    bar = console(error=True)
    quiet = not bar.is_terminal or (as_json and console().is_terminal)
    with ExitStack() as opened:
        take = opened.enter_context(table(csv, asked))
        played = opened.enter_context(closing(simulated(asked, games, jobs)))
        progress = opened.enter_context(progress_bar(bar, quiet=quiet))
        for number, each in enumerate(progress.track(played, games, description="Simulating")):
            tally.add(each)
            take(number, each)
    return tally
