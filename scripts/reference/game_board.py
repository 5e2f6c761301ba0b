"""What a game has for boards: ground, walls, maps, and what stands on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.geometry.cliffs import barrier_in_words
from questwright.compiler.geometry.crossings import time_in_words
from questwright.compiler.packs.system.system import Category, GateForm
from scripts.reference.markdown import code, codes, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.packs.system.crossings import CrossingKind
    from questwright.compiler.packs.system.system import GateKind, Kind, System, Terrain
    from questwright.compiler.packs.system.tiles import PrintedTile
    from questwright.compiler.packs.system.turns import TurnRules

_FORMS: Final = {
    GateForm.DOOR: "seen by all, and opened",
    GateForm.PASSAGE: "hidden until it is searched for",
    GateForm.WINDOW: "seen through, never walked through",
}

_GATE_COLUMNS: Final = (
    *("word", "title", "form", "opened by", "costs", "large figures", "only for"),
    *("in the box", "rules"),
)

_THINGS: Final = {
    Category.START: "Starts",
    Category.FURNITURE: "Furniture",
    Category.CONTAINER: "Containers",
    Category.OBSTACLE: "Obstacles",
    Category.PORTAL: "Portals",
    Category.TRAP: "Traps",
    Category.SPAWN_POINT: "Places where figures come into play",
    Category.TOKEN: "Tokens",
}
"""Everything that stands on a board but figures."""


def sections(system: System) -> Iterator[tuple[str, str]]:
    """The sections of a page, with their titles; empty where a game has no such thing."""
    yield (
        "Areas",
        table(
            ("word", "title", "closed on every side", "rules"),
            (
                (code(area.word), area.title, _yes(area.is_enclosed), rules(area.rules))
                for area in system.areas.values()
            ),
        ),
    )
    yield "Gates", _gates(system)
    yield (
        "Locks that are broken",
        table(
            ("word", "title", "numbers", "broken by", "how", "rules"),
            (
                (
                    code(lock.word),
                    lock.title,
                    codes(lock.values),
                    codes(lock.by),
                    lock.text,
                    rules(lock.rules),
                )
                for lock in system.locks.values()
            ),
        ),
    )
    yield (
        "Spells that lower locks",
        table(
            ("lock", "its number", "spell", "lowers it by", "cast by", "again after", "needs"),
            (
                (
                    code(lock.word),
                    code(lock.lowered.value),
                    spell.title,
                    str(spell.amount),
                    codes(spell.by),
                    "once" if spell.is_spare else f"{spell.rounds} round{'s' * (spell.rounds > 1)}",
                    code(spell.needs) if spell.needs else "",
                )
                for lock in system.locks.values()
                if lock.lowered is not None
                for spell in lock.lowered.spells
            ),
        ),
    )
    yield "Terrain", _terrain(system)
    yield (
        "Levels",
        table(
            ("word", "title", "height", "what it means", "rules"),
            (
                (
                    code(level.word),
                    level.title,
                    f"{level.height:+d}",
                    level.text,
                    rules(level.rules),
                )
                for level in system.levels.values()
            ),
        ),
    )
    yield (
        "Barriers",
        table(
            ("word", "title", "what it does", "besides", "rules"),
            (
                (
                    code(one.word),
                    titled(one.title, one.plural),
                    barrier_in_words(one),
                    one.text,
                    rules(one.rules),
                )
                for one in system.barriers.values()
            ),
        ),
    )
    yield "Crossings", _crossings(system)
    yield "Maps", _maps(system)
    yield (
        "Edges of maps",
        table(
            ("word", "title", "joined to", "rules"),
            (
                (code(join.word), join.title, codes(join.joins) or "nothing", rules(join.rules))
                for join in system.joins.values()
            ),
        ),
    )
    yield "Sections", _sections(system)
    for category, title in _THINGS.items():
        kinds = [kind for kind in system.kinds.values() if kind.category is category]
        yield title, _things(kinds, system)


def rules(ids: Sequence[str]) -> str:
    """The ids of some rules."""
    return ", ".join(ids)


def titled(one: str, several: str) -> str:
    """A printed name, and that of several."""
    return one if one == several else f"{one} / {several}"


def box(number: int | None) -> str:
    """How many are in the box."""
    return "no limit" if number is None else str(number)


def size(kind: Kind, system: System) -> str:
    """What a piece covers, if that is more than one cell."""
    width, height = kind.footprint
    if kind.base is not None:
        return f"{len(kind.base.beside) + 1} {system.grid.cells}"
    return f"{width}x{height}" if (width, height) != (1, 1) else ""


def placing(kind: Kind) -> str:
    """Where a thing may be set up, and how it is taken away."""
    asked = kind.placing
    told = [f"in one of {asked.hidden_in} places"] * bool(asked.hidden_in)
    told += [f"needs {codes(asked.needs)}"] * bool(asked.needs)
    told += [f"kept free of {codes(asked.kept_free_of)}"] * bool(asked.kept_free_of)
    told += [f"shares the counters of {code(asked.counters)}"] * (
        asked.counters not in ("", kind.word)
    )
    if asked.clearing is not None:
        told.append(f"“{asked.clearing.title}” takes it away")
    return ", ".join(told)


def _yes(is_so: bool) -> str:  # noqa: FBT001 - a cell of a table
    return "yes" if is_so else ""


def _gates(system: System) -> str:
    return table(
        _GATE_COLUMNS,
        (
            (
                code(gate.word),
                titled(gate.title, gate.plural),
                _FORMS[gate.form] + _standing(gate, system),
                codes(gate.opened_by),
                _gate_costs(gate),
                "pass" if gate.passes_large else "do not pass",
                codes(gate.only),
                box(gate.box),
                rules(gate.rules),
            )
            for gate in system.gates.values()
        ),
    )


def _standing(gate: GateKind, system: System) -> str:
    told = ""
    if gate.footprint is not None:
        told = "; on {}x{} {}, taken away when opened".format(*gate.footprint, system.grid.cells)
    return told + ("; always locked" if gate.is_locked else "")


def _gate_costs(gate: GateKind) -> str:
    told = [f"{gate.move_cost} of a move"] * bool(gate.move_cost)
    told += [f"{gate.action_cost} action{'s' * (gate.action_cost > 1)}"] * bool(gate.action_cost)
    return ", ".join(told)


def _terrain(system: System) -> str:
    return table(
        ("word", "title", "cost of a move", "closed to", "more", "rules"),
        (
            (
                code(terrain.word),
                terrain.title,
                _entering(terrain),
                codes(terrain.closed_to),
                _more(terrain),
                rules(terrain.rules),
            )
            for terrain in system.terrains.values()
        ),
    )


def _entering(terrain: Terrain) -> str:
    others = (f"{cost} for {code(word)}" for word, cost in terrain.costs.items())
    return ", ".join((str(terrain.cost), *others))


def _more(terrain: Terrain) -> str:
    told = ["joins levels"] * terrain.joins_levels
    told += [f"holds {terrain.holds} figures"] * (terrain.holds > 1)
    told += [f"not entered from {codes(terrain.apart_from)}"] * bool(terrain.apart_from)
    told += [f"except by {codes(terrain.climbed_by)}"] * bool(terrain.climbed_by)
    told += [f"entered by all with {codes(terrain.entered_with)}"] * bool(terrain.entered_with)
    more = ", ".join(told)
    return ". ".join(one for one in (more, terrain.text) if one)


def _crossings(system: System) -> str:
    return table(
        ("word", "title", "takes", "only for", "more", "rules"),
        (
            (
                code(one.word),
                titled(one.title, one.plural),
                _time(one, system.turns),
                codes(one.only),
                _vessel(one),
                rules(one.rules),
            )
            for one in system.crossings.values()
        ),
    )


def _time(kind: CrossingKind, turns: TurnRules) -> str:
    least = "at least " if kind.rounds else ""
    step = f", a multiple of {kind.rounds_step}" if kind.rounds_step > 1 else ""
    return f"{least}{time_in_words(kind.rounds, kind.cost, turns)}{step}"


def _vessel(kind: CrossingKind) -> str:
    told = ["one way"] * kind.is_one_way
    told += ["launched at its first end"] * kind.is_vessel
    told += [f"{kind.seats} seats"] if kind.seats is not None else []
    told += [f"rowed {kind.rows} cells a round over {codes(kind.floats_on)}"] * bool(kind.rows)
    told += [f"lands on {codes(kind.lands_on)}"] * bool(kind.lands_on)
    more = ", ".join(told)
    return ". ".join(one for one in (more, kind.text) if one)


def _sections(system: System) -> str:
    """The sorts of sections that boards are dealt from, with their cards."""
    return table(
        ("word", "title", "cards", "more", "rules"),
        (
            (
                code(sort.word),
                titled(sort.title, sort.plural),
                ", ".join(
                    f"{tile.cards} {code(tile.word)}"
                    for tile in system.tiles.values()
                    if tile.section == sort.word and tile.cards
                ),
                ", ".join(
                    ["the quest is decided there"] * sort.is_objective
                    + ["divides the deck"] * sort.divides
                    + ["meets an event"] * sort.meets
                ),
                rules(sort.rules),
            )
            for sort in system.sections.values()
        ),
    )


def _maps(system: System) -> str:
    return table(
        ("word", "title", "edges", "not for", "in the box", "rules"),
        (
            (
                code(tile.word),
                tile.title,
                _edges(tile),
                codes(tile.not_for),
                box(tile.box),
                rules(tile.rules),
            )
            for tile in system.tiles.values()
        ),
    )


def _edges(tile: PrintedTile) -> str:
    return ", ".join(
        f"{side.side}{f' ({side.name})' if side.name else ''}: {code(side.join)}"
        for side in tile.sides
        if side.join
    )


def _things(kinds: Sequence[Kind], system: System) -> str:
    return table(
        ("word", "title", "size", "in the box", "more", "rules"),
        (
            (
                code(f"{kind.group} {kind.word}".strip()),
                titled(kind.title, kind.plural),
                size(kind, system),
                _of_which(kind),
                ", ".join(
                    one for one in ("sight stops at it" * kind.is_high, placing(kind)) if one
                ),
                rules(kind.rules),
            )
            for kind in kinds
        ),
    )


def _of_which(kind: Kind) -> str:
    false = "" if kind.real is None else f", {kind.real} of them real"
    return f"{box(kind.box)}{false}"
