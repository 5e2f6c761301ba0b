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

from oracle.witness_asked import Asker, Parts
from oracle.witness_squares import Square, drawn, name_of, near, parted
from support.one_text import results, without_proof

if TYPE_CHECKING:
    from questwright.compiler.pipeline import Compiled

_SHAPES = ((2, 2), (2, 3), (3, 2), (2, 4), (2, 4), (2, 5), (3, 3), (3, 4), (2, 6), (4, 2), (1, 6))
_FEW = ((1, 3), (1, 4), (1, 5), (2, 2), (2, 2), (3, 2))
"""The shapes of a board that is crowded."""
_HEROES = ("orlaf", "rordin", "madriga", "danor")
_FIGURES = ("zombie", "zombie", "skeleton-warrior", "ghost", "dwarf-revenant", "skeleton-archer")
_TRIES = 40
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


def random_quest(seed: int, **kinds: bool) -> str:
    """The text of the quest of a seed, of the kinds of `quest_text`; it compiles without errors."""
    for attempt in range(_TRIES):
        text = quest_text(Random(f"{seed}/{attempt}"), **kinds)
        if compiled(text) is not None:
            return text
    raise ValueError(f"seed {seed} gives no quest without errors")


def quest_text(rng: Random, **kinds: bool) -> str:
    """The text of a quest of the choices of a generator; it may have errors.

    If asked, figures stand again ``elsewhere`` in it, or things are ``pushed``; or it is
    ``crowded``: several members on a few squares, and much that happens.
    """
    return _Maker(rng, **kinds).text()


@lru_cache(maxsize=4)
def compiled(text: str) -> Compiled | None:
    """The quest of a text, compiled and not proven; None if it has errors."""
    with without_proof():
        (quest,) = results(text).quests
    is_broken = any(finding.severity == "error" for finding in quest.findings)
    return None if is_broken else quest


class _Maker:
    """Makes a quest of the choices of a random generator."""

    def __init__(
        self, rng: Random, *, elsewhere: bool = False, pushed: bool = False, crowded: bool = False
    ) -> None:
        self.rng = rng
        self._elsewhere, self._pushed, self._crowded = elsewhere, pushed, crowded
        self.lines: list[str] = []
        self.has = Parts()
        self.asker = Asker(rng, self.has, self.lines)
        self.taken: set[Square] = set()
        self.sides: dict[str, set[Square]] = {}
        self.pillars: list[str] = []
        self.marks: list[str] = []
        self.figure_squares: set[Square] = set()
        self.fixed: set[Square] = set()
        self.marked: set[Square] = set()
        self.portals: set[Square] = set()
        """Nothing lies on them and nothing is done there: nobody stays on a portal."""
        self.is_spoiled = self._chance(0.25 if crowded else 0.75)
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
        weights = (1, 12, 7) if self._crowded else (11, 8, 1)
        count = self.rng.choices((1, 2, 3), weights)[0]
        pool = _HEROES if self._chance(0.3) else _HEROES[:3]
        self.has.heroes = self.rng.sample(pool, count)
        self.lines += ['quest random "Random" {', "  system dungeon-saga-origins"]
        self._say(f"heroes {', '.join(self.has.heroes)}")
        self._say("marauder zombie")

    def _board(self) -> None:
        """Squares in a block, parted into rooms."""
        rows, columns = self.rng.choice(_SHAPES)
        if self._crowded:
            rows, columns = self.rng.choice(_FEW)
        elif len(self.has.heroes) > 1 and rows * columns > 6:
            rows, columns = self.rng.choice(((2, 3), (2, 3), (3, 2), (2, 4)))
        parts = parted(self.rng, rows, columns)
        self.has.rooms = dict(zip("abcdefghijkl", parts, strict=False))
        self._say("board {")
        self._say('  draw """')
        for line in drawn(self.has.rooms, rows, columns):
            self._say(f"  {line}")
        self._say('  """')
        self._say("}")
        for name, part in self.has.rooms.items():
            self._say(f"room {name} at {', '.join(map(name_of, sorted(part)))}")

    def _starts(self) -> None:
        names = list(self.has.rooms)
        self.has.home = self.rng.choice(names[:2])
        squares = list(self.has.rooms[self.has.home])
        if len(squares) < len(self.has.heroes) or self._chance(0.2):
            squares = [s for part in self.has.rooms.values() for s in part]
        self.rng.shuffle(squares)
        begun = squares[: len(self.has.heroes)]
        self.begun = begun
        self.taken |= set(begun)
        if len(self.has.heroes) > 1 and self._chance(0.35):
            late = self._chance(0.35)
            for number, (hero, square) in enumerate(zip(self.has.heroes, begun, strict=True)):
                later = f" from round {self.rng.randint(2, 3)}" if late and number else ""
                self._say(f"start at {name_of(square)} for {hero}{later}")
        else:
            if self._chance(0.05) and len(squares) > len(begun):
                begun = squares[: len(begun) + 1]
                self.taken |= set(begun)
            self._say(f"start at {', '.join(map(name_of, begun))}")

    def _gates(self) -> None:
        """Gates between rooms that lie side by side: most pairs have one, few have two."""
        at = {square: name for name, part in self.has.rooms.items() for square in part}
        edges: dict[tuple[str, str], list[tuple[Square, Square]]] = {}
        for square, name in at.items():
            for other in near(square):
                if other in at and name < at[other]:
                    edges.setdefault((name, at[other]), []).append((square, other))
        keys = 0
        for (first, second), every in sorted(edges.items()):
            if not self._chance(0.95 if self.is_spoiled else 0.85):
                continue
            self.rng.shuffle(every)
            for edge in every[: 2 if self._chance(0.1) else 1]:
                one_way = f" from {self._side_of(first, second)}"
                place = f"{name_of(edge[0])}|{name_of(edge[1])}"
                if self._chance(0.11):
                    name = f"s{len(self.has.secrets) + 1}"
                    self.has.secrets.append(name)
                    self._say(f"secret {name} at {place}{one_way if self._chance(0.15) else ''}")
                    continue
                name = f"d{len(self.has.gates) + 1}"
                self.has.gates.append(name)
                self.sides[name] = set(edge)
                line = f"door {name} at {place}"
                kind = self.rng.choices(
                    ("shut", "open", "key", "hero", "both", "way", "only"),
                    (9, 3, 3, 0, 0, 4, 0) if self.is_spoiled else (8, 4, 7, 1, 1, 3, 1),
                )[0]
                key = f"k{self.rng.randint(1, keys) if keys and self._chance(0.45) else keys + 1}"
                spent = " spent" if self._chance(0.6) else ""
                hero = self.rng.choice(self.has.heroes if self._chance(0.8) else _HEROES)
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
        self.has.items += [f"k{number}" for number in range(1, keys + 1)]

    def _side_of(self, first: str, second: str) -> str:
        """The side from which a one-way gate leads: if little is to stand in the way, from home."""
        if self.is_spoiled and self.has.home in (first, second) and self._chance(0.8):
            return self.has.home
        return self.rng.choice((first, second))

    # -- what stands and lies on it ---------------------------------------------------

    def _free(self) -> Square | None:
        free = sorted({s for part in self.has.rooms.values() for s in part} - self.taken)
        return self.rng.choice(free) if free else None

    def _any(self) -> Square:
        return self.has.any_square(self.rng)

    def _things(self) -> None:
        for _ in range(self.rng.choices((0, 1, 2), (9, 7, 2))[0] or int(self._elsewhere)):
            square = self._free()
            if square is not None:
                name = f"z{len(self.has.figures) + 1}"
                kind = self.rng.choice(_FIGURES)
                if kind == "dwarf-revenant" and kind in self.has.kinds:
                    kind = "zombie"
                self.has.kinds.append(kind)
                self.has.figures.append(name)
                self.figure_squares.add(square)
                self.taken.add(square)
                self._say(f"{kind} {name} at {name_of(square)} facing west")
        for number in range(self.rng.choice((1, 1, 2)) if self._pushed else 0):
            square = self._free()
            if square is not None:
                self.taken.add(square)
                self.figure_squares.add(square)
                self.has.stones.append(f"b{number}")
                by = f" by {self.rng.choice(self.has.heroes)}" if self._chance(0.3) else ""
                kind = self.rng.choice(("pillar", "pillar", "rubble"))
                self._say(f"{kind} b{number} at {name_of(square)} pushed{by}")
        for share, word, prefix, names in (
            (0.3, "chest", "c", self.has.chests),
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
                self._say(f"{word} {name} at {name_of(square)}")
        if self._chance(0.15):
            self.taken |= self.marked
            first, second = self._free(), self._free()
            if first is not None and second is not None and first != second:
                self.taken |= {first, second}
                self.portals = {first, second}
                self._say(f"portal g1 at {name_of(first)} to g2")
                self._say(f"portal g2 at {name_of(second)}")

    def _items(self) -> None:
        if not self.has.items or (len(self.has.heroes) == 1 and self._chance(0.5)):
            self.has.items.append("cup")
        if len(self.has.items) < 2 and self._chance(0.15):
            self.has.items.append("bell")
        for item in self.has.items:
            square = self._any()
            places = ("floor", "chest", "figure", "pillar", "gift")
            weights = (9, 3, 3, 1, 0) if self.is_spoiled else (7, 3, 3, 1, 1)
            place = self.rng.choices(places, weights)[0]
            if place == "chest" and self.has.chests:
                self._say(f"item {item} in {self.rng.choice(self.has.chests)}")
            elif place == "figure" and self.has.figures:
                self._say(f"item {item} held by {self.rng.choice(self.has.figures)}")
            elif place == "pillar" and self.pillars:
                self._say(f"item {item} at {self.rng.choice(self.pillars)}")
            elif place == "gift":
                self._say(f"item {item}")
            elif square not in self.fixed | self.portals:
                self._say(f"item {item} at {name_of(square)}")
            else:
                self._say(f"item {item}")

    def _actions(self) -> None:
        for number in range(1, 1 + self.rng.choices((0, 1, 2), (8, 9, 2))[0]):
            name = f"pull{number}"
            place = self.rng.choice(self.marks) if self.marks and self._chance(0.4) else ""
            if not place:
                squares = {self._any(), self._any()} - self.portals or {self.begun[0]}
                gates = [gate for gate in self.has.gates if not self.sides[gate] & self.portals]
                places = [*map(name_of, sorted(squares)), *gates, *self.pillars]
                place = self.rng.choice(places)
            asked = f" when {self.asker.condition(1)}" if self._chance(0.25) else ""
            # Of a source of its own: all else stays as it was before.
            source = Random(f"{name} at {place} of {' '.join(self.lines)}")
            only = f" for {source.choice(self.has.heroes)}" if source.random() < _BY else ""
            if self.has.figures and source.random() < _AT_FIGURE:
                place = source.choice(self.has.figures)
            self.has.actions.append(name)
            self._say(f"action {name} at {place}{only}{asked}")

    # -- what happens -----------------------------------------------------------------

    def _templates(self) -> None:
        """A few patterns that often decide a quest."""
        if self.has.actions and self.has.gates and self._chance(0.3):
            shuts = self.rng.choice(("close", "close", "open", "open", "unlock"))
            self._event(
                f"when {self.has.actions[0]} done", [f"{shuts} {self.rng.choice(self.has.gates)}"]
            )
            self.wanted.append(f"{self.has.actions[0]} done")
        if self.has.gates and self._chance(0.1):
            square, gate = name_of(self._any()), self.rng.choice(self.has.gates)
            self._event(f"whenever any hero at {square}", [f"open {gate}"])
            self._event(f"whenever no hero at {square}", [f"close {gate}"])
        if self._chance(0.3):
            trigger = self.rng.choice(
                (
                    f"any hero in {self.rng.choice(list(self.has.rooms))}",
                    f"{self.rng.choice(list(self.has.rooms))} searched",
                    *(f"{item} taken" for item in self.has.items),
                    *(f"{figure} defeated" for figure in self.has.figures),
                )
            )
            shuts = [f"close {gate}" for gate in self.has.gates]
            falls = [self._fall() for _ in range(2)]
            takes = [f"take {item}" for item in self.has.items]
            self._event(f"when {trigger}", [self.rng.choice([*shuts, *falls, *takes])])
        if self.has.items and self._chance(0.3):
            item, who = self.rng.choice(self.has.items), self.rng.choice(("any hero", "all heroes"))
            self.wanted.append(f"any hero carries {item} and {who} in {self.has.home}")
        if self.has.figures and self.has.items and self._chance(0.15):
            self._event(
                f"when {self.has.figures[0]} defeated", [f"give {self.rng.choice(self.has.items)}"]
            )

    def _spoil(self) -> None:
        """A deed that nobody needs, or somebody does too soon, spoils what is wanted."""
        rooms = list(self.has.rooms)
        item = self.rng.choice(self.has.items)
        room = self.rng.choice([name for name in rooms if name != self.has.home] or rooms)
        hero = self.rng.choice(self.has.heroes)
        goals = [f"{room} searched", f"any hero in {room}", f"{hero} in {room}"]
        carried = f"any hero carries {item}"
        goals += [carried, f"{carried} and {hero} in {self.has.home}"]
        goals += [f"{action} done" for action in self.has.actions]
        goals += [f"{figure} defeated" for figure in self.has.figures]
        goals += [f"{stone} at {name_of(self._any())}" for stone in self.has.stones] * 6
        wanted = self.rng.sample(goals, 2)
        if len(self.has.heroes) == 1 and sum(" in " in goal for goal in wanted) > 1:
            wanted.pop()
        self.wanted.append(" and ".join(wanted))
        square = self._any()
        triggers = [f"{self.has.home} searched", f"{self.rng.choice(rooms)} searched"]
        triggers += [f"any hero at {name_of(square)}"] if square not in self.begun else []
        triggers += [f"any hero in {room}"]
        triggers += [f"{self.rng.choice(self.has.items)} taken"]
        triggers += [f"{gate} opened" for gate in self.has.gates[:2]]
        triggers += [f"{action} done" for action in self.has.actions] * 2
        triggers += [f"{figure} defeated" for figure in self.has.figures]
        triggers += [f"{self.rng.choice(self.has.heroes)} carries {item}", "round >= 3"]
        for chosen in self.rng.sample(triggers, self.rng.choice((1, 1, 2))):
            trigger = self.asker.or_wounded(chosen)
            spoils = [self._fall(), self._fall(), self._fall(), f"take {item}"]
            spoils += [f"close {gate}" for gate in self.has.gates[:2]]
            if len(self.has.heroes) > 1:
                spoils.append(f"remove {hero}")
            self._event(
                f"{self.rng.choice(('when', 'when', 'whenever'))} {trigger}",
                [self.rng.choice(spoils)],
            )

    def _event(self, when: str, effects: list[str]) -> None:
        name = f"e{len(self.has.events) + 1}"
        self.has.events.append(name)
        # Of a source of its own: all else stays as it was before.
        source = Random(f"{name} {when} of {' '.join(self.lines)}")
        self._say(f"event {name} {when} {{")
        for effect in self._with_receivers(effects, source):
            self._say(f"  {effect}")
        self._say("}")

    def _with_receivers(self, effects: list[str], source: Random) -> list[str]:
        """Effects of which some give an item to some members."""

        def receivers() -> str:
            return ", ".join(
                source.sample(self.has.heroes, min(len(self.has.heroes), source.choice(_TO)))
            )

        found = []
        for effect in effects:
            is_gift = effect.startswith("give ") and source.random() < _GIVEN_TO
            found.append(f"{effect} to {receivers()}" if is_gift else effect)
        if self.has.items and source.random() < _GIVEN_MORE:
            gift = f"give {source.choice(self.has.items)} to {receivers()}"
            found.insert(source.randint(0, len(found)), gift)
        return found

    def _events(self) -> None:
        weights = (8, 3, 1, 0, 0) if self.is_spoiled else (5, 5, 4, 2, 1)
        if self._crowded:
            weights = (0, 1, 5, 5, 3)
        for _ in range(self.rng.choices((0, 1, 2, 3, 4), weights)[0]):
            effects = [self._effect() for _ in range(self.rng.choice((1, 1, 1, 2, 3)))]
            when = "whenever" if self._chance(0.35) else "when"
            self._event(f"{when} {self.asker.condition(2)}", effects)
        # A board too small for any figure has none to raise.
        for _ in range(self.rng.choice((1, 1, 2)) if self._elsewhere and self.has.figures else 0):
            figure = self.rng.choice(self.has.figures)
            beaten = f"{figure} defeated"
            asked = self.rng.choice(
                (beaten, beaten, self.asker.asked(), f"{beaten} and {self.asker.asked()}")
            )
            effects = [f"raise {figure} at {name_of(self._any())} facing north"]
            if self._chance(0.3):
                effects.append(self._effect())
            self._event(f"{self.rng.choice(('when', 'when', 'whenever'))} {asked}", effects)

    def _fall(self) -> str:
        if self._pushed:
            # What falls where something is pushed about is not judged.
            self.has.flags += [] if "dust" in self.has.flags else ["dust"]
            return "set dust"
        squares = [s for part in self.has.rooms.values() for s in part]
        may = sorted(s for s in squares if s not in self.figure_squares)
        chosen = self.rng.sample(may, min(len(may), self.rng.choice((1, 1, 1, 2))))
        return f"block {', '.join(map(name_of, chosen))}"

    def _effect(self) -> str:
        gates = [*self.has.gates, *self.has.gates, *self.has.secrets]
        pool: list[tuple[int, str]] = [] if self._pushed else [(3, self._fall())]
        if gates:
            gate = self.rng.choice(gates)
            pool += [(4, f"open {gate}"), (2, f"reveal {self.rng.choice(list(self.has.rooms))}")]
        if self.has.gates:
            gate = self.rng.choice(self.has.gates)
            pool += [(4, f"close {gate}"), (2, f"unlock {gate}")]
        if self.has.secrets:
            pool.append((2, f"reveal {self.rng.choice(self.has.secrets)}"))
        if self.has.items:
            item = self.rng.choice(self.has.items)
            pool += [(3, f"give {item}"), (3, f"take {item}")]
        flag = self.rng.choice(("bell-rung", "dark"))
        pool.append((4, f"set {flag}"))
        open_squares = sorted(
            {s for part in self.has.rooms.values() for s in part} - self.figure_squares
        )
        if not self._pushed:
            pool.append((2, f"clear {name_of(self.rng.choice(open_squares))}"))
        pool.append((2, f"remove {self.rng.choice(self.has.heroes)}"))
        if self.has.figures:
            pool.append((1, f"remove {self.rng.choice(self.has.figures)}"))
        if self.pillars:
            pool += [(2, f"remove {self.rng.choice(self.pillars)}")]
        pool += [(1, "end overlord"), (1, "end heroes")]
        weights, effects = zip(*pool, strict=True)
        effect: str = self.rng.choices(effects, weights)[0]
        if effect.startswith("set ") and flag not in self.has.flags:
            self.has.flags.append(flag)
        # Of a source of its own: all else stays as it was before.
        source = Random(f"{effect} of {' '.join(self.lines)}")
        if self.has.figures and source.random() < _RAISED:
            figure = source.choice(self.has.figures)
            change = source.choice(
                ("armour 6", "armour 1", "damage-target 9", "armour 6, combat 1")
            )
            return source.choice((f"raise {figure}", f"change {figure} {change}"))
        return effect

    def _victories(self) -> None:
        for _ in range(1 if self.is_spoiled else self.rng.choices((1, 2), (4, 1))[0]):
            goal = self.wanted[0] if self.is_spoiled else self.asker.goal(self.wanted)
            if self._chance(0.1 if self.is_spoiled else 0.45):
                goal += f" and {self.asker.goal(self.wanted)}"
            if self._chance(0.04 if self.is_spoiled else 0.12):
                goal += f" and {self.asker.condition(1)}"
            self._say(f"victory heroes when {goal}")
        if self._chance(0.12 if self.is_spoiled else 0.22):
            self._say(f"victory overlord when {self.asker.condition(1)}")
        elif self._chance(0.05):
            self._say(f"victory overlord when round > {self.rng.randint(12, 15)}")
