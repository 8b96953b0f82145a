"""Dossiers audited as anyone would do it: down to every die and rule of every game."""

from __future__ import annotations

import io
from collections.abc import Collection
from zipfile import ZipFile

from summitbook_domain.dossier import Dossier, Outcome, played_of
from summitbook_domain.dossier.files import game_file
from summitbook_domain.replay import audit
from summitbook_domain.table.state import Table
from summitbook_service.keys import verify


def outcome_of(file: bytes, keys: Collection[str]) -> Outcome:
    """The verdict on a dossier, trusting these keys."""
    with ZipFile(io.BytesIO(file)) as archive:
        dossier = Dossier(archive.namelist(), archive.read, verify=verify, keys=keys)
        for fixture in dossier.games:
            ended: list[Table] = []
            lines = io.BytesIO(archive.read(game_file(fixture.game_id))).readlines()
            report = audit(lines, verify=verify, keys=keys, ended=ended.append)
            dossier.take(fixture, report, played_of(ended[0]) if ended else None)
        return dossier.end()
