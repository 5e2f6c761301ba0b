"""Conditions of the random quests of `witness_quests`."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from oracle.witness_squares import Square, name_of

_WOUNDED = 0.12
"""So many of the conditions ask what has become of members."""


@dataclass
class Parts:
    """What a quest has by now: the names of its parts, and the squares of its rooms."""

    rooms: dict[str, list[Square]] = field(default_factory=dict)
    home: str = ""
    """The room in which the party begins."""
    heroes: list[str] = field(default_factory=list)
    gates: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    """The kind of each figure."""
    chests: list[str] = field(default_factory=list)
    stones: list[str] = field(default_factory=list)
    """What is pushed about."""
    actions: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    def any_square(self, rng: Random) -> Square:
        """Some square of some room."""
        return rng.choice(sorted(s for part in self.rooms.values() for s in part))


class Asker:
    """Makes conditions of what a quest has, by the choices of a random generator."""

    def __init__(self, rng: Random, has: Parts, lines: list[str]) -> None:
        """``lines`` are those of the quest that are written by now."""
        self._rng = rng
        self._has = has
        self._lines = lines

    def condition(self, depth: int) -> str:
        """A condition of up to so many levels of `and` and `or`."""
        if depth > 0 and self._rng.random() < 0.35:
            parts = [self.condition(depth - 1) for _ in range(2)]
            word = self._rng.choice(("and", "and", "or"))
            return f"({f' {word} '.join(parts)})"
        asked = self.asked()
        return f"not {asked}" if self._rng.random() < 0.12 else asked

    def _who(self) -> str:
        pool = ["any hero"] * 4 + ["no hero", "all heroes", "heroes", *self._has.heroes]
        if len(self._has.heroes) > 1:
            pool += ["2 heroes"]
        return self._rng.choice(pool)

    def asked(self) -> str:
        """One fact that a condition may ask for."""
        room = self._rng.choice(list(self._has.rooms))
        squares = ", ".join(
            name_of(self._has.any_square(self._rng)) for _ in range(self._rng.choice((1, 1, 2)))
        )
        pool = [
            (6, f"{self._who()} in {room}"),
            (5, f"{self._who()} at {squares}"),
            (2, f"{room} revealed"),
            (2, f"{room} searched"),
            (1, f"{room} cleared"),
            (1, f"round {self._rng.choice(('>=', '>=', '=', '<', '>'))} {self._rng.randint(2, 3)}"),
        ]
        if self._has.stones:
            stone, square = self._rng.choice(self._has.stones), self._has.any_square(self._rng)
            pool.append((12, f"{stone} at {name_of(square)}"))
        if self._has.gates:
            gate = self._rng.choice(self._has.gates)
            pool += [(2, f"{gate} opened"), (1, f"{gate} closed")]
        if self._has.secrets:
            pool.append((2, f"{self._rng.choice(self._has.secrets)} found"))
        if self._has.items:
            item = self._rng.choice(self._has.items)
            who = self._rng.choice(
                ("any hero", "any hero", "no hero", "all heroes", *self._has.heroes)
            )
            pool += [(4, f"{item} taken"), (4, f"{who} carries {item}")]
        if self._has.figures:
            many = self._rng.choice(("all monsters", "any monster", f"all {self._has.kinds[0]}s"))
            pool += [
                (3, f"{self._rng.choice(self._has.figures)} defeated"),
                (1, f"{many} defeated"),
            ]
        if self._has.chests:
            pool.append((3, f"{self._rng.choice(self._has.chests)} searched"))
        if self._has.actions:
            pool.append((5, f"{self._rng.choice(self._has.actions)} done"))
        if self._has.events:
            pool.append((2, f"{self._rng.choice(self._has.events)} happened"))
        if self._has.flags:
            pool.append((4, f"{self._rng.choice(self._has.flags)} set"))
        weights, asked = zip(*pool, strict=True)
        found: str = self._rng.choices(asked, weights)[0]
        return self.or_wounded(found)

    def or_wounded(self, asked: str) -> str:
        """A condition, or now and then what has become of members instead."""
        # Of a source of its own: all else stays as it was before.
        source = Random(f"{asked} of {' '.join(self._lines)}")
        if source.random() >= _WOUNDED:
            return asked
        who = source.choice(("any hero", "any hero", "no hero", "all heroes", *self._has.heroes))
        return f"{who} {source.choice(('crippled', 'crippled', 'exhausted', 'injured'))}"

    def goal(self, wanted: list[str]) -> str:
        """A condition that is not often true when play begins; most often one that is wanted."""
        far = [name for name in self._has.rooms if name != self._has.home]
        room = self._rng.choice(far or list(self._has.rooms))
        pool = [f"any hero in {room}", f"all heroes in {room}", f"{room} searched"]
        pool += [f"{self._rng.choice(self._has.heroes)} in {room}"]
        pool += [f"any hero carries {item}" for item in self._has.items]
        pool += [f"{item} taken" for item in self._has.items]
        pool += [f"{action} done" for action in self._has.actions]
        pool += [f"{figure} defeated" for figure in self._has.figures]
        pool += [f"{chest} searched" for chest in self._has.chests]
        pool += [f"{flag} set" for flag in self._has.flags]
        return self._rng.choice([*pool, *wanted * 4])
