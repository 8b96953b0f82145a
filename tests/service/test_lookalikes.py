"""docs/tournaments.md, "Names": which names look alike."""

import unicodedata

import pytest

from summitbook_service.lookalikes import _ALIKE, looks_of, seen

ZWJ, ZWNJ, VARIATION, FILLER = "\u200d", "\u200c", "\ufe0f", "\u3164"


def alike(one, other):
    return bool(looks_of(one) & looks_of(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mallory", "mallory"),
        ("Mallory", f"Mal{ZWJ}lory"),
        ("Mallory", f"Mallory{ZWNJ}"),
        ("Mallory", f"Mallory{VARIATION}"),
        ("Mallory", "Mallory\U000e0041"),
        ("Sandy Irvine", f"Sandy{FILLER}Irvine"),
        ("Sandy Irvine", "Sandy\u2800 Irvine"),
        ("Mallory", "M\u0430llory"),
        ("Mallory", "\u039c\u0430llor\u0443"),
        ("Mallory", "\uff2d\uff41llory"),
        ("Mallory", "\U0001d40callory"),
        ("Ren\u00e9", "Rene\u0301"),
        ("Ren\u00e9", "Ren\u0435\u0301"),
        ("cocoa", "\u0441\u043e\u0441\u043e\u0430"),
        ("Irvine", "lrvine"),
        ("Noel 1", "Noel l"),
        ("Odell", "0dell"),
        ("Stra\u00dfe", "STRASSE"),
        ("GAL", "\u13c0\u13aa\u13de"),
        ("BAT", "\ua4d0\ua4ee\ua4d4"),
    ],
)
def test_these_look_alike(one, other):
    """By case, by what shows nothing, by another form or another alphabet."""
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mallory", "Malory"),
        ("Ren\u00e9", "Rene"),
        ("Sandy Irvine", "SandyIrvine"),
        ("contestant 1", "contestant 11"),
        ("\u0411\u043e\u0431", "\u0420\u043e\u0431"),
        ("\u6771", "\u6f38"),
        ("=1+1", "=1-1"),
    ],
)
def test_these_do_not(one, other):
    """What anyone can tell apart are two names."""
    assert not alike(one, other)


@pytest.mark.parametrize("nothing", ["", ZWJ, VARIATION * 3, FILLER, "\u2800", "\u115f\u1160", "\U000e0100"])
def test_what_shows_nothing_is_no_name(nothing):
    """Nor is a name that only takes up room."""
    assert seen(nothing) == ""


def test_every_letter_of_the_table_is_met_there():
    """As it stands once its case and form are gone; and each passes for one letter of Latin."""
    for letters, latin in _ALIKE:
        assert len(letters) == len(latin)
        for letter in letters:
            assert unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", letter).casefold()) == letter
