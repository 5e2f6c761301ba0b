"""Random small quests for Dungeon Saga Origins, the same for the same seed.

A quest has two to four rooms on a board of at most twelve squares, and a little of everything that
can matter to a verdict: gates of all kinds, keys, levers, figures in doorways, falls, portals,
events that undo what others did, and victories of both sides. Half of it is noise; the other half
comes of templates that often decide a quest, such as a key behind a door or a lever that shuts.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from support.one_text import results, without_proof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from questwright.compiler.pipeline import Compiled

    Change = Callable[[str, Random], str]

Square = tuple[int, int]
"""A row and a column, from zero."""

_SHAPES = ((2, 2), (2, 3), (3, 2), (2, 4), (2, 4), (2, 5), (3, 3), (3, 4), (2, 6), (4, 2), (1, 6))
_HEROES = ("orlaf", "rordin", "madriga", "danor")
_FIGURES = ("zombie", "zombie", "skeleton-warrior", "ghost", "dwarf-revenant", "skeleton-archer")
_TRIES = 40
_WOUNDED = 0.12
"""So many of the conditions ask what has become of members."""
_AT_FIGURE = 0.2
"""So many of the actions are done beside a figure, if there is any."""
_RAISED = 0.12
"""So many of the effects let a figure stand again, or change it, if there is any."""
_BY = 0.2
"""So many of the actions are for one member alone."""
_GIVEN_TO = 0.5
"""So many of the gifts name who gets them."""
_GIVEN_MORE = 0.2
"""So many of the events give one more item, to somebody."""
_TO = (1, 1, 1, 1, 2)
"""To so many members, of whom one gets it."""


def random_quest(seed: int, *, elsewhere: bool = False, pushed: bool = False) -> str:
    """The text of the quest of a seed; it compiles without errors.

    If asked, figures stand again ``elsewhere`` in it, or things are ``pushed``.
    """
    for attempt in range(_TRIES):
        text = quest_text(Random(f"{seed}/{attempt}"), elsewhere=elsewhere, pushed=pushed)
        if compiled(text) is not None:
            return text
    raise ValueError(f"seed {seed} gives no quest without errors")


def quest_text(rng: Random, *, elsewhere: bool = False, pushed: bool = False) -> str:
    """The text of a quest of the choices of a generator; it may have errors."""
    return _Maker(rng, elsewhere=elsewhere, pushed=pushed).text()


@lru_cache(maxsize=4)
def compiled(text: str) -> Compiled | None:
    """The quest of a text, compiled and not proven; None if it has errors."""
    with without_proof():
        (quest,) = results(text).quests
    is_broken = any(finding.severity == "error" for finding in quest.findings)
    return None if is_broken else quest


def changed_quest(seed: int, name: str, changes: Iterable[Change]) -> Compiled:
    """The quest of a seed after some changes, each tried a few times, where a quest comes of it."""
    rng = Random(f"{name} {seed}")
    text = random_quest(seed)
    for change in changes:
        for _ in range(6):
            changed = change(text, rng)
            if changed != text and compiled(changed) is not None:
                text = changed
                break
    found = compiled(text)
    assert found is not None
    return found


class _Maker:
    """Makes a quest of the choices of a random generator."""

    def __init__(self, rng: Random, *, elsewhere: bool, pushed: bool) -> None:
        self.rng = rng
        self._pushed = pushed
        self._stones: list[str] = []
        self._elsewhere = elsewhere
        self.lines: list[str] = []
        self.rooms: dict[str, list[Square]] = {}
        self.taken: set[Square] = set()
        self.heroes: list[str] = []
        self.gates: list[str] = []
        self.sides: dict[str, set[Square]] = {}
        self.secrets: list[str] = []
        self.items: list[str] = []
        self.figures: list[str] = []
        self.kinds: list[str] = []
        self.chests: list[str] = []
        self.pillars: list[str] = []
        self.marks: list[str] = []
        self.actions: list[str] = []
        self.flags: list[str] = []
        self.events: list[str] = []
        self.figure_squares: set[Square] = set()
        self.fixed: set[Square] = set()
        self.marked: set[Square] = set()
        self.portals: set[Square] = set()
        """Nothing lies on them and nothing is done there: nobody stays on a portal."""
        self.is_spoiled = self._chance(0.75)
        """Little stands in the way of the goal, but something can spoil it."""
        self.wanted: list[str] = []
        """Conditions that the templates would have a victory ask for."""

    def text(self) -> str:
        """The text of the quest."""
        self._party()
        self._board()
        self._starts()
        self._gates()
        self._things()
        self._items()
        self._actions()
        if self.is_spoiled:
            self._spoil()
        else:
            self._templates()
        self._events()
        self._victories()
        return "\n".join((*self.lines, "}", ""))

    def _chance(self, share: float) -> bool:
        return self.rng.random() < share

    def _say(self, line: str) -> None:
        self.lines.append(f"  {line}")

    # -- the party and the board ------------------------------------------------------

    def _party(self) -> None:
        count = self.rng.choices((1, 2, 3), (11, 8, 1))[0]
        pool = _HEROES if self._chance(0.3) else _HEROES[:3]
        self.heroes = self.rng.sample(pool, count)
        self.lines += ['quest random "Random" {', "  system dungeon-saga-origins"]
        self._say(f"heroes {', '.join(self.heroes)}")
        self._say("marauder zombie")

    def _board(self) -> None:
        """Squares in a block, parted into rooms."""
        rows, columns = self.rng.choice(_SHAPES)
        if len(self.heroes) > 1 and rows * columns > 6:
            rows, columns = self.rng.choice(((2, 3), (2, 3), (3, 2), (2, 4)))
        left = {(row, column) for row in range(rows) for column in range(columns)}
        parts: list[list[Square]] = []
        while left:
            part = [min(left)]
            left.remove(part[0])
            size = self.rng.randint(2, 4)
            while len(part) < size:
                near = sorted({n for square in part for n in _near(square)} & left)
                if not near:
                    break
                part.append(self.rng.choice(near))
                left.remove(part[-1])
            parts.append(part)
        self.rooms = dict(zip("abcdefghijkl", parts, strict=False))
        at = {square: name for name, part in self.rooms.items() for square in part}
        self._say("board {")
        self._say('  draw """')
        for row in range(rows + 1):
            above = [
                "-" if at.get((row - 1, column)) != at.get((row, column)) else " "
                for column in range(columns)
            ]
            self._say(f"  +{'+'.join(above)}+")
            if row < rows:
                line = "|"
                for column in range(columns):
                    parted = at.get((row, column)) != at.get((row, column + 1))
                    line += "." + ("|" if parted else " ")
                self._say(f"  {line}")
        self._say('  """')
        self._say("}")
        for name, part in self.rooms.items():
            self._say(f"room {name} at {', '.join(map(_name, sorted(part)))}")

    def _starts(self) -> None:
        names = list(self.rooms)
        home = self.rng.choice(names[:2])
        squares = list(self.rooms[home])
        if len(squares) < len(self.heroes) or self._chance(0.2):
            squares = [s for part in self.rooms.values() for s in part]
        self.rng.shuffle(squares)
        begun = squares[: len(self.heroes)]
        self.begun = begun
        self.taken |= set(begun)
        if len(self.heroes) > 1 and self._chance(0.35):
            late = self._chance(0.35)
            for number, (hero, square) in enumerate(zip(self.heroes, begun, strict=True)):
                later = f" from round {self.rng.randint(2, 3)}" if late and number else ""
                self._say(f"start at {_name(square)} for {hero}{later}")
        else:
            if self._chance(0.05) and len(squares) > len(begun):
                begun = squares[: len(begun) + 1]
                self.taken |= set(begun)
            self._say(f"start at {', '.join(map(_name, begun))}")
        self.home = home

    def _gates(self) -> None:
        """Gates between rooms that lie side by side: most pairs have one, few have two."""
        at = {square: name for name, part in self.rooms.items() for square in part}
        edges: dict[tuple[str, str], list[tuple[Square, Square]]] = {}
        for square, name in at.items():
            for other in _near(square):
                if other in at and name < at[other]:
                    edges.setdefault((name, at[other]), []).append((square, other))
        keys = 0
        for (first, second), every in sorted(edges.items()):
            if not self._chance(0.95 if self.is_spoiled else 0.85):
                continue
            self.rng.shuffle(every)
            for edge in every[: 2 if self._chance(0.1) else 1]:
                one_way = f" from {self._side_of(first, second)}"
                place = f"{_name(edge[0])}|{_name(edge[1])}"
                if self._chance(0.11):
                    name = f"s{len(self.secrets) + 1}"
                    self.secrets.append(name)
                    self._say(f"secret {name} at {place}{one_way if self._chance(0.15) else ''}")
                    continue
                name = f"d{len(self.gates) + 1}"
                self.gates.append(name)
                self.sides[name] = set(edge)
                line = f"door {name} at {place}"
                kind = self.rng.choices(
                    ("shut", "open", "key", "hero", "both", "way", "only"),
                    (9, 3, 3, 0, 0, 4, 0) if self.is_spoiled else (8, 4, 7, 1, 1, 3, 1),
                )[0]
                key = f"k{self.rng.randint(1, keys) if keys and self._chance(0.45) else keys + 1}"
                spent = " spent" if self._chance(0.6) else ""
                hero = self.rng.choice(self.heroes if self._chance(0.8) else _HEROES)
                if kind == "open":
                    line += " open"
                elif kind == "key":
                    line += f" locked by {key}{spent}"
                elif kind == "hero":
                    line += f" locked by {hero}"
                elif kind == "both":
                    line += f" locked by {hero} with {key}{spent}"
                if kind == "way" or self._chance(0.04):
                    line += one_way
                elif kind == "only" or self._chance(0.03):
                    line += f" for {hero}"
                if kind in ("key", "both"):
                    keys = max(keys, int(key[1:]))
                self._say(line)
        self.items += [f"k{number}" for number in range(1, keys + 1)]

    def _side_of(self, first: str, second: str) -> str:
        """The side from which a one-way gate leads: if little is to stand in the way, from home."""
        if self.is_spoiled and self.home in (first, second) and self._chance(0.8):
            return self.home
        return self.rng.choice((first, second))

    # -- what stands and lies on it ---------------------------------------------------

    def _free(self) -> Square | None:
        free = sorted({s for part in self.rooms.values() for s in part} - self.taken)
        return self.rng.choice(free) if free else None

    def _any(self) -> Square:
        return self.rng.choice(sorted(s for part in self.rooms.values() for s in part))

    def _things(self) -> None:
        for _ in range(self.rng.choices((0, 1, 2), (9, 7, 2))[0] or int(self._elsewhere)):
            square = self._free()
            if square is not None:
                name = f"z{len(self.figures) + 1}"
                kind = self.rng.choice(_FIGURES)
                if kind == "dwarf-revenant" and kind in self.kinds:
                    kind = "zombie"
                self.kinds.append(kind)
                self.figures.append(name)
                self.figure_squares.add(square)
                self.taken.add(square)
                self._say(f"{kind} {name} at {_name(square)} facing west")
        for number in range(self.rng.choice((1, 1, 2)) if self._pushed else 0):
            square = self._free()
            if square is not None:
                self.taken.add(square)
                self.figure_squares.add(square)
                self._stones.append(f"b{number}")
                by = f" by {self.rng.choice(self.heroes)}" if self._chance(0.3) else ""
                kind = self.rng.choice(("pillar", "pillar", "rubble"))
                self._say(f"{kind} b{number} at {_name(square)} pushed{by}")
        for share, word, prefix, names in (
            (0.3, "chest", "c", self.chests),
            (0.25, "pillar", "p", self.pillars),
            (0.15, "rubble", "r", self.pillars),
            (0.25, "lever", "m", self.marks),
        ):
            share *= 0.4 if self.is_spoiled and prefix in "pr" else 1
            square = self._any() if word == "lever" else self._free()
            if square is not None and square not in self.fixed and self._chance(share):
                name = f"{prefix}{len(names) + 1}"
                names.append(name)
                if word == "lever":
                    self.marked.add(square)
                else:
                    self.taken.add(square)
                    self.fixed.add(square)
                self._say(f"{word} {name} at {_name(square)}")
        if self._chance(0.15):
            self.taken |= self.marked
            first, second = self._free(), self._free()
            if first is not None and second is not None and first != second:
                self.taken |= {first, second}
                self.portals = {first, second}
                self._say(f"portal g1 at {_name(first)} to g2")
                self._say(f"portal g2 at {_name(second)}")

    def _items(self) -> None:
        if not self.items or (len(self.heroes) == 1 and self._chance(0.5)):
            self.items.append("cup")
        if len(self.items) < 2 and self._chance(0.15):
            self.items.append("bell")
        for item in self.items:
            square = self._any()
            places = ("floor", "chest", "figure", "pillar", "gift")
            weights = (9, 3, 3, 1, 0) if self.is_spoiled else (7, 3, 3, 1, 1)
            place = self.rng.choices(places, weights)[0]
            if place == "chest" and self.chests:
                self._say(f"item {item} in {self.rng.choice(self.chests)}")
            elif place == "figure" and self.figures:
                self._say(f"item {item} held by {self.rng.choice(self.figures)}")
            elif place == "pillar" and self.pillars:
                self._say(f"item {item} at {self.rng.choice(self.pillars)}")
            elif place == "gift":
                self._say(f"item {item}")
            elif square not in self.fixed | self.portals:
                self._say(f"item {item} at {_name(square)}")
            else:
                self._say(f"item {item}")

    def _actions(self) -> None:
        for number in range(1, 1 + self.rng.choices((0, 1, 2), (8, 9, 2))[0]):
            name = f"pull{number}"
            place = self.rng.choice(self.marks) if self.marks and self._chance(0.4) else ""
            if not place:
                squares = {self._any(), self._any()} - self.portals or {self.begun[0]}
                gates = [gate for gate in self.gates if not self.sides[gate] & self.portals]
                places = [*map(_name, sorted(squares)), *gates, *self.pillars]
                place = self.rng.choice(places)
            asked = f" when {self._condition(1)}" if self._chance(0.25) else ""
            # Of a source of its own: all else stays as it was before.
            source = Random(f"{name} at {place} of {' '.join(self.lines)}")
            only = f" for {source.choice(self.heroes)}" if source.random() < _BY else ""
            if self.figures and source.random() < _AT_FIGURE:
                place = source.choice(self.figures)
            self.actions.append(name)
            self._say(f"action {name} at {place}{only}{asked}")

    # -- what happens -----------------------------------------------------------------

    def _templates(self) -> None:
        """A few patterns that often decide a quest."""
        if self.actions and self.gates and self._chance(0.3):
            shuts = self.rng.choice(("close", "close", "open", "open", "unlock"))
            self._event(f"when {self.actions[0]} done", [f"{shuts} {self.rng.choice(self.gates)}"])
            self.wanted.append(f"{self.actions[0]} done")
        if self.gates and self._chance(0.1):
            square, gate = _name(self._any()), self.rng.choice(self.gates)
            self._event(f"whenever any hero at {square}", [f"open {gate}"])
            self._event(f"whenever no hero at {square}", [f"close {gate}"])
        if self._chance(0.3):
            trigger = self.rng.choice(
                (
                    f"any hero in {self.rng.choice(list(self.rooms))}",
                    f"{self.rng.choice(list(self.rooms))} searched",
                    *(f"{item} taken" for item in self.items),
                    *(f"{figure} defeated" for figure in self.figures),
                )
            )
            shuts = [f"close {gate}" for gate in self.gates]
            falls = [self._fall() for _ in range(2)]
            takes = [f"take {item}" for item in self.items]
            self._event(f"when {trigger}", [self.rng.choice([*shuts, *falls, *takes])])
        if self.items and self._chance(0.3):
            item, who = self.rng.choice(self.items), self.rng.choice(("any hero", "all heroes"))
            self.wanted.append(f"any hero carries {item} and {who} in {self.home}")
        if self.figures and self.items and self._chance(0.15):
            self._event(f"when {self.figures[0]} defeated", [f"give {self.rng.choice(self.items)}"])

    def _spoil(self) -> None:
        """A deed that nobody needs, or somebody does too soon, spoils what is wanted."""
        rooms = list(self.rooms)
        item = self.rng.choice(self.items)
        room = self.rng.choice([name for name in rooms if name != self.home] or rooms)
        hero = self.rng.choice(self.heroes)
        goals = [f"{room} searched", f"any hero in {room}", f"{hero} in {room}"]
        goals += [f"any hero carries {item}", f"any hero carries {item} and {hero} in {self.home}"]
        goals += [f"{action} done" for action in self.actions]
        goals += [f"{figure} defeated" for figure in self.figures]
        goals += [f"{stone} at {_name(self._any())}" for stone in self._stones] * 6
        wanted = self.rng.sample(goals, 2)
        if len(self.heroes) == 1 and sum(" in " in goal for goal in wanted) > 1:
            wanted.pop()
        self.wanted.append(" and ".join(wanted))
        square = self._any()
        triggers = [f"{self.home} searched", f"{self.rng.choice(rooms)} searched"]
        triggers += [f"any hero at {_name(square)}"] if square not in self.begun else []
        triggers += [f"any hero in {room}"]
        triggers += [f"{self.rng.choice(self.items)} taken"]
        triggers += [f"{gate} opened" for gate in self.gates[:2]]
        triggers += [f"{action} done" for action in self.actions] * 2
        triggers += [f"{figure} defeated" for figure in self.figures]
        triggers += [f"{self.rng.choice(self.heroes)} carries {item}", "round >= 3"]
        for chosen in self.rng.sample(triggers, self.rng.choice((1, 1, 2))):
            trigger = self._or_wounded(chosen)
            spoils = [self._fall(), self._fall(), self._fall(), f"take {item}"]
            spoils += [f"close {gate}" for gate in self.gates[:2]]
            if len(self.heroes) > 1:
                spoils.append(f"remove {hero}")
            self._event(
                f"{self.rng.choice(('when', 'when', 'whenever'))} {trigger}",
                [self.rng.choice(spoils)],
            )

    def _event(self, when: str, effects: list[str]) -> None:
        name = f"e{len(self.events) + 1}"
        self.events.append(name)
        # Of a source of its own: all else stays as it was before.
        source = Random(f"{name} {when} of {' '.join(self.lines)}")
        self._say(f"event {name} {when} {{")
        for effect in self._with_receivers(effects, source):
            self._say(f"  {effect}")
        self._say("}")

    def _with_receivers(self, effects: list[str], source: Random) -> list[str]:
        """Effects of which some give an item to some members."""

        def receivers() -> str:
            return ", ".join(source.sample(self.heroes, min(len(self.heroes), source.choice(_TO))))

        found = []
        for effect in effects:
            is_gift = effect.startswith("give ") and source.random() < _GIVEN_TO
            found.append(f"{effect} to {receivers()}" if is_gift else effect)
        if self.items and source.random() < _GIVEN_MORE:
            gift = f"give {source.choice(self.items)} to {receivers()}"
            found.insert(source.randint(0, len(found)), gift)
        return found

    def _events(self) -> None:
        weights = (8, 3, 1, 0, 0) if self.is_spoiled else (5, 5, 4, 2, 1)
        for _ in range(self.rng.choices((0, 1, 2, 3, 4), weights)[0]):
            effects = [self._effect() for _ in range(self.rng.choice((1, 1, 1, 2, 3)))]
            when = "whenever" if self._chance(0.35) else "when"
            self._event(f"{when} {self._condition(2)}", effects)
        # A board too small for any figure has none to raise.
        for _ in range(self.rng.choice((1, 1, 2)) if self._elsewhere and self.figures else 0):
            figure = self.rng.choice(self.figures)
            beaten = f"{figure} defeated"
            asked = self.rng.choice(
                (beaten, beaten, self._asked(), f"{beaten} and {self._asked()}")
            )
            effects = [f"raise {figure} at {_name(self._any())} facing north"]
            if self._chance(0.3):
                effects.append(self._effect())
            self._event(f"{self.rng.choice(('when', 'when', 'whenever'))} {asked}", effects)

    def _fall(self) -> str:
        if self._pushed:
            # What falls where something is pushed about is not judged.
            self.flags += [] if "dust" in self.flags else ["dust"]
            return "set dust"
        squares = [s for part in self.rooms.values() for s in part]
        may = sorted(s for s in squares if s not in self.figure_squares)
        chosen = self.rng.sample(may, min(len(may), self.rng.choice((1, 1, 1, 2))))
        return f"block {', '.join(map(_name, chosen))}"

    def _effect(self) -> str:
        gates = [*self.gates, *self.gates, *self.secrets]
        pool: list[tuple[int, str]] = [] if self._pushed else [(3, self._fall())]
        if gates:
            gate = self.rng.choice(gates)
            pool += [(4, f"open {gate}"), (2, f"reveal {self.rng.choice(list(self.rooms))}")]
        if self.gates:
            gate = self.rng.choice(self.gates)
            pool += [(4, f"close {gate}"), (2, f"unlock {gate}")]
        if self.secrets:
            pool.append((2, f"reveal {self.rng.choice(self.secrets)}"))
        if self.items:
            item = self.rng.choice(self.items)
            pool += [(3, f"give {item}"), (3, f"take {item}")]
        flag = self.rng.choice(("bell-rung", "dark"))
        pool.append((4, f"set {flag}"))
        open_squares = sorted(
            {s for part in self.rooms.values() for s in part} - self.figure_squares
        )
        if not self._pushed:
            pool.append((2, f"clear {_name(self.rng.choice(open_squares))}"))
        pool.append((2, f"remove {self.rng.choice(self.heroes)}"))
        if self.figures:
            pool.append((1, f"remove {self.rng.choice(self.figures)}"))
        if self.pillars:
            pool += [(2, f"remove {self.rng.choice(self.pillars)}")]
        pool += [(1, "end overlord"), (1, "end heroes")]
        weights, effects = zip(*pool, strict=True)
        effect: str = self.rng.choices(effects, weights)[0]
        if effect.startswith("set ") and flag not in self.flags:
            self.flags.append(flag)
        # Of a source of its own: all else stays as it was before.
        source = Random(f"{effect} of {' '.join(self.lines)}")
        if self.figures and source.random() < _RAISED:
            figure = source.choice(self.figures)
            change = source.choice(
                ("armour 6", "armour 1", "damage-target 9", "armour 6, combat 1")
            )
            return source.choice((f"raise {figure}", f"change {figure} {change}"))
        return effect

    # -- conditions -------------------------------------------------------------------

    def _condition(self, depth: int) -> str:
        """A condition of up to so many levels of `and` and `or`."""
        if depth > 0 and self._chance(0.35):
            parts = [self._condition(depth - 1) for _ in range(2)]
            word = self.rng.choice(("and", "and", "or"))
            return f"({f' {word} '.join(parts)})"
        asked = self._asked()
        return f"not {asked}" if self._chance(0.12) else asked

    def _who(self) -> str:
        pool = ["any hero"] * 4 + ["no hero", "all heroes", "heroes", *self.heroes]
        if len(self.heroes) > 1:
            pool += ["2 heroes"]
        return self.rng.choice(pool)

    def _asked(self) -> str:
        room = self.rng.choice(list(self.rooms))
        squares = ", ".join(_name(self._any()) for _ in range(self.rng.choice((1, 1, 2))))
        pool = [
            (6, f"{self._who()} in {room}"),
            (5, f"{self._who()} at {squares}"),
            (2, f"{room} revealed"),
            (2, f"{room} searched"),
            (1, f"{room} cleared"),
            (1, f"round {self.rng.choice(('>=', '>=', '=', '<', '>'))} {self.rng.randint(2, 3)}"),
        ]
        if self._stones:
            pool.append((12, f"{self.rng.choice(self._stones)} at {_name(self._any())}"))
        if self.gates:
            gate = self.rng.choice(self.gates)
            pool += [(2, f"{gate} opened"), (1, f"{gate} closed")]
        if self.secrets:
            pool.append((2, f"{self.rng.choice(self.secrets)} found"))
        if self.items:
            item = self.rng.choice(self.items)
            who = self.rng.choice(("any hero", "any hero", "no hero", "all heroes", *self.heroes))
            pool += [(4, f"{item} taken"), (4, f"{who} carries {item}")]
        if self.figures:
            many = self.rng.choice(("all monsters", "any monster", f"all {self.kinds[0]}s"))
            pool += [(3, f"{self.rng.choice(self.figures)} defeated"), (1, f"{many} defeated")]
        if self.chests:
            pool.append((3, f"{self.rng.choice(self.chests)} searched"))
        if self.actions:
            pool.append((5, f"{self.rng.choice(self.actions)} done"))
        if self.events:
            pool.append((2, f"{self.rng.choice(self.events)} happened"))
        if self.flags:
            pool.append((4, f"{self.rng.choice(self.flags)} set"))
        weights, asked = zip(*pool, strict=True)
        found: str = self.rng.choices(asked, weights)[0]
        return self._or_wounded(found)

    def _or_wounded(self, asked: str) -> str:
        """A condition, or now and then what has become of members instead."""
        # Of a source of its own: all else stays as it was before.
        source = Random(f"{asked} of {' '.join(self.lines)}")
        if source.random() >= _WOUNDED:
            return asked
        who = source.choice(("any hero", "any hero", "no hero", "all heroes", *self.heroes))
        return f"{who} {source.choice(('crippled', 'crippled', 'exhausted', 'injured'))}"

    def _goal(self) -> str:
        """A condition that is not often true when play begins."""
        far = [name for name in self.rooms if name != self.home]
        room = self.rng.choice(far or list(self.rooms))
        pool = [f"any hero in {room}", f"all heroes in {room}", f"{room} searched"]
        pool += [f"{self.rng.choice(self.heroes)} in {room}"]
        pool += [f"any hero carries {item}" for item in self.items]
        pool += [f"{item} taken" for item in self.items]
        pool += [f"{action} done" for action in self.actions]
        pool += [f"{figure} defeated" for figure in self.figures]
        pool += [f"{chest} searched" for chest in self.chests]
        pool += [f"{flag} set" for flag in self.flags]
        return self.rng.choice([*pool, *self.wanted * 4])

    def _victories(self) -> None:
        for _ in range(1 if self.is_spoiled else self.rng.choices((1, 2), (4, 1))[0]):
            goal = self.wanted[0] if self.is_spoiled else self._goal()
            if self._chance(0.1 if self.is_spoiled else 0.45):
                goal += f" and {self._goal()}"
            if self._chance(0.04 if self.is_spoiled else 0.12):
                goal += f" and {self._condition(1)}"
            self._say(f"victory heroes when {goal}")
        if self._chance(0.12 if self.is_spoiled else 0.22):
            self._say(f"victory overlord when {self._condition(1)}")
        elif self._chance(0.05):
            self._say(f"victory overlord when round > {self.rng.randint(12, 15)}")


def _near(square: Square) -> list[Square]:
    row, column = square
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def _name(square: Square) -> str:
    row, column = square
    return f"{'ABCDEFGHIJKL'[column]}{row + 1}"
