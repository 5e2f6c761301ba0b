"""The solver on small tasks made at random, beside a player who looks at every state."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from oracle.random_tasks import random_task, rich_task
from oracle.task_player import LOST, Moment, TaskPlayer, TooBig
from questwright.compiler.verdict.decide import shorten
from questwright.compiler.verdict.decide.explore import MoveLine
from questwright.compiler.verdict.decide.model import Model
from questwright.compiler.verdict.decide.search import Search
from questwright.compiler.verdict.decide.shorten import replayed, shortened
from questwright.compiler.verdict.decide.simplify import simplified
from questwright.compiler.verdict.questions import brought_by
from questwright.compiler.verdict.task.bits import each_number, union
from support.more import amount, each_of, some

MOST = 20_000
RICH = tuple(f"rich-{seed}" for seed in range(200) if seed != 97)
"""Without one in which it is seen that somebody lets another go first, who is in a lane.

Nor one that is too big for the player, and takes the search many seconds.
"""
SEEDS = (*range(amount(200, 460)), 821, 2658, *range(-amount(100, 380), 0), *RICH)
"""With two in which a friend is passed, or nothing is handed to who is still to come.

In those below 0 one has to carry something to go some way.
"""


@cache
def task_of(seed):
    """The task of a seed; one with lanes, gifts and the like for a text."""
    return random_task(seed) if isinstance(seed, int) else rich_task(seed)


@cache
def played(seed):
    """What the player finds; None where there are too many states for it."""
    try:
        return TaskPlayer(task_of(seed), 1_500).play()
    except TooBig:
        return None


@cache
def searched(seed):
    search = Search(task_of(seed), MOST)
    return search, search.run()


def moment_of(task, state):
    """One way to stand as a state says."""
    player = TaskPlayer(task)
    for where in product(*([*each_number(own)] or [LOST] for own in state.where)):
        if player.fits(where):
            return Moment(state.facts, where, state.hold)
    raise AssertionError(state)


def begun(search):
    return [state for _, state in search._begins.values()]


def test_as_little_is_looked_at_as_was(golden):
    """What simplifying leaves, what is seen at once, and how many states are looked at."""
    golden("verdict/tasks.txt", "\n".join(map(_work, (*SEEDS[:200], *filter(played, RICH)))) + "\n")


def _work(seed):
    task, found = task_of(seed), searched(seed)[1]
    simple = simplified(task)
    left = simple.task
    sizes = [len(part) for part in (left.links, left.deeds, left.events, left.sights)]
    cells = sum(1 for place in left.places if any(place.cells == p.cells for p in task.places))
    words = [f"{seed}: {found.kind}", "left " + " ".join(map(str, [*sizes, cells]))]
    if simple.is_hopeless:
        return ", ".join([*words, "hopeless"])
    model = Model(left)
    again = Search(model, MOST)
    looked = again.run().states
    clusters = len({id(own) for own in model.explorer._known.values()})
    brief = Search(left, MOST)
    can = brief.can_win()
    lengths = ["-" if line is None else str(len(line.moves)) for line in found[:3]]
    sure = [f"{model.always_wins():d}{model.robust.always_wins(state):d}" for state in begun(again)]
    facts = [
        "/".join(f"{own:x}" for own in model.robust.surely(state, model.relaxed.reach(state)))
        for state in begun(again)
    ]
    plans = [_told(plan) for plan in map(model.relaxed.plan, begun(again))]
    words.append(f"looked at {found.states} {looked} of {clusters}, lines {' '.join(lengths)}")
    words.append(f"can {can:d} at {brief.states} {len(brief._nodes)}")
    words.append(f"sure {' '.join(sure)} of {' '.join(facts)}")
    words.append(f"plans {' '.join(plans)}")
    return ", ".join(words)


def _told(plan):
    """What is needed of a plan: its cost, deeds, events and places."""
    if plan is None:
        return "-"
    deeds, events = (",".join(map(str, sorted(own))) for own in (plan.deeds, plan.events))
    return f"{plan.cost}:{deeds}/{events}/{plan.places:x}"


@each_of(SEEDS)
def test_a_search_says_what_the_player_says(seed):
    known = played(seed)
    if known is None:
        return
    found = searched(seed)[1]
    assert str(found.kind) == known.verdict
    simple = simplified(task_of(seed))
    again = None if simple.is_hopeless else Search(simple.task, MOST).run()
    assert known.verdict == ("unwinnable" if again is None else str(again.kind))
    assert known.can_lose or found.lose is None


@each_of(SEEDS)
def test_a_line_wins_and_a_dead_end_is_one(seed):
    task, found = task_of(seed), searched(seed)[1]
    if found.win is not None:
        assert task.victories[found.win.moves[-1].end.victory].is_own
    for line in (found.win, found.strand, found.lose):
        if line is None:
            continue
        assert all(turn.end is None for turn in line.moves[:-1])
    if found.lose is not None:
        end = found.lose.moves[-1].end.victory
        assert end == -1 or not task.victories[end].is_own
    if found.strand is not None and played(seed) is not None and not found.is_vacuous:
        moves = found.strand.moves
        last = moves[-1].state if moves else found.strand.first
        assert TaskPlayer(task).play(moment_of(task, last)).verdict == "unwinnable"


@each_of(SEEDS)
def test_what_is_out_of_reach_if_nothing_is_lost_is_out_of_reach(seed):
    known, (search, found) = played(seed), searched(seed)
    if known is None or found.is_vacuous:
        return
    facts = places = 0
    for state in begun(search):
        reach = search.model.relaxed.reach(state, wants_all=True)
        facts |= reach.facts
        places |= reach.places
        if not search.model.relaxed.reach(state).is_won:
            now = moment_of(task_of(seed), state)
            assert TaskPlayer(task_of(seed)).play(now).verdict == "unwinnable"
    assert not known.facts & ~facts
    assert not any(own & ~places for own in known.places)


@each_of(SEEDS)
def test_what_is_certain_is_so(seed):
    task, (search, found) = task_of(seed), searched(seed)
    known = played(seed)
    model = Model(task)
    if model.always_wins():
        assert (str(found.kind), found.lose) == ("winnable", None)
    if known is not None and model.can_win() is not None and not found.is_vacuous:
        assert model.can_win() is (known.verdict in ("winnable", "can-strand"))
    for node in [*search._nodes.values()][:6]:
        state = node.cluster.states[0]
        if known is not None and model.robust.always_wins(state):
            after = TaskPlayer(task).play(moment_of(task, state))
            assert (after.verdict, after.can_lose) == ("winnable", False)


@each_of(range(amount(100, 400)))
def test_no_line_wins_without_a_place_where_it_is_seen_so(seed):
    task, (search, found) = task_of(seed), searched(seed)
    if found.is_vacuous or played(seed) is None:
        return
    for state in begun(search):
        sets = [0b1 << place for place in range(len(task.places))]
        sets += [0b101 << place for place in range(len(task.places) - 2)]
        relaxed = search.model.relaxed
        each = {places: relaxed.wins_without(places, state) for places in sets}
        assert relaxed.each_won_without(sets, state) == each
        for place in range(len(task.places)):
            links = tuple(link for link in task.links if not link.ends >> place & 1)
            model = Model(task._replace(links=links))
            where = tuple(own & ~(1 << place) for own in state.where)
            assert each[1 << place] is model.relaxed.reach(state._replace(where=where)).is_won


@each_of(SEEDS)
def test_a_shorter_line_still_wins(seed):
    search, found = searched(seed)
    if found.win is None or not found.win.moves:
        return
    explorer = search.model.explorer
    end = found.win.moves[-1].end
    short = shortened(explorer, found.win, lambda turn: turn.end == end)
    assert isinstance(short, MoveLine)
    assert len(short.moves) <= len(found.win.moves)
    assert short.moves[-1].end == end
    for number in range(len(short.moves) - 1):
        rest = [*short.moves[:number], *short.moves[number + 1 :]]
        again = replayed(explorer, short.first, rest)
        assert not (again and again[-1].end == end)


@each_of(SEEDS)
def test_an_item_that_the_party_has_is_with_one_of_those_who_are_left(seed):
    task, (search, _) = task_of(seed), searched(seed)
    for node in [*search._nodes.values()][:4]:
        turns = [*search.model.explorer.arrivals(node.cluster)]
        for state in (*node.cluster.states[:40], *(turn.state for turn in turns[:40])):
            for item in each_number(union(state.hold)):
                (who,) = (n for n, own in enumerate(state.hold) if own >> item & 1)
                assert state.where[who]
                assert state.facts & task.carried & 1 << item


@pytest.mark.parametrize("most", range(4))
def test_so_many_shorter_lines_are_tried_and_no_more(most, monkeypatch):
    tried = []

    def noted(*line):
        tried.append(line)
        return replayed(*line)

    monkeypatch.setattr(shorten, "replayed", noted)
    lines = 0
    for seed in range(100):
        search, found = searched(seed)
        if found.win is None:
            continue
        end = found.win.moves[-1].end if found.win.moves else None

        def is_done(turn, end=end):
            return turn.end == end

        tried.clear()
        shorten.shortened(search.model.explorer, found.win, is_done)
        total = len(tried)
        tried.clear()
        shorten.shortened(search.model.explorer, found.win, is_done, most)
        assert len(tried) == min(most, total)
        lines += total > most
    assert lines


@each_of(some(SEEDS, 150))
def test_what_a_search_has_looked_at_comes_about(seed):
    known = played(seed)
    if known is None:
        return
    simple = simplified(task_of(seed))
    search = Search(simple.task, MOST)
    if simple.is_hopeless or search.run().is_vacuous:
        return
    states = [state for node in search._nodes.values() for state in node.cluster.states]
    facts, merged = (
        union(own.facts for own in states),
        union(own for s in states for own in s.where),
    )
    places = sum(1 << n for n, place in enumerate(simple.places) if merged >> place & 1)
    # Who steps on what closes at once has come there, though nobody ever stands on it.
    closable = task_of(seed).closable
    assert not places & ~(union(known.places) | closable)
    lasting = [own for own in task_of(seed).events if not own.live]
    brought = brought_by(facts, 0, task_of(seed)._replace(events=tuple(lasting)))
    assert not brought & ~known.facts
