"""Quests made at random, with all that the proof knows of: see `strategies`."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random


class Kinds(NamedTuple):
    """What a random quest may have."""

    locks: bool = True
    spent_keys: bool = True
    passages: bool = True
    events: bool = True
    losses: bool = True
    """Events that take an item, close a door or block squares."""
    open_gates: bool = True
    """Doors that stand open when play begins, and areas that no gate parts."""
    denials: bool = True
    """Conditions that ask that something is not so."""
    ends: bool = True
    """Events that end the quest, and a victory of the other side."""
    ground: bool = True
    """Events that clear and block squares, and take things away."""
    repeats: bool = True
    """Events that happen each time."""
    visits: bool = True
    """Events that happen where somebody stands."""
    levers: bool = True
    """Quest actions."""
    portals: bool = True
    rounds: bool = True
    """Conditions that wait for a round."""
    parties: bool = True
    """More than one hero."""
    drops: bool = True
    """Gates that one goes through from one side."""
    members: bool = True
    """Gates and locks that are not for everybody, and heroes who are lost."""
    texts: bool = False
    """Prose, comments, and spaces where the formatter would put none."""


class Gate(NamedTuple):
    """A gate, or a gap in a wall."""

    name: str
    kind: str
    clauses: str
    sides: tuple[str, str]


def random_quest(source, kinds=Kinds()):  # noqa: B008 - a tuple does not change
    """The text of a quest, drawn from a source of chance."""
    return Maker(source, kinds).text()


_SHAPES = ((2, 1), (3, 1), (2, 2), (4, 1), (2, 2), (3, 2), (5, 1), (3, 2), (6, 1), (4, 2))
_SIZES = (1, 1, 1, 1, 1, 1, 2, 2, 2, 3)
"""Heroes of a party."""
_WORDS = ("any hero in", "any hero in", "all heroes in", "any hero enters in")


class Maker:
    """One random quest: small areas in a grid, what joins them, and what happens there."""

    def __init__(self, source: random.Random, kinds: Kinds) -> None:
        self.chance = source
        self.kinds = kinds
        columns, rows = source.choice(_SHAPES)
        widths = [source.choice((1, 2)) for _ in range(columns)]
        heights = [source.choice((1, 2)) if 1 not in widths else 2 for _ in range(rows)]
        self.lefts = list(accumulate(widths, initial=0))
        self.tops = list(accumulate(heights, initial=0))
        self.rooms = [(x, y) for y in range(rows) for x in range(columns)]
        self.names = {room: f"room-{n}" for n, room in enumerate(self.rooms, 1)}
        self.words = {
            room: "corridor" if kinds.open_gates and source.random() < 0.3 else "room"
            for room in self.rooms
        }
        size = source.choice(_SIZES) if kinds.parties else 1
        self.party = ["orlaf", "danor", "madriga"][:size]
        self.keys = [f"key-{n}" for n in range(1, source.randint(0, 4) + 1)]
        self.gates: list[Gate] = []
        self.doorways: set[tuple[int, int]] = set()
        self.legend: list[str] = []
        self.flags: list[str] = []
        self.things: dict[str, str] = {}
        self.actions: list[str] = []
        self.happened: list[str] = []

    def text(self) -> str:
        drawing = self._draw()
        items = [self._item(key) for key in self.keys]
        actions = self._actions() if self.kinds.levers else []
        events = self._events() if self.kinds.events else []
        goal = self._goal()
        head = [
            'quest played-at-random "Played at Random" {',
            "  system dungeon-saga-origins",
            f"  heroes {', '.join(self.party)}",
            "  marauder zombie",
            *["  traps 1"] * ("snare" in self.things),
        ]
        board = [
            "  board {",
            '    draw """',
            *(f"    {row}" for row in drawing),
            '    """',
            *(f"    {line}" for line in self.legend),
            "  }",
        ]
        rooms = [
            f'  {self.words[room]} {name} at {self._block(room)} "{name.title()}"'
            for room, name in self.names.items()
        ]
        lines = [*head, *board, *rooms, *items, *actions, *events, *self._other_goal()]
        lines += [f"  victory heroes when {goal}", "}"]
        if self.kinds.texts:
            lines = self._roughen(lines)
        return "\n".join(lines) + "\n"

    # -- the board --------------------------------------------------------------------

    def _cells(self, room):
        """The squares of a room, as columns and rows."""
        x, y = room
        return [
            (column, row)
            for row in range(self.tops[y], self.tops[y + 1])
            for column in range(self.lefts[x], self.lefts[x + 1])
        ]

    def _block(self, room):
        cells = self._cells(room)
        return f"{_cell(cells[0])}..{_cell(cells[-1])}"

    def _draw(self):
        chance = self.chance
        canvas = self._walls()
        letters = iter("ABCDEFGHIJKLMNOP")
        for x, y in self.rooms:
            for other in ((x + 1, y), (x, y + 1)):
                if other in self.names:
                    self._join(canvas, (x, y), other, letters)
        cells = [cell for room in self.rooms for cell in self._cells(room)]
        for cell in self._starts():
            cells.remove(cell)
            canvas[2 * cell[1] + 1][2 * cell[0] + 1] = "s"
        self.legend.append("s: start")
        # What closes squares stands beside gates less often than elsewhere.
        chance.shuffle(cells)
        cells.sort(key=lambda cell: cell not in self.doorways or chance.random() < 0.3)
        for letter, thing, odds in self._wanted_things():
            if cells and chance.random() < odds:
                column, row = cells.pop()
                canvas[2 * row + 1][2 * column + 1] = letter
                self.legend.append(f"{letter}: {thing}")
                self.things[thing.split()[1]] = _cell((column, row))
        if self.kinds.portals and chance.random() < 0.15 and len(cells) > 4:
            for letter, thing in (("n", "portal near-end to far-end"), ("f", "portal far-end")):
                column, row = cells.pop()
                canvas[2 * row + 1][2 * column + 1] = letter
                self.legend.append(f"{letter}: {thing}")
        self.free = [_cell(cell) for cell in cells]
        # Of what is taken away nobody asks whether somebody is there.
        self.is_shelf_left = "shelf" in self.things and chance.random() < 0.5
        return ["".join(row) for row in canvas]

    def _starts(self):
        """Where the heroes begin: together, or not all of them."""
        first = [cell for room in self.rooms[:2] for cell in self._cells(room)]
        if len(self.party) > 1 and self.chance.random() < 0.15:
            return self.chance.sample(first, len(self.party))
        return first[: len(self.party)]

    def _wanted_things(self):
        crowd = 0.5 if len(self.rooms) < 6 else 0.35
        yield "c", "chest hoard", crowd
        yield "z", "zombie guard facing west", crowd
        yield "r", "rubble heap", crowd / 2
        if self.kinds.levers:
            yield "b", "barrels shelf", crowd / 2
            yield "y", "zombie sentry facing east", crowd / 4
            yield "t", "trap snare facing east", crowd / 4

    def _walls(self):
        """The drawing with nothing but areas and the walls around them."""
        width, height = 2 * self.lefts[-1] + 1, 2 * self.tops[-1] + 1
        canvas = [[" "] * width for _ in range(height)]
        for y in range(height):
            for x in range(width):
                if x % 2 and y % 2:
                    canvas[y][x] = "."
                elif x % 2 == 0 and y % 2 == 0:
                    canvas[y][x] = "+"
                elif y % 2 == 0 and y // 2 in self.tops:
                    canvas[y][x] = "-"
                elif x % 2 == 0 and x // 2 in self.lefts:
                    canvas[y][x] = "|"
        return canvas

    def _join(self, canvas, room, other, letters):
        """A gate between two areas, or a gap, or nothing but the wall."""
        chance = self.chance
        cells = set(self._cells(other))
        edges = [
            (2 * row + 1 + down, 2 * column + 1 + across)
            for column, row in self._cells(room)
            for across, down in ((1, 0), (0, 1))
            if (column + across, row + down) in cells
        ]
        roll = chance.random()
        if roll < 0.1:
            return
        if self.words[room] == self.words[other] == "corridor":
            for y, x in chance.sample(edges, chance.randint(1, len(edges))):
                canvas[y][x] = " "
            return
        name = f"gate-{len(self.gates) + 1}"
        kind, clauses = "door", ""
        if roll < 0.22 and self.kinds.passages:
            kind = "secret"
        elif roll < 0.5 and self.keys and self.kinds.locks:
            clauses = f" locked by {chance.choice(self.keys)}"
            if self.kinds.spent_keys and chance.random() < 0.5:
                clauses += " spent"
        elif len(self.party) > 1 and self.kinds.members and roll < 0.6:
            clauses = f" locked by {', '.join(self._some())}"
            if self.keys and self.kinds.locks and chance.random() < 0.3:
                clauses += f" with {chance.choice(self.keys)}"
                clauses += " spent" * (self.kinds.spent_keys and chance.random() < 0.5)
        elif self.kinds.open_gates and chance.random() < 0.2:
            clauses = " open"
        if len(self.party) > 1 and self.kinds.members and chance.random() < 0.15:
            clauses += f" for {', '.join(self._some())}"
        if self.kinds.drops and chance.random() < 0.08:
            clauses += f" from {self.names[chance.choice((room, other))]}"
        y, x = chance.choice(edges)
        canvas[y][x] = letter = next(letters)
        self.doorways |= {((x - 1) // 2, (y - 1) // 2), (x // 2, y // 2)}
        self.gates.append(Gate(name, kind, clauses, (self.names[room], self.names[other])))
        self.legend.append(f"{letter}: {kind} {name}{clauses}")

    def _some(self):
        """Some heroes, but hardly ever all of them."""
        return self.chance.sample(self.party, self.chance.randint(1, max(1, len(self.party) - 1)))

    # -- what is to be had and done --------------------------------------------------------

    def _item(self, key):
        wheres = [f"at {self.free.pop()}"] if self.free else []
        wheres += [f"in {thing}" for thing in self.things if thing == "hoard"]
        wheres += [f"held by {thing}" for thing in self.things if thing in ("guard", "sentry")]
        wheres += [f"at {thing}" for thing in self.things if thing == "shelf"]
        where = self.chance.choice(wheres) if wheres and self.chance.random() < 0.95 else ""
        return f'  item {key} "{key.title()}" {where}'.rstrip()

    def _actions(self):
        chance = self.chance
        actions = []
        for number in range(1, chance.choice((0, 0, 1, 1, 2)) + 1):
            wheres = [chance.choice(self.free)] * 4 if self.free else []
            wheres += [thing for thing in self.things if thing == "shelf"]
            wheres += [chance.choice(list(self.names.values()))]
            takes = chance.choice(("", "", " takes 2"))
            when = f" when {self._condition()}" if chance.random() < 0.4 else ""
            name = f"pull-{number}"
            actions.append(f'  action {name} at {chance.choice(wheres)} "Pull"{takes}{when}')
            self.actions.append(name)
        return actions

    # -- what is asked ------------------------------------------------------------------

    def _facts(self):
        """For each kind of condition, all that there are."""
        names = list(self.names.values())
        doors = [gate.name for gate in self.gates if gate.kind == "door"]
        enemies = [thing for thing in self.things if thing in ("guard", "sentry")]
        yield [f"{name} revealed" for name in names]
        yield [f"{name} opened" for name in doors]
        yield [f"{key} taken" for key in self.keys]
        yield [f"any hero carries {key}" for key in self.keys]
        yield [f"{name} searched" for name in names]
        yield [f"{enemy} defeated" for enemy in enemies] + ["all zombies defeated"] * bool(enemies)
        yield [f"{thing} searched" for thing in self.things if thing == "hoard"]
        yield [f"{flag} set" for flag in self.flags]
        yield [f"{name} done" for name in self.actions] * 2
        yield [f"{name} happened" for name in self.happened]
        if self.kinds.levers:
            yield [f"{gate.name} found" for gate in self.gates if gate.kind == "secret"]
            yield [f"{name} cleared" for name in names]
            yield [f"{thing} sprung" for thing in self.things if thing == "snare"]
        if self.kinds.rounds:
            yield [f"round >= {number}" for number in (2, 4)] + ["round > 2"]
        if self.kinds.visits:
            yield [f"{word} {name}" for name in names for word in _WORDS]
            if len(self.party) > 1:
                yield self._meetings(names)
            beside = ["any hero at shelf"] * 4 if self.is_shelf_left else []
            yield [f"any hero at {cell}" for cell in self.free] + self._blocks() + beside
        if self.kinds.denials:
            yield [f"{name} closed" for name in doors]
            yield [f"no hero carries {key}" for key in self.keys]
            if self.kinds.visits:
                yield [f"no hero in {name}" for name in names]

    def _blocks(self):
        cells = sorted(self.free)
        return [
            f"any hero at {one}, {other}" for one, other in pairwise(cells) if one[0] == other[0]
        ]

    def _meetings(self, names):
        """What is asked of heroes who are many: of so many, of one of them, of two places."""
        return [
            *[f"2 heroes in {name}" for name in names],
            *[f"{hero} in {name}" for name in names for hero in self.party],
            *[f"any hero in {one} and any hero in {other}" for one, other in pairwise(names)],
            *[f"any hero in {one} or any hero in {other}" for one, other in pairwise(names)][:1],
        ]

    def _fact(self):
        chance = self.chance
        kind = chance.choice([kind for kind in self._facts() if kind])
        fact = chance.choice(kind)
        if self.kinds.denials and "round" not in fact and chance.random() < 0.06:
            fact = f"not {fact}"
        return fact

    def _condition(self):
        """One thing that is asked, or two."""
        fact = self._fact()
        roll = self.chance.random()
        if roll < 0.75:
            return fact
        return f"{fact} {'and' if roll < 0.9 else 'or'} {self._fact()}"

    # -- what happens --------------------------------------------------------------------

    def _events(self):
        chance = self.chance
        events = [
            self._event(f"turn-{name[-1]}", f"{name} done")
            for name in self.actions
            if chance.random() < 0.85
        ]
        doors = [gate for gate in self.gates if gate.kind == "door"]
        if self.kinds.losses and self.kinds.visits and doors and chance.random() < 0.25:
            gate = chance.choice(doors)
            word = "whenever" if self.kinds.repeats and chance.random() < 0.3 else "when"
            behind = f"any hero in {gate.sides[1]}"
            events.append(f"  event shutting {word} {behind} {{ close {gate.name} }}")
        for number in range(1, chance.randint(0, 2 + (len(self.rooms) > 5)) + 1):
            condition = self._fact() if chance.random() < 0.6 else self._condition()
            events.append(self._event(f"happening-{number}", condition))
        chance.shuffle(events)
        return events

    def _event(self, name, condition):
        chance = self.chance
        # The other side never wins by time alone: how long a line takes is not played here.
        ends = self.kinds.ends and "round" not in condition and chance.random() < 0.2
        effects = [self._effect(name, ends=ends) for _ in range(chance.randint(1, 2))]
        # In one event nothing is given and taken, opened and shut, and not both sides win.
        told = {_target(effect): effect for effect in effects}
        self.happened.append(name)
        word = "whenever" if self.kinds.repeats and chance.random() < 0.2 else "when"
        return f"  event {name} {word} {condition} {{ {'; '.join(told.values())} }}"

    def _effect(self, event, *, ends):
        chance = self.chance
        kinds = [kind for kind in self._effects() if kind]
        kinds += [["end heroes", "end overlord", "end overlord"]] * ends
        if kinds and chance.random() < 0.85:
            return chance.choice(chance.choice(kinds))
        flag = f"{event}-over"
        if flag not in self.flags:
            self.flags.append(flag)
        return f"set {flag}"

    def _effects(self):
        """For each kind of effect, all that there are."""
        doors = [gate for gate in self.gates if gate.kind == "door"]
        losses, ground = self.kinds.losses, self.kinds.ground
        yield [f"give {key}" for key in self.keys]
        yield [f"open {gate.name}" for gate in doors]
        yield [f"unlock {gate.name}" for gate in doors if "locked" in gate.clauses]
        yield [f"reveal {gate.name}" for gate in self.gates if gate.kind == "secret"]
        if losses:
            yield [f"take {key}" for key in self.keys]
            yield [f"close {gate.name}" for gate in doors]
        if losses and self.kinds.members and len(self.party) > 1:
            yield [f"remove {hero}" for hero in self.party]
        if losses and ground:
            yield [f"block {cell}" for cell in self.free]
            yield [f"block {self._block(room)}" for room in self.rooms[1:]]
        if ground:
            left = {"shelf"} if self.is_shelf_left else set()
            gone = {name: cell for name, cell in self.things.items() if name not in left}
            yield [f"remove {one}" for one in gone] + [
                f"clear {cell}" for cell in (*self.free[:2], *gone.values())
            ]
        if self.kinds.levers:
            yield [f"trigger {thing}" for thing in self.things if thing == "snare"]
            yield [f"reveal {name}" for name in self.names.values() if self.chance.random() < 0.1]

    def _other_goal(self):
        if not self.kinds.ends or self.chance.random() > 0.08:
            return []
        fact = self._fact()
        # As with events that end the quest.
        return [f"  victory overlord when {fact}"] if "round" not in fact else []

    def _goal(self):
        chance = self.chance
        last = self.names[self.rooms[-1]]
        is_wide = len(self._cells(self.rooms[-1])) >= len(self.party)
        parts = [f"{'all' if is_wide else 'any'} heroes in {last}"]
        if chance.random() < 0.6:
            parts.append(self._fact())
        if chance.random() < 0.2:
            parts[0] = self._fact()
        joint = " or " if chance.random() < 0.15 else " and "
        return joint.join(dict.fromkeys(parts))

    # -- how it is written ---------------------------------------------------------------

    def _roughen(self, lines):
        """The same quest as somebody in a hurry writes it."""
        chance = self.chance
        out = []
        drawn = False
        for line in lines:
            if '"""' in line:
                drawn = not drawn
            elif not drawn:
                roll = chance.random()
                if roll < 0.1:
                    out.append(chance.choice(["", "\n\n", "   ", "#", "  # a  remark", "#x"]))
                elif roll < 0.2:
                    line = line.replace(" ", chance.choice(["  ", " \t", "   "]))
                elif roll < 0.3:
                    line += chance.choice(
                        ["  ", "\t", " # why", "#why", ";" * line.startswith("  room")]
                    )
                elif roll < 0.35:
                    out.append(f"  {chance.choice(_PROSE)}" if len(out) > 1 else "")
            out.append(line)
        return out


def _cell(cell):
    column, row = cell
    return f"{chr(65 + column)}{row + 1}"


def _target(effect):
    """What an effect is about; two about the same do not stand in one event."""
    word, target = effect.split(maxsplit=1)
    return word if word == "end" else "ground" if word in ("block", "clear", "remove") else target


_PROSE = (
    'story """One line."""',
    'note  "Short"',
    'rule """\n  Two lines.\n      The second one is set in.\n  """',
    'story """First.\n\n\n    Last."""',
    'note """\n\tWith a tab.\n  - and a list\n  """',
)
