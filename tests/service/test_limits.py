"""How much one caller may ask, counted without a service."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summitbook_service import limits
from summitbook_service.errors import LimitReached
from summitbook_service.limits import SECOND, Pace, Shares, address_of, too_many_calls


def full(has):
    return LimitReached("FULL", f"{has} are yours")


class Paced:
    """A pace of ten a second and twenty at once, and the clock it goes by."""

    def __init__(self):
        self.now = 1_000 * SECOND
        self.pace = Pace(10, 20, too_many_calls, lambda: self.now)

    def calls(self, caller, many):
        """How many of so many calls at this moment are let through."""
        let = 0
        for _ in range(many):
            try:
                self.pace.admit(caller)
            except LimitReached:
                break
            let += 1
        return let


@pytest.fixture
def paced():
    return Paced()


def test_so_many_are_let_through_at_once_and_then_as_many_as_a_second_brings(paced):
    """After a rest a caller has its burst, then what each second gives, and never more than a burst."""
    assert paced.calls("one", 100) == 20
    paced.now += SECOND
    assert paced.calls("one", 100) == 10
    paced.now += 3_600 * SECOND
    assert paced.calls("one", 100) == 20


def test_a_refused_call_costs_nothing_and_is_told_when_to_come_back(paced):
    """However often a caller is refused, it is let through after the wait it was told, and not before."""
    paced.calls("one", 20)
    for _ in range(100):
        with pytest.raises(LimitReached) as refused:
            paced.pace.admit("one")
    assert refused.value.detail == {"retry_after_ms": 100}
    paced.now += 99 * SECOND // 1_000
    assert paced.calls("one", 1) == 0
    paced.now += SECOND // 1_000
    assert paced.calls("one", 2) == 1


def test_callers_do_not_pay_for_each_other(paced):
    """One caller's haste leaves another's burst whole."""
    paced.calls("one", 100)
    assert paced.calls("other", 100) == 20


def test_what_is_remembered_of_callers_is_bounded(paced, monkeypatch):
    """Of ever so many callers only those who came last are remembered."""
    monkeypatch.setattr(limits, "CALLERS", 50)
    for each in range(1_000):
        paced.pace.admit(each)
    assert len(paced.pace) == 50
    assert paced.calls(999, 100) == 19


@given(st.lists(st.integers(0, SECOND), max_size=200))
def test_no_caller_ever_gets_more_than_its_pace(pauses):
    """In any stretch of time a caller gets at most its burst and what the time has brought."""
    paced = Paced()
    start, let = paced.now, 0
    for pause in pauses:
        paced.now += pause
        let += paced.calls("one", 3)
        assert let <= 20 + 10 * (paced.now - start) / SECOND


def test_each_caller_has_its_share(monkeypatch):
    """A caller has so many at once, gets one back with each that ends, and leaves nothing behind."""
    shares = Shares(2, full)
    shares.take("one")
    with shares.one("one"):
        with pytest.raises(LimitReached, match="2 are yours"):
            shares.take("one")
        with shares.one("other"):
            pass
    with pytest.raises(ZeroDivisionError), shares.one("one"):
        raise ZeroDivisionError
    shares.give_back("one")
    assert len(shares) == 0
    for _ in range(2):
        shares.take("one")


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("ipv4:127.0.0.1:50051", "ipv4:127.0.0.1"),
        ("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:1", "ipv6:2001:db8:1:2::"),
        ("ipv6:[2001:db8:1:2:ffff::1]:65535", "ipv6:2001:db8:1:2::"),
        ("ipv6:%5B::ffff:192.0.2.7%5D:443", "ipv4:192.0.2.7"),
        ("ipv6:%5Bfe80::1%25eth0%5D:443", "ipv6:fe80::"),
        ("unix:/run/summitbook.sock", "unix:"),
        ("", ":"),
    ],
)
def test_a_caller_is_its_address_and_not_its_port(peer, address):
    """Every port of an address is one caller, and so is every address of an IPv6 network."""
    assert address_of(peer) == address
