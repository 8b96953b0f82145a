"""docs/tournaments.md, "Dossier": whatever is changed in one, it is found, with place and code."""

import pytest
from dossiers import WHOLE, dossier_of, outcome_of

from .evidence import Evidence, Found, Trial
from .trial import CHANGES, missed, trials

TRIED = 3 * len(CHANGES)
"""Every change for every kind of tournament; `make meddle` makes 200 and more."""


@pytest.mark.parametrize("kind", WHOLE)
def test_a_sound_dossier_has_nothing_wrong(kind):
    """As it is packed, for whoever has the key."""
    assert outcome_of(dossier_of(kind)).findings == ()


@pytest.mark.parametrize("kind", WHOLE)
def test_every_change_is_found_first_and_in_its_place(kind):
    """However far it is covered up, by strangers or by whoever has the service's own key."""
    tried = [trial for trial in trials(0, TRIED) if trial.what.startswith(kind)]

    assert len(tried) == len(CHANGES)
    assert list(filter(None, map(missed, tried))) == []


def test_the_script_tells_what_was_not_found():
    """A change that is none is missed."""
    trial = Trial("nothing", Evidence("ladder").files, Found("tournament.jsonl", 1, "GAP"))

    assert "wanted Found(file='tournament.jsonl', line=1, code='GAP'), found ()" in missed(trial)


def test_the_same_seed_makes_the_same_changes():
    """So that a change that was missed can be made again."""
    one, same, other = ([each.files for each in trials(seed, 20)] for seed in (1, 1, 2))

    assert one == same != other
