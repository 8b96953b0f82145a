"""
Names that look alike: docs/tournaments.md, "Names".

What a name looks like is told by two texts, and two names look alike where they share one. Both
take letters in whatever form they come, and leave out what shows nothing. One goes by letters
whatever their case, the other by the signs that look alike in their own.

It is no list of all that could be taken for something else, of which Unicode has thousands, but of
the alphabets whose letters pass for Latin ones.
"""

from __future__ import annotations

from unicodedata import normalize

_UNSEEN = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Where Unicode's Default_Ignorable_Code_Point is, but for the fillers of Hangul: they take up a space."""
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
_SEEN = {code: None for first, last in _UNSEEN for code in range(first, last + 1)} | dict.fromkeys(
    map(ord, _BLANK), " "
)

_ALIKE = (
    # Cyrillic, Greek and Armenian letters that look Latin in one of their cases, which is what they are for.
    ("авекмнорстухіјѕԛԝүһӏԁѵ", "abekmhopctyxijsqwyhldv"),
    ("αβεζηικμνορτυχϳ", "abezhikmnoptyxj"),
    ("օոսհցզլքյ", "onuhgqlpj"),
    # Latin letters apart from the alphabet.
    ("ıȷɑɡɩ", "ijagi"),
    # Cherokee, whose common case is that of capitals, and Lisu, which has one.
    ("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᎩᏃ", "abcdeghijklmprstvwyz"),  # noqa: RUF001
    ("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz"),  # noqa: RUF001
)
_LETTERS = str.maketrans("".join(one for one, _ in _ALIKE), "".join(other for _, other in _ALIKE))
_SIGNS = str.maketrans("I1|0", "lllO")


def looks_of(name: str) -> frozenset[str]:
    """What a name looks like: two that share any of these look alike."""
    shown = seen(normalize("NFKD", name))
    letters = seen(normalize("NFKD", shown.casefold())).translate(_LETTERS)
    return frozenset((letters, shown.translate(_SIGNS)))


def seen(text: str) -> str:
    """What of a text can be seen, its blanks as single spaces."""
    return " ".join(text.translate(_SEEN).split())
