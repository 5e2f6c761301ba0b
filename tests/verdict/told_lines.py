"""Lines as they are told, made by hand: the shortest walks to what a plain search wins by."""

from __future__ import annotations

from collections import deque

from questwright.compiler.grid.cells import each_cell
from questwright.compiler.verdict.rounds.earliest import earliest
from questwright.compiler.verdict.rounds.spread import spread_of
from questwright.compiler.verdict.rounds.timing import timed
from questwright.compiler.verdict.task.bits import each_number
from questwright.compiler.verdict.task.line import Told
from questwright.compiler.verdict.task.need import At, holds, leaves
from questwright.compiler.verdict.task.task import DeedSort
from questwright.compiler.verdict.translate.translate import translation
from questwright.compiler.verdict.world import WorldProof
from support.one_text import results, without_checks, without_proof


def read(text):
    """The task of a quest, the quest, and its game."""
    with without_checks(), without_proof():
        (compiled,) = results(text).quests
    assert compiled.quest is not None, [finding.message for finding in compiled.findings]
    return translation(compiled.quest, compiled.system).task, compiled.quest, compiled.system


def clock_of(task, quest, system):
    """When a task of a quest is won at the earliest."""
    spread = spread_of(translation(quest, system)._replace(task=task))
    return spread and earliest(spread, task)


def timing_of(told, task, quest, system):
    """When the steps of a line are done."""
    return timed(told, translation(quest, system)._replace(task=task))


class Teller:
    """Tells who does what, and walks there on the shortest way."""

    def __init__(self, task, quest, system) -> None:
        self.task, self.quest = task, quest
        self.floor = translation(quest, system).floor
        self.facts = task.given
        self.cells = {}
        self.happened = set()
        self.told = []

    def begin(self, member, name):
        """A member begins on a cell."""
        cell = self.cell(name)
        self.cells[member] = cell
        self.told.append(Told(DeedSort.BEGIN, member, path=(cell,)))
        self.settle()

    def cell(self, name):
        """The cell of a name."""
        return next(
            c for c in each_cell(self.quest.board.floor) if self.quest.board.name(c) == name
        )

    def walk(self, member, cells):
        """A member walks to the nearest of some cells; False if there is no way."""
        here = self.cells[member]
        came, queue = {here: None}, deque([here])
        while queue:
            cell = queue.popleft()
            if cell in cells:
                break
            for other, crossing, rounds in self.around(cell, member):
                if other not in came:
                    came[other] = (cell, crossing, rounds)
                    queue.append(other)
        else:
            return False
        path = []
        while came[cell] is not None:
            before, crossing, rounds = came[cell]
            path.append((cell, crossing, rounds))
            cell = before
        for cell, crossing, rounds in reversed(path):
            last = self.told[-1]
            if crossing:
                self.told.append(
                    Told(DeedSort.CROSS, member, path=(cell,), crossing=crossing, rounds=rounds)
                )
            elif (last.sort, last.who) == (DeedSort.WALK, member):
                self.told[-1] = last._replace(path=(*last.path, cell))
            else:
                self.told.append(Told(DeedSort.WALK, member, path=(cell,)))
            self.cells[member] = cell
            self.settle()
        return True

    def around(self, cell, member):
        """The cells that are one step from one, with the crossing that this takes."""
        for step in self.floor.strides(cell):
            able = step.access.who >> member & 1
            is_open = holds(step.access.need, self.facts, (), ())
            if able and is_open and step.costs[:1] != (None,):
                yield step.to, step.crossing, step.rounds

    def do(self, title, member=-1):
        """A deed is done where the member stands, or where it is done."""
        number = next(n for n, deed in enumerate(self.task.deeds) if deed.title == title)
        self.do_number(number, member)

    def do_number(self, number, member):
        """The same by its number."""
        deed = self.task.deeds[number]
        if deed.where:
            cells = 0
            for place in each_number(deed.where):
                cells |= self.task.places[place].cells
            cells = cells & deed.stands or cells
            assert self.walk(member, {*each_cell(cells)}), deed.title
        self.told.append(Told(deed.sort, member, number))
        adds = deed.adds
        for find in deed.finds:
            adds |= 0 if find.unless & self.facts else find.adds
        self.facts = self.facts & ~deed.removes | adds
        self.settle()

    def settle(self):
        """All that is seen, and happens by itself."""
        at = self.floor.place
        changed = True
        while changed:
            changed = False
            where = [
                1 << at(self.cells[n]) if n in self.cells else 0 for n in range(self.task.party)
            ]
            for sight in self.task.sights:
                if any(own & sight.where for own in where):
                    self.facts |= sight.adds
            hold = [self.facts] * self.task.party
            for number, event in enumerate(self.task.events):
                if number not in self.happened and holds(event.needs, self.facts, where, hold):
                    self.happened.add(number)
                    self.facts = self.facts & ~event.removes | event.adds
                    self.told.append(Told(DeedSort.EVENT, event=number))
                    changed = True


def told_by_search(task, quest, system):
    """The line that the proof tells of a quest; None if there is none."""
    return WorldProof(translation(quest, system)).lines.winning.told or None


def gather(teller):
    """All go to where the end of play asks for them."""
    for victory in teller.task.own:
        for at in (leaf for leaf in leaves(victory.needs) if isinstance(leaf, At)):
            cells = {
                c for n in each_number(at.places) for c in each_cell(teller.task.places[n].cells)
            }
            wanted = at.least if at.spare < 0 else at.who.bit_count() - at.spare
            for member in [n for n in teller.cells if at.who >> n & 1][:wanted]:
                if teller.cells[member] not in cells and not teller.walk(member, cells):
                    return False
    return True
