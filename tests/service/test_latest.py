"""What is kept at hand: so much of the latest, and no more."""

from summitbook_service.latest import Latest


def test_the_oldest_makes_room():
    """However much is kept, only so many of the last are there."""
    latest = Latest(3)
    for number in range(10):
        latest.keep(number, str(number))
    assert latest == {7: "7", 8: "8", 9: "9"}


def test_what_is_kept_again_takes_nobodys_place():
    """The same once more drives nothing out."""
    latest = Latest(2)
    for key in ("a", "b", "b"):
        latest.keep(key, key)
    assert set(latest) == {"a", "b"}
