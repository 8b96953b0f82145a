"""`summitbook tournament audit`."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from summitbook_client.messages import printable
from summitbook_client.terminal.page import console
from summitbook_domain.dossier import Outcome
from summitbook_domain.dossier.audit import Dossier
from summitbook_domain.dossier.files import LOG, game_file

from ...dossiers import BadArchive, Opened, unpacked
from ...keys import verify
from ..options import REPEATED, AsJson
from ..output import emit
from ..problem import FAULT, Problem
from ..replay.audit import Jobs, Keys, ReceiptFiles, ReportFile, cores, head_of, progress_bar, trusted
from ..replay.judge import Asked
from ..replay.many import CHUNK_BYTES, audit_files, auditors
from ..replay.receipts import read_receipts
from .held import Held
from .page import Page
from .verdict import panel, plain

Heads = Annotated[
    tuple[str, ...],
    REPEATED,
    Parameter(
        name="--head",
        help="A receipt that the tournament's log must hold, N:HASH or HASH; may be repeated.",
    ),
]
DossierFile = Annotated[
    Path, Parameter(help="The dossier of a tournament, as `tournament export` writes it.")
]


def audit(
    file: DossierFile,
    /,
    *,
    keys: Keys = (),
    heads: Heads = (),
    receipts: ReceiptFiles = (),
    jobs: Jobs = None,
    report: ReportFile = None,
    as_json: AsJson = False,
) -> int:
    """
    Check a whole tournament offline: its log, every game, and what follows from them.

    The log's commands are asked again, so pairings and standings are derived anew; each
    game is audited at level rules, and held against the log.
    """
    held = Held(tuple(map(head_of, heads)), read_receipts(receipts) if receipts else None)
    asked = Asked(
        keys=frozenset(map(trusted, keys)),
        receipts=held.receipts,
        evidence=report is not None,
        played=True,
    )
    page = Page(report, asked) if report else None
    try:
        with unpacked(file) as files:
            outcome = _audit(files, asked, held, jobs or cores(), page, quiet=as_json)
    except BadArchive as error:
        raise Problem("BAD_ARCHIVE", f"{printable(str(file))}: {error}") from None
    except OSError as error:
        why = error.strerror or "it fails"
        raise Problem("FILE", f"{printable(str(file))} cannot be read: {why}") from None
    if as_json:
        emit(plain(file, outcome, held))
    else:
        console().print(panel(file, outcome, held))
    if outcome.told:
        held.tell_unused()
    return 0 if outcome.ok else FAULT


def _audit(files: Opened, asked: Asked, held: Held, jobs: int, page: Page | None, *, quiet: bool) -> Outcome:
    """The games side by side, each held against the log as it comes."""
    with ExitStack() as opened:
        # They take as long to begin as the log takes to be read and asked again.
        side_by_side = jobs > 1 and files.size > CHUNK_BYTES
        pool = opened.enter_context(auditors(jobs, asked)) if side_by_side else None
        heads = held.heads(files.read(LOG)) if LOG in files.names else ()
        dossier = Dossier(files.names, files.read, verify=verify, keys=asked.keys, heads=heads)
        games = dossier.games
        sources = (files.member(game_file(each.game_id)) for each in games)
        bar = console(error=True)
        verdicts = opened.enter_context(closing(audit_files(sources, jobs, asked, pool=pool)))
        progress = opened.enter_context(progress_bar(bar, quiet=quiet or not bar.is_terminal))
        for fixture, verdict in zip(
            games, progress.track(verdicts, len(games), description="Auditing"), strict=True
        ):
            dossier.take(fixture, verdict.report, verdict.played)
            held.take(fixture, verdict)
            if page:
                page.take(fixture, verdict)
    outcome = dossier.end()
    held.look(outcome.findings)
    outcome = replace(outcome, caveats=(*outcome.caveats, *held.caveats))
    if page:
        page.end(outcome)
    return outcome
