"""docs/architecture.md, "The domain". A fold is a fold, however often it is asked for."""

from summitbook_domain.game import FOLDS_KEPT, asked_again, fold_by
from summitbook_domain.table.events import GameStarted, HintTaken


def counted():
    """A fold, and what it was asked for."""
    asked = []

    def evolve(state, event):
        asked.append((state, event))
        return (*state, event.seat)

    return fold_by({HintTaken: evolve}), asked


def test_the_same_event_in_the_same_state_is_folded_once():
    """Whoever folds it again is given the state that there is."""
    (evolve, asked), event = counted(), HintTaken(1)

    first = evolve((), event)

    assert first == (1,)
    assert evolve((), event) is first
    assert len(asked) == 1


def test_another_state_or_event_is_another_fold():
    """An event that was folded before leads on from wherever it happens, and an equal one is another."""
    (evolve, asked), event = counted(), HintTaken(1)

    assert [evolve(state, event) for state in ((), (7,), ())] == [(1,), (7, 1), (1,)]
    assert evolve((), HintTaken(1)) == (1,)
    assert len(asked) == 4


def test_an_event_that_nothing_is_listed_for_changes_nothing():
    """Events of other aggregates leave a state as it is."""
    evolve, asked = counted()
    state = (7,)

    assert evolve(state, GameStarted()) is state
    assert asked == []


def test_however_many_events_are_folded_each_leads_where_it_must():
    """Few folds are kept at hand, and what is not is done again."""
    (evolve, asked), events = counted(), [HintTaken(seat) for seat in range(9 * FOLDS_KEPT)]

    for _ in range(2):
        assert [evolve((), event) for event in events] == [(event.seat,) for event in events]
    assert len(asked) > len(events)


def test_what_is_asked_of_a_state_again_is_worked_out_once():
    """The very same state gives the answer at hand; another one, an equal one too, is asked anew."""
    asked = []

    def ask(state):
        asked.append(state)
        return sum(state)

    answer, one, other = asked_again(ask), [1, 2], [7]

    assert [answer(state) for state in (one, one, other, one)] == [3, 3, 7, 3]
    assert asked == [one, other, one]
    assert answer([*one]) == 3
    assert len(asked) == 4
