"""What makes no difference, on small tasks made by hand: it is left out before a search."""

from __future__ import annotations

import pytest

from oracle.random_tasks import at, deed, ending, happening, has, lacks, link
from questwright.compiler.verdict.decide.alike import Alike
from questwright.compiler.verdict.decide.harmless import harmless_facts
from questwright.compiler.verdict.decide.outdone import outdone
from questwright.compiler.verdict.decide.simplify import (
    simplified,
    without_idle_fates,
)
from questwright.compiler.verdict.decide.ways import straight
from questwright.compiler.verdict.rules.state import State
from questwright.compiler.verdict.task.gifts import Gift
from questwright.compiler.verdict.task.need import (
    IMPOSSIBLE,
    NOTHING,
    AtLeast,
    Carried,
    every,
    facts_named,
    some,
)
from questwright.compiler.verdict.task.task import (
    Begin,
    DeedSort,
    FactSort,
    Find,
    Sight,
)
from support.one_text import results
from support.small_tasks import CLEAR, HERE, SET, task

# -- what makes no difference ---------------------------------------------------------------------


def hall(*, deeds=(), events=(), others=(), own=NOTHING, facts=5, **more):
    """Three places in a row, and facts to be set."""
    won = (ending(every(at(4), own)), *(ending(need, is_own=False) for need in others))
    ways = [link(0, 1), link(1, 2)]
    return task(3, ways, [SET] * facts, deeds=deeds, events=events, victories=won, **more)


@pytest.mark.parametrize(
    ("own", "harmful"),
    [
        (hall(own=has(0)), 0),
        (hall(own=lacks(0)), 1),
        (hall(deeds=[deed(DeedSort.ACT, 1, lacks(1), 4)]), 2),
        (hall(deeds=[deed(DeedSort.ACT, 1, finds=(Find(1, 2, ""),))]), 2),
        (hall(others=[has(1)]), 2),
        (hall(others=[every(has(1), at(2))]), 2),
        (hall(fallen=(8,)), 8),
        # What comes of it removes something, does harm, or keeps a deed from being done.
        (hall(events=[happening(has(0), 2, 0, 16)]), 0),
        (hall(events=[happening(has(0), 0, 2, 16)]), 1),
        (hall(events=[happening(has(0), 2, 0, 16)], own=lacks(1)), 3),
        (hall(events=[happening(has(0), 2, 0, 16)], deeds=[deed(DeedSort.ACT, 1, once=2)]), 1),
        (hall(events=[happening(has(0), 2, 0, 16, gifts=(Gift(2, 2, -1, ""),))]), 1),
        (hall(events=[happening(has(0), 2, 0, 16, gifts=(Gift(0, 2, -1, ""),))]), 0),
        # And one thing of another.
        (hall(events=[happening(has(0), 2, 0, 16), happening(has(1), 0, 4, 8)]), 3),
        (hall(events=[happening(has(0), 2, 0, 16), happening(has(1), 4, 0, 8)], own=lacks(2)), 7),
        # So it is with what nobody of the party decides.
        (hall(deeds=[deed(DeedSort.BEFALL, 0, has(0), 2, is_fate=True)], own=lacks(1)), 3),
        (hall(deeds=[deed(DeedSort.ACT, 0, has(0), 2)], own=lacks(1)), 2),
    ],
)
def test_which_facts_nobody_need_mind(own, harmful):
    assert harmless_facts(own) == 31 & ~harmful


FATE = {"sort": DeedSort.BEFALL, "where": 0, "is_fate": True}


@pytest.mark.parametrize(
    ("own", "is_idle"),
    [
        (hall(deeds=[deed(**FATE, adds=1)], others=[has(0)]), True),
        (hall(deeds=[deed(**FATE, adds=1)], others=[every(has(0), has(1))]), False),
        (hall(deeds=[deed(**FATE, adds=1)], others=[has(0)], own=lacks(0)), False),
        (hall(deeds=[deed(**FATE, adds=1)], others=[has(0), lacks(0)]), False),
        (hall(deeds=[deed(**FATE, adds=1)], others=[has(0)], given=1), False),
        (hall(deeds=[deed(**FATE, adds=1), deed(DeedSort.ACT, 1, adds=1)], others=[has(0)]), False),
        (hall(deeds=[deed(**FATE, adds=1), deed(DeedSort.ACT, 1, has(0), 2)], others=[has(0)]),
         False),
        (hall(deeds=[deed(**FATE, adds=1)], events=[happening(has(0), 2, 0, 16)],
              others=[has(0)]), False),
        (hall(deeds=[deed(**FATE, adds=1)], events=[happening(has(1), 1, 0, 16)],
              others=[has(0)]), False),
        (hall(deeds=[deed(**FATE, adds=1), deed(**FATE, needs=has(0), adds=2)],
              others=[has(0)]), False),
        (hall(deeds=[deed(**FATE, adds=1), deed(**FATE, needs=has(0), removes=1)],
              others=[has(0)]), True),
        (hall(deeds=[deed(**FATE, adds=3)], others=[has(0)], own=has(1)), False),
        (hall(deeds=[deed(**FATE, adds=3)], others=[has(0)]), True),
    ],
)  # fmt: skip
def test_what_another_side_wins_by_at_any_time_tells_nothing_apart(own, is_idle):
    left = without_idle_fates(own)
    assert (left.victories != own.victories) is is_idle
    if is_idle:
        assert [victory.needs for victory in left.others] == [IMPOSSIBLE]
        assert left.own == own.own


def shots(first, second, *links, **more):
    """A deed at the first of three places, and the same at the second; or as is said."""
    does = {"sort": DeedSort.ACT, "adds": 1, "once": 1}
    one, other = ({"where": where, **does, **own} for where, own in ((1, first), (2, second)))
    ways = links or (link(0, 1), link(1, 2))
    known = [SET] * 4
    won = (ending(every(has(0), at(4, spare=0))),)
    return task(3, ways, known, 2, deeds=[deed(**one), deed(**other)], victories=won, **more)


@pytest.mark.parametrize(
    ("own", "left"),
    [
        # Whoever can do it here goes there; the first is left out, and then not the second.
        (shots({}, {}), (0, 2)),
        (shots({"needs": has(1)}, {}), (0, 2)),
        (shots({}, {"needs": has(1)}), (1, 0)),
        (shots({"needs": has(1)}, {"needs": has(2)}), (1, 2)),
        (shots({"who": 1}, {"who": 2}), (1, 2)),
        (shots({"who": 1}, {}), (0, 2)),
        (shots({}, {"who": 1}), (1, 0)),
        (shots({}, {"past": 4}), (1, 0)),
        (shots({"past": 4}, {}), (0, 2)),
        (shots({"past": 4}, {"past": 4}), (0, 2)),
        # Another deed is another.
        (shots({"id": "e"}, {}), (1, 2)),
        (shots({"sort": DeedSort.DEFEAT}, {}), (1, 2)),
        (shots({"adds": 3}, {}), (1, 2)),
        (shots({"once": 0}, {}), (1, 2)),
        (shots({"carries": 2}, {}), (1, 2)),
        (shots({"finds": (Find(2, 0, ""),)}, {}), (1, 2)),
        # What takes something away is left out only where the other can be done at once.
        (shots({"removes": 2}, {"removes": 2}), (1, 2)),
        (shots({"removes": 2, "where": 3}, {"removes": 2}), (1, 2)),
        (shots({"removes": 2}, {"removes": 2, "where": 3}), (0, 3)),
        # The way there and back.
        (shots({}, {}, link(0, 1, is_one_way=True)), (1, 2)),
        (shots({}, {}, link(0, 1, lacks(1))), (1, 2)),
        # Whoever is there has come by what the way asks for, and goes back by it if it lasts.
        (shots({}, {}, link(0, 1, has(1))), (1, 0)),
        (shots({}, {}, link(0, 1, has(1)), events=[happening(has(2), 0, 2, 8)]), (1, 2)),
        (shots({"needs": has(1)}, {}, link(0, 1, has(1))), (0, 2)),
        (shots({}, {}, link(0, 1, who=1)), (1, 2)),
        (shots({"who": 1}, {}, link(0, 1, who=1)), (0, 2)),
        (shots({}, {}, link(0, 1, counts="gate")), (1, 2)),
        (shots({}, {}, link(0, 2), link(2, 1)), (1, 2)),
        (shots({}, {}, events=[happening(at(1), 2, 0, 4)]), (1, 2)),
        (shots({}, {}, sights=[Sight(1, 2)]), (0, 2)),
        (shots({}, {}, sights=[Sight(1, 2)], events=[happening(has(1), 0, 4, 8)]), (1, 2)),
    ],
)
def test_a_deed_is_left_out_where_one_may_as_well_do_it_elsewhere(own, left):
    done = outdone(own, harmless_facts(own))
    assert tuple(each.where for each in done.deeds) == left
    assert (done is own) is (left == tuple(each.where for each in own.deeds))


def test_nobody_goes_to_do_it_where_there_is_no_room_for_all():
    own = shots({}, {})
    narrow = own.places[1]._replace(cells=1 << 8)
    done = outdone(own._replace(places=(own.places[0], narrow, own.places[2])), 15)
    assert tuple(each.where for each in done.deeds) == (1, 0)


# -- items that take each other's place -----------------------------------------------------------

KEYS = (FactSort.HAVE, FactSort.HAVE, FactSort.TAKEN, FactSort.TAKEN, SET, FactSort.HAPPENED)


def keys(*, deeds=(), events=(), goal=NOTHING, ways=None, once=(4, 8), **second):
    """Two keys, each of which is picked up once and opens the door; and how the second differs."""
    picked = [deed(DeedSort.PICK_UP, 1, adds=own | bit, once=bit, id=f"pick{own}")
              for own, bit in zip((1, 2), once, strict=True)]  # fmt: skip
    opens = [
        deed(**{"sort": DeedSort.OPEN, "where": 1, "needs": has(n), "adds": 16, "once": 16,
                "carries": 1 << n, "removes": 1 << n, "id": "door", **more})
        for n, more in ((0, {}), (1, second))
    ]  # fmt: skip
    links = [link(0, 1, has(4)), link(1, 2)] if ways is None else ways
    won = (ending(every(at(4), goal)),)
    return task(
        3, links, KEYS, 2, deeds=[*picked, *opens, *deeds], events=events, victories=won, carried=3
    )


@pytest.mark.parametrize(
    ("own", "is_so"),
    [
        (keys(), True),
        (keys(removes=0), False),
        (keys(carries=0), False),
        (keys(id="other"), False),
        (keys(sort=DeedSort.ACT), False),
        (keys(adds=48), False),
        (keys(where=2), False),
        (keys(who=1), False),
        (keys(past=2), False),
        (keys(once=(0, 8)), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, removes=4)]), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, removes=1)]), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, removes=3)]), True),
        (keys(deeds=[deed(DeedSort.ACT, 1, has(1), 16)]), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, some(has(0), has(1)), 16)]), True),
        (keys(deeds=[deed(DeedSort.ACT, 1, some(has(0), lacks(1)), 16)]), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, finds=(Find(16, 1, ""),))]), False),
        (keys(deeds=[deed(DeedSort.ACT, 1, finds=(Find(16, 3, ""),))]), True),
        (keys(deeds=[deed(DeedSort.ACT, 1, adds=16, once=2)]), False),
        (keys(events=[happening(has(0), 0, 0, 32)]), False),
        (keys(events=[happening(some(has(0), has(1)), 0, 0, 32)]), True),
        (keys(events=[happening(at(1), 0, 2, 32)]), False),
        (keys(events=[happening(at(1), 2, 0, 32)]), True),
        (keys(events=[happening(at(1), 2, 0, 32, live=16)]), False),
        (keys(goal=has(1)), False),
        (keys(goal=AtLeast(1, (has(0), has(1)))), True),
        (keys(goal=Carried(0, -1, "", HERE)), False),
        (keys(goal=some(Carried(0, -1, "", HERE), Carried(1, -1, "", HERE))), True),
        (keys(goal=some(Carried(0, 1, "", HERE), Carried(1, 2, "", HERE))), False),
        (keys(ways=[link(0, 1, has(1)), link(1, 2)]), False),
        (keys(ways=[link(0, 1, things=has(1)), link(1, 2)]), False),
        (keys(ways=[link(0, 1, some(has(0), has(1))), link(1, 2)]), True),
    ],
)
def test_items_that_are_good_for_the_same_take_each_others_place(own, is_so):
    assert bool(Alike(own)) is is_so


def test_states_in_which_such_items_have_changed_places_have_one_sign():
    alike = Alike(keys())

    def sign(facts, *hold):
        return alike.sign([State(facts, (1, 1), hold)])

    # Both have been taken, and one is spent.
    assert sign(13, 1, 0) == sign(14, 2, 0) != sign(13, 0, 1)
    assert sign(13, 0, 1) == sign(14, 0, 2)
    assert sign(15, 1, 2) == sign(15, 2, 1) != sign(15, 3, 0)
    assert sign(12, 0, 0) not in (sign(13, 1, 0), sign(15, 1, 2))
    # One of them still lies there.
    assert sign(5, 1, 0) != sign(10, 2, 0)
    states = [State(13, (1, 1), (1, 0)), State(13, (1, 1), (0, 1))]
    assert alike.sign(states) == alike.sign(states[::-1]) == min(sign(13, 1, 0), sign(13, 0, 1))


# -- ways that need not be taken ------------------------------------------------------------------


def corner(first=NOTHING, second=NOTHING, *, straight=(), clear=-1, goal=1, events=(), **around):
    """Two steps, and one around the corner of them."""
    ways = [
        link(0, 1, first, **dict(straight)), link(1, 2, second),
        link(0, 2, **{"things": IMPOSSIBLE, **around}),
    ]  # fmt: skip
    won = (ending(at(goal)),)
    own = task(3, ways, [SET] * 3, 2, events=events, victories=won)
    return own._replace(places=(*own.places[:2], own.places[2]._replace(clear=clear)))


@pytest.mark.parametrize(
    ("own", "is_spared"),
    [
        (corner(), True),
        (corner(things=None), False),
        (corner(things=has(0)), False),
        (corner(is_one_way=True), False),
        (corner(straight={"is_one_way": True}), False),
        (corner(straight={"things": IMPOSSIBLE}), False),
        (corner(straight={"who": 1}), False),
        (corner(straight={"who": 1}, who=1), True),
        (corner(straight={"who": 1}, who=3), False),
        (corner(has(0)), False),
        (corner(second=has(0)), False),
        (corner(has(0), needs=has(0)), True),
        (corner(has(0), has(0), needs=has(0)), True),
        (corner(has(0), needs=has(1)), False),
        (corner(clear=0), False),
        # Round a corner past a friend one steps by that cell, or by another, when it is free.
        (corner(flanks=2, things=None), True),
        (corner(flanks=1, things=None), True),
        (corner(flanks=2, things=None)._replace(carried=1), False),
        (corner(straight={"flanks": 4}), False),
        # Whoever stands on the cell between is seen there, and not on the others.
        (corner(goal=2), False),
        (corner(goal=4), True),
        (corner(goal=3), True),
        (corner(goal=5), False),
        # It sets off what shuts the way on.
        (corner(has(0), needs=has(0), goal=4, events=[happening(at(3), 0, 1, 4)]), False),
        (corner(has(0), needs=has(0), goal=4, events=[happening(at(3), 0, 2, 4)]), True),
        (corner(lacks(0), needs=lacks(0), goal=4, events=[happening(at(3), 1, 0, 4)]), False),
        (corner(lacks(0), needs=lacks(0), goal=4, events=[happening(at(3), 2, 0, 4)]), True),
        (corner(has(0), needs=has(0), goal=4,
                events=[happening(at(3), 2, 0, 4), happening(has(1), 0, 1, 4)]), False),
    ],
)  # fmt: skip
def test_nobody_steps_around_a_corner_who_may_as_well_go_straight(own, is_spared):
    left = straight(own)
    assert (len(left.links), left is own) == (2, False) if is_spared else left is own


GATE = {"where": 3, "adds": 1, "once": 1}


def gate(*, way=None, goal=NOTHING, events=(), closing=-1, **opens):
    """A gate that is opened from both of its sides, unless it is said that it is not."""
    door = deed(**{"sort": DeedSort.OPEN, **GATE, **opens})
    ways = [way or link(0, 1, has(0)), link(1, 2)]
    won = (ending(every(at(4), goal)),)
    own = task(3, ways, [SET] * 4, 2, deeds=[door], events=events, victories=won, given=2)
    return own._replace(
        places=(own.places[0], own.places[1]._replace(clear=closing), own.places[2])
    )


@pytest.mark.parametrize(
    ("own", "is_free"),
    [
        (gate(), True),
        (gate(goal=has(1)), True),
        (gate(goal=has(1), removes=2), False),
        (gate(carries=2), False),
        (gate(past=4), False),
        (gate(needs=has(2)), False),
        (gate(where=0), False),
        (gate(where=1), False),
        (gate(who=1), False),
        (gate(who=1, way=link(0, 1, has(0), who=1)), False),
        (gate(once=0), False),
        (gate(once=3), False),
        (gate(way=link(0, 1, every(has(0), has(1)))), True),
        # Somebody minds that it stands open, or asks whether it does.
        (gate(goal=lacks(0)), False),
        (gate(goal=has(0)), False),
        (gate(events=[happening(has(0), 0, 2, 8)], goal=has(1)), False),
        # Not all of what comes of opening it comes of passing.
        (gate(adds=5), True),
        (gate(adds=5, goal=has(2)), False),
    ],
)
def test_a_gate_that_whoever_comes_to_it_opens_is_open(own, is_free):
    ways = simplified(own).task.links
    assert any(facts_named(need)[0] & 1 for way in ways for need in way.asked) is not is_free


# -- gates beside what closes ---------------------------------------------------------------------


def pit(way=None, *, clear=-1, begins=(0,), goal=8):
    """A gate between a place and one that something closes, from which one steps clear beyond."""
    door = deed(DeedSort.OPEN, 3, adds=1, once=1)
    pull = deed(DeedSort.ACT, 8, adds=2, once=2)
    falls = happening(every(has(1), at(8)), 0, 8 | (4 if clear == 2 else 0), 16)
    shut = every(has(0), has(3))
    ways = [link(0, 1, shut), link(1, 2, has(3)) if way is None else way, link(2, 3)]
    own = task(
        4, ways, [SET, SET, CLEAR, CLEAR, FactSort.HAPPENED], 2, given=12, deeds=[door, pull],
        events=[falls], victories=[ending(every(has(1), at(goal, 2), has(4)))],
    )  # fmt: skip
    first, second, third, last = own.places
    places = first, second._replace(clear=3), third._replace(clear=clear), last
    begun = tuple(Begin(place, -1, 8 * place + n) for place in begins for n in range(2))
    return own._replace(places=places, begins=begun)


@pytest.mark.parametrize(
    ("own", "is_free"),
    [
        (pit(), True),
        (pit(link(1, 2, every(has(3), has(1)))), False),
        (pit(link(1, 2, has(3), who=1)), False),
        (pit(link(1, 2, has(3), is_one_way=True)), True),
        (pit(link(2, 1, has(3), is_one_way=True)), False),
        (pit(link(1, 2, every(has(2), has(3))), clear=2), False),
        (pit(begins=(0, 1)), False),
        (pit(goal=4), False),
    ],
)
def test_a_gate_beside_what_closes_is_open_where_all_step_clear_without_it(own, is_free):
    ways = simplified(own).task.links
    assert any(facts_named(need)[0] & 1 for way in ways for need in way.asked) is not is_free


def test_who_is_alone_is_handed_nothing():
    """One member carries all that is had: a gift is a fact like others."""
    gift = Gift(1, 1, -1, "the Cup")
    cave = task(
        2, [link(0, 1)], [FactSort.HAVE, FactSort.HAPPENED], carried=1,
        events=(happening(at(2), 1, 0, 2, gifts=(gift,)),), victories=(ending(has(0)),),
    )  # fmt: skip
    left = simplified(cave).task
    assert (left.carried, [gift.item for event in left.events for gift in event.gifts]) == (0, [0])


def test_what_repeats_and_brings_only_what_stays_happens_once():
    """Flags that are set as often as somebody comes by: no more states than if set once."""
    board = "+-+-+-+-+-+-+-+-+\n|s . . . . . . .|\n+-+-+-+-+-+-+-+-+"

    def states(word):
        lines = [
            f"event {word} orlaf at {cell}1 {{\n set f{n}\n }}" for n, cell in enumerate("CDEFGH")
        ]
        flags = " and ".join(f"f{n} set" for n in range(6))
        text = "\n".join(
            [
                "quest q {\n system dungeon-saga-origins\n heroes orlaf\n marauder zombie",
                f' board {{\n draw """\n{board}\n"""\n s: start\n }}',
                *lines,
                f"victory heroes when {flags} and orlaf at A1\n}}",
            ]
        )
        (quest,) = results(text).quests
        return quest.proof.verdict().states

    assert states("whenever") == states("when")
