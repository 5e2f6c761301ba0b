"""Where the player without wits can step, stand and reach: see `brute`."""

from __future__ import annotations

from oracle.brute_cliffs import Cliffs, each_bit
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.system import Category, GateForm


def takers_of(crossing, quest, system):
    """The numbers of those of the party who take a crossing."""
    kind = crossing.kind
    return [
        number
        for number, member in enumerate(quest.party)
        if (not crossing.only or member.word in crossing.only)
        and (crossing.rounds or kind.cost <= member.values[system.move_value].value)
    ]


def figures_of(quest, system):
    """The figures of the map that are not of the party."""
    figures = quest.things_of(Category.FIGURE)
    return [figure for figure in figures if figure.kind.side != system.party.word]


class Floor:
    """The squares of one quest. What is open and closed is told by facts."""

    def __init__(self, quest, bit, system=None) -> None:
        self.board = quest.board
        self.cliffs = Cliffs(quest, system)
        self.portals = {}
        for thing in quest.things_of(Category.PORTAL):
            far = next((one for one in quest.things if one.id == thing.link), None)
            self.portals[thing.cells[0]] = far.cells[0] if far is not None else None
        if any(
            self.portals.get(far) != cell
            for cell, far in self.portals.items()
            if far in self.portals
        ):
            raise NotImplementedError("a portal from which there is no way back")
        solid = self._know_what_closes(quest, bit, system)
        self._free = self.board.floor & ~solid & ~sum(1 << cell for cell in self.portals)
        self._solid = solid
        self.climbs = {}
        """For each set of members who climb somewhere the fact that they can."""
        self._beside = {cell: list(self._sides(cell, bit)) for cell in each_bit(self.board.floor)}
        self.jumps = {}
        """For each set of members who jump somewhere the fact that they can."""
        self._crossings = {cell: [] for cell in each_bit(self.board.floor)}
        """From a square, the squares that crossings lead to, with the facts that this takes."""
        self.crossers = {}
        """For each crossing that not everybody takes its fact that somebody does."""
        self._cross(quest, bit, system)
        self._drops = self._one_way(bit)
        self._free_ends = tuple(cell for cell, drops in self._drops.items() if drops)
        """From a square, the squares that a gate leads to through which there is no way back."""
        self._handed = {cell: list(self._sides(cell, bit, to_hand=True)) for cell in self._beside}
        """Squares beside a square to which things are handed."""
        self.given |= sum(self.jumps.values()) | sum(self.crossers.values())
        self.given |= sum(self.climbs.values())
        self.outside = {}
        """Squares off the board, on which who comes later waits: one for each such start."""
        for thing in quest.things_of(Category.START):
            if thing.round > 1:
                self._come_in(thing, bit("round", thing.round))
        self.shifting = 0
        """The facts that squares are closed."""
        for shut in self._shut.values():
            self.shifting |= shut
        self.bits = self.shifting | sum(self.jumps.values()) | sum(self.climbs.values())
        for each in self._crossings.values():
            for _, facts in each:
                self.bits |= facts
        for thing in quest.things_of(Category.START):
            self.bits |= bit("round", thing.round) if thing.round > 1 else 0
        for gate in self.board.gates:
            self.bits |= bit("open", gate.id)
        self._near = {cell: self._asked(cell) for cell in self._beside}
        self._steps = {cell: {} for cell in self._beside}
        # Nobody stands on a portal either.
        self._furnished = quest.blocked | sum(1 << cell for cell in self.portals)
        self._frees = {}
        self._ats = {}
        self._grounds = {}
        shut = {
            effect.target
            for event in quest.events
            for effect in event.effects
            if effect.kind is EffectKind.CLOSE
        }
        self._gaps = sum(
            bit("open", gate.id)
            for gate in self.board.gates
            if gate.is_open
            and gate.lock is None
            and gate.id not in shut
            and not _is_for_some(gate, quest)
            and gate.way_from < 0
        )

    def _know_what_closes(self, quest, bit, system):
        """Note what closes squares, at first and for a time; those that are closed for good."""
        self.changing = 0
        for effect in (effect for event in quest.events for effect in event.effects):
            if effect.kind in (EffectKind.CLEAR, EffectKind.BLOCK, EffectKind.REMOVE):
                self.changing |= effect.cells
        solid = quest.blocked & ~self.changing
        for patch in self.board.terrain:
            # To some it may be as if the square was closed.
            self.changing |= patch.cells
        self.changing &= self.board.floor & ~solid
        self._closing = {cell: bit("closed", cell) for cell in each_bit(self.changing)}
        """What an event can close and clear, as facts."""
        self._shut = dict(self._closing)
        """The facts of which each one closes a square: what has fallen there, who stands there."""
        self.given = self.closing(quest.blocked)
        """The squares that are closed at first, as facts."""
        for figure in figures_of(quest, system):
            stands = bit("stands", figure.id)
            self.given |= stands
            for cell in each_bit(figure.mask):
                self._shut[cell] = self._shut.get(cell, 0) | stands
        return solid

    def _come_in(self, start, late):
        """A square off the board, from which one steps onto a start once its round has come."""
        cell = self.board.rows * self.board.stride + len(self.outside)
        self.outside[start.id] = cell
        self._beside[cell] = []
        self._handed[cell] = []
        self._drops[cell] = [(start.cells[0], late)]
        self._free |= 1 << cell

    def _cross(self, quest, bit, system):
        for crossing in self.board.crossings:
            facts = bit("open", crossing.id)
            if crossing.kind.is_vessel:
                facts |= bit("launched", crossing.id)
            takers = takers_of(crossing, quest, system)
            if len(takers) < len(quest.party):
                self.crossers[crossing.id] = bit("takes", crossing.id)
                facts |= self.crossers[crossing.id]
            for number, end in enumerate(crossing.ends):
                for other, far in enumerate(crossing.ends):
                    if other == number or (crossing.kind.is_one_way and number):
                        continue
                    for cell in each_bit(end):
                        self._crossings[cell] += [(there, facts) for there in each_bit(far)]
        self.has_slides = any(crossing.kind.is_one_way for crossing in self.board.crossings)

    def closing(self, cells):
        """The facts that some squares are closed, for those that ever change."""
        return sum(bit for cell, bit in self._closing.items() if cells >> cell & 1)

    def _sides(self, cell, bit, *, to_hand=False):
        """Squares beside a square, walls left out, with the gate between as a fact or as 0.

        A gate that leads one way only is none of them, but for what is handed through it.
        """
        board, stride = self.board, self.board.stride
        gates = {tuple(edge): gate for gate in board.gates for edge in gate.edges}
        row, column = divmod(cell, stride)
        around = [(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)]
        apart = [1, stride]
        if board.lattice == "hexes":
            # Odd rows are set in: their hexes touch those of their own column and of the next one.
            side = 1 if row % 2 else -1
            around += [(row + 1, column + side), (row - 1, column + side)]
            apart = [1, stride - 1, stride, stride + 1]
        for down, across in around:
            other = down * stride + across
            if min(down, across) < 0 or not board.floor >> other & 1:
                continue
            walls = board.walls[apart.index(abs(other - cell))]
            if walls >> min(cell, other) & 1:
                continue
            if self.cliffs.parts(cell, other):
                who = self.cliffs.climbers(cell, other)
                if who:
                    self.climbs[who] = bit("climb", who)
                    yield other, self.climbs[who]
                elif to_hand and self.cliffs.are_reached_over(cell, other):
                    yield other, 0
                continue
            gate = gates.get((min(cell, other), max(cell, other)))
            if gate is None:
                yield other, 0
            elif gate.kind.form is not GateForm.WINDOW and (to_hand or gate.way_from < 0):
                yield other, bit("open", gate.id)

    def _one_way(self, bit):
        found = {cell: [] for cell in each_bit(self.board.floor)}
        for gate in self.board.gates:
            if gate.kind.form is GateForm.WINDOW or gate.way_from < 0:
                continue
            above = self.board.areas[gate.way_from].cells
            for edge in gate.edges:
                ends = edge if above >> edge.first & 1 else edge[::-1]
                found[ends[0]].append((ends[1], bit("open", gate.id)))
        for above, below, who in self.cliffs.jumps():
            # As through a gate that stands open for some.
            self.jumps[who] = bit("jump", who)
            found[above].append((below, self.jumps[who]))
        return found

    def _asked(self, cell):
        """The facts that decide where one can step from a square."""
        asked = 0
        for other, facts in self._crossings.get(cell, ()):
            asked |= facts | self._shut.get(other, 0)
        centres, known = [cell], set()
        while centres:
            centre = centres.pop()
            known.add(centre)
            near = {centre}
            for _ in range(2):
                for one in tuple(near):
                    asked |= self._shut.get(one, 0)
                    for other, gate in (*self._beside.get(one, ()), *self._drops.get(one, ())):
                        asked |= gate | self._shut.get(other, 0)
                        near.add(other)
            far = {self.portals.get(one) for one in near} - known - {None}
            centres.extend(far - set(centres))
        return asked

    # -- at a moment of play ----------------------------------------------------------------------

    def is_closed(self, cell, facts):
        """Whether nobody can stand on a square or step over it."""
        return bool(self._solid >> cell & 1 or facts & self._shut.get(cell, 0))

    def free(self, facts):
        """The squares on which one can stand."""
        key = facts & self.shifting
        found = self._frees.get(key)
        if found is None:
            found = self._free
            for cell, shut in self._shut.items():
                if key & shut:
                    found &= ~(1 << cell)
            self._frees[key] = found
        return found

    def is_lame(self, facts):
        """Whether there is a way with no way back: by a gate, or by a portal that is closed.

        Where one of a pair is, one comes out beside it, and not back.
        """
        if any(self._drops.values()) or self.has_slides:
            return True
        return any(
            self.is_closed(cell, facts) is not self.is_closed(far, facts)
            for cell, far in self.portals.items()
            if far is not None
        )

    def steps(self, cell, facts):
        """The squares one step away."""
        known = self._steps[cell]
        key = facts & self._near[cell]
        found = known.get(key)
        if found is None:
            found = known[key] = self._stepped(cell, facts)
        return found

    def _stepped(self, cell, facts):
        found = 0
        entered = set()
        waiting = list(self._around(cell, facts, is_step=True))
        while waiting:
            other = waiting.pop()
            if other not in self.portals:
                found |= 1 << other
            elif other not in entered:
                entered.add(other)
                far = self.portals[other]
                # What has fallen on either end closes both.
                if far is not None and not self.is_closed(far, facts):
                    waiting.extend(self._around(far, facts, is_step=True))
        for other, asked in self._crossings.get(cell, ()):
            if facts & asked == asked and self.free(facts) >> other & 1:
                found |= 1 << other
        return found & ~(1 << cell)

    def _around(self, cell, facts, *, is_step):
        """Squares beside a square, straight and across corners; for a step, open ones only."""
        sides = {self.board.stride, 1} if self.board.lattice == "squares" else None
        straight = [other for other, gate in self._beside[cell] if not gate or facts & gate]
        if is_step:
            straight = [other for other in straight if not self.is_closed(other, facts)]
            for other, gate in self._drops[cell]:
                if facts & gate and not self.is_closed(other, facts):
                    yield other
        yield from straight
        for one in straight:
            for far, gate in self._beside[one]:
                is_free = not is_step or not self.is_closed(far, facts)
                is_across = {abs(one - cell), abs(far - one)} == sides
                if is_across and is_free and (not gate or facts & gate):
                    yield far

    def beside(self, cells):
        """The squares from which one reaches what is on some squares, no gate being between.

        A gate that stands open from the first and is never shut is none.
        """
        return self.near(cells, self._gaps)

    def near(self, cells, facts):
        """The squares around some squares, no wall or shut gate being between."""
        found = 0
        for cell in each_bit(cells):
            for other in self._around(cell, facts, is_step=False):
                found |= 1 << other
        return found

    def aimed_at(self, cells, facts):
        """The squares from which one fights somebody: also through gates that lead there."""
        sides = {self.board.stride, 1} if self.board.lattice == "squares" else None
        found = 0
        for cell in each_bit(cells):
            for one in self._before(cell, facts):
                found |= 1 << one
                for far in self._before(one, facts):
                    found |= ({abs(one - cell), abs(far - one)} == sides) << far
            found &= ~(1 << cell)
        return found

    def _before(self, cell, facts):
        """The squares beside a square from which no wall, shut gate or one-way gate leads off."""
        yield from (other for other, gate in self._beside[cell] if not gate or facts & gate)
        onto = ((one, *drop) for one in self._free_ends for drop in self._drops[one])
        yield from (one for one, other, gate in onto if other == cell and facts & gate)

    def in_reach(self, cells, facts):
        """The squares to which one hands things from some squares: through each open gate."""
        found = 0
        for cell in each_bit(cells):
            for other, gate in self._handed[cell]:
                if not gate or facts & gate:
                    found |= 1 << other
        return found

    def at(self, cells, facts):
        """Some squares or, where something has stood on all of them from the first, beside them.

        What a fall has buried is out of reach.
        """
        free = self.free(facts)
        if cells & free or cells & ~self._furnished:
            return cells & free
        found = self._ats.get(cells)
        if found is None:
            found = self._ats[cells] = self.beside(cells)
        return found & free

    def ground(self, facts, parted, unseen):
        """The grounds on which one can walk at will: with nothing told apart, and nothing seen."""
        key = (facts & self.bits, parted, unseen)
        found = self._grounds.get(key)
        if found is None:
            found = self._grounds[key] = Ground(self, facts, parted, unseen)
        return found


def _is_for_some(gate, quest):
    """Whether some of the party do not go through a gate."""
    return bool(gate.only) and not {kind.word for kind in quest.party} <= {*gate.only}


def parts(cells, parted):
    """Some squares, by which of some others they are among; none for who stands nowhere."""
    if not cells:
        return [0]
    found = [cells]
    for one in parted:
        found = [part for whole in found for part in (whole & one, whole & ~one) if part]
    return found


def has_room(places):
    """Whether each of some members can have a square of their own among his."""
    few = sorted((cells for cells in places if cells), key=int.bit_count)
    while few and few[-1].bit_count() >= len(few):
        few.pop()
    if not few:
        return True
    first, *others = few
    for cell in each_bit(first):
        left = [cells & ~(1 << cell) for cells in others]
        if all(left) and has_room(left):
            return True
    return False


class Ground:
    """Squares on which one can walk at will, put together; and those that are next to them."""

    def __init__(self, floor, facts, parted, unseen) -> None:
        self.is_lame = floor.is_lame(facts)
        self.of = {}
        """The ground that a square belongs to."""
        self.next = {}
        """The squares one step off a ground."""
        self._unseen = unseen
        for part in parts(floor.free(facts) & ~unseen, parted):
            self._flood(floor, facts, part)
        self.every = tuple(self.next)
        self._near = {}

    def _flood(self, floor, facts, part):
        while part:
            first = part & -part
            ground, around = _reached(floor, facts, first, part)
            if self.is_lame:
                ground = sum(
                    1 << cell
                    for cell in each_bit(ground)
                    if _reached(floor, facts, 1 << cell, part)[0] & first
                )
                around = _reached(floor, facts, ground, ground)[1]
            self.next[ground] = around & ~ground
            part &= ~ground
            for cell in each_bit(ground):
                self.of[cell] = ground

    def near(self, ground):
        """The grounds next to one."""
        found = self._near.get(ground)
        if found is None:
            cells = self.beside(ground)
            found = self._near[ground] = tuple({self.of[cell] for cell in each_bit(cells)})
        return found

    def beside(self, ground):
        """The squares one step off a ground that have been seen."""
        return self.next[ground] & ~self._unseen


def _reached(floor, facts, waiting, part):
    """The squares of a part that are reached from some of it; and all that are a step from them."""
    ground = around = 0
    while waiting:
        cell = waiting.bit_length() - 1
        ground |= 1 << cell
        around |= floor.steps(cell, facts)
        waiting = (waiting | around & part) & ~ground
    return ground, around
