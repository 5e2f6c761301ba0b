"""Quests with one thing taken out: proof and player agree on those, too, and the reason is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from oracle import brute
from oracle.fuzz import difference
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.packs.system.system import Category
from questwright.compiler.proof.across import prove
from questwright.compiler.proof.explain.lost import lifted, needed_bars
from questwright.compiler.proof.explain.unreachable import Causes
from questwright.compiler.proof.prove import Proof
from questwright.compiler.proof.search.search import find_win
from questwright.compiler.proof.translate.deadline import hurries
from questwright.compiler.proof.translate.worlds import each_world
from support.more import some
from support.paths import ROOT, SHIPPED
from support.published import result_of

CASES = sorted(ROOT.glob("tests/cases/proof/*.quest"))
STATES = 50_000


def walled(quest, gate):
    """A quest where there is a wall in the place of a gate."""
    shifts = [shift for shift, _ in quest.board.onward]
    walls = dict(zip(shifts, quest.board.walls, strict=True))
    for first, second in gate.edges:
        walls[second - first] |= 1 << first
    gates = tuple(one for one in quest.board.gates if one is not gate)
    board = replace(quest.board, walls=tuple(walls.values()), gates=gates)
    return quest._replace(board=board)


def unlocked(quest, gate):
    """A quest where a gate has no lock."""
    gates = (one._replace(lock=None) if one is gate else one for one in quest.board.gates)
    return quest._replace(board=replace(quest.board, gates=tuple(gates)))


def lacking(quest, field, gone):
    """A quest without one thing, item, event or action."""
    return quest._replace(**{field: tuple(one for one in getattr(quest, field) if one is not gone)})


def without_item(quest, item):
    """A quest where an item neither lies about nor is given."""
    events = tuple(
        event._replace(
            effects=tuple(effect for effect in event.effects if effect.target != item.id)
        )
        for event in quest.events
    )
    return lacking(quest, "items", item)._replace(events=events)


def mutants(quest):
    """A quest without each of what leads through it, in turn, with what that is."""
    for gate in quest.board.gates:
        yield f"no {gate.id}", walled(quest, gate)
        if gate.lock is not None:
            yield f"no lock on {gate.id}", unlocked(quest, gate)
    for item in quest.items:
        yield f"no {item.id}", without_item(quest, item)
    for portal in quest.things_of(Category.PORTAL):
        yield f"no {portal.id}", lacking(quest, "things", portal)
    for field in ("events", "actions"):
        for one in getattr(quest, field):
            yield f"no {one.id}", lacking(quest, field, one)


def is_played(quest, proof):
    """Whether the player without wits can play it: it counts no rounds."""
    is_said = any(not victory.is_default for victory in quest.victories)
    return proof.kind is not VerdictKind.UNDECIDED and proof.problem.limit is None and is_said


def nothing_is_idle(proof, quest):
    """Without any one of its causes, the rest of a chain no longer shows that nobody can win."""
    problem, reach = proof.problem, proof.reach
    if reach.wins_after < 0:
        causes = Causes(problem, reach, quest.board)
        for chain in causes.bars(problem.goal):
            assert causes.suffice(chain, problem.goal)
            for bar in chain:
                assert not causes.suffice([one for one in chain if one != bar], problem.goal)
    elif problem.limit is None:
        kept, every = needed_bars(problem, proof.verdict().states)
        assert find_win(lifted(problem, every, kept)).line is None
        for bar in kept:
            rest = [one for one in kept if one is not bar]
            assert find_win(lifted(problem, every, rest)).line is not None, bar


def check(name, quest, system, sources):
    """Hold one mutant against the player, and what is said of it against its text."""
    proof = prove(quest, system) if hurries(quest, system) else Proof(quest, system)
    if is_played(quest, proof):
        assert difference(proof, brute.play(quest, system, STATES)) == "", name
    if proof.kind is VerdictKind.UNWINNABLE:
        causes = proof.why_unwinnable()
        assert causes, name
        nothing_is_idle(proof, quest)
        for cause in causes:
            assert cause.text, name
            # Some of it may stand in the maps of the game.
            text = sources[cause.origin.path].text
            assert text[cause.origin.start : cause.origin.end].strip(), (name, cause)
    return proof.kind


@pytest.mark.slow
@pytest.mark.parametrize("path", [*some(SHIPPED, 4), *CASES], ids=lambda path: path.stem)
def test_a_quest_without_one_thing_is_judged_as_it_plays(path):
    result = result_of(path)
    for one in result.quests:
        kinds = {}
        # What is settled before play begins is settled in one way.
        settled = next(each_world(one.quest, one.system)).quest
        for name, quest in mutants(settled):
            kinds[name] = check(name, quest, one.system, result.sources)
        # Whatever is of no use in a shipped quest, its gates are not all of them.
        assert path not in SHIPPED or VerdictKind.UNWINNABLE in kinds.values()
