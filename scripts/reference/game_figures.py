"""Who plays in a game: figures with their values, specials, jumps, spells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.geometry.cliffs import jump_of, results_in_words
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.casting import Does
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.chapter.aids import cell_text
from scripts.reference.game_board import box, placing, rules, size, titled
from scripts.reference.markdown import code, codes, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from questwright.compiler.packs.system.casting import Spell
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.values import Column, Sourced

_COLUMNS: Final = (
    *("word", "title", "side", "rank", "size", "in the box", "specials", "more"),
    "rules",
)

_BY_CELL: Final = (Does.TELEPORT, Does.LEVITATE)
_BY_MOVE: Final = (Does.QUICKEN, Does.HASTEN)


def sections(system: System) -> Iterator[tuple[str, str]]:
    """The sections of a page, with their titles; empty where a game has no such thing."""
    figures = [kind for kind in system.kinds.values() if kind.category is Category.FIGURE]
    yield "Figures", _figures(figures, system)
    yield "Values of figures", _values(figures, system)
    yield (
        "Specials",
        table(
            ("word", "title", "for", "what it does", "rules"),
            (
                (code(one.word), one.title, codes(one.ranks), one.text, rules(one.rules))
                for one in system.specials.values()
            ),
        ),
    )
    yield "Jumps", _jumps(figures, system)
    yield "Spells", _spells(figures, system)


def _figures(figures: Sequence[Kind], system: System) -> str:
    return table(
        _COLUMNS,
        (
            (
                code(kind.word),
                titled(kind.title, kind.plural),
                code(kind.side),
                code(kind.rank),
                size(kind, system),
                box(kind.box),
                codes(special.word for special in kind.specials),
                placing(kind),
                rules(kind.rules),
            )
            for kind in figures
        ),
    )


def _values(figures: Sequence[Kind], system: System) -> str:
    """A table for each rank, since ranks have values of their own."""
    ranks = dict.fromkeys(kind.rank for kind in figures)
    parts = []
    for rank in ranks:
        kinds = [kind for kind in figures if kind.rank == rank]
        values = table(
            ("word", *map(_heading, system.columns), "source"),
            (
                (
                    code(kind.word),
                    *(_value(kind.values.get(column.value), system) for column in system.columns),
                    _sources(kind.values, system.columns),
                )
                for kind in kinds
            ),
        )
        parts += [f"### Values of the rank `{rank}`", values]
    return "\n\n".join(parts)


def _heading(column: Column) -> str:
    return f"{column.title} `{column.value}`"


def _value(value: Sourced | None, system: System) -> str:
    return "" if value is None else cell_text(value.value, system)


def _sources(values: Mapping[str, Sourced], columns: Sequence[Column]) -> str:
    """Where values come from: the source of most of them, then those that differ."""
    shown = [column.value for column in columns if column.value in values]
    by_source: dict[str, list[str]] = {}
    for name in shown:
        value = values[name]
        by_source.setdefault(value.rule or value.source, []).append(name)
    ordered = sorted(by_source.items(), key=lambda one: -len(one[1]))
    return "; ".join(
        source if not at else f"{codes(names)}: {source}"
        for at, (source, names) in enumerate(ordered)
    )


def _jumps(figures: Sequence[Kind], system: System) -> str:
    return table(
        ("word", "title", "what comes of it", "who jumps so", "rules"),
        (
            (
                code(jump.word),
                jump.title,
                results_in_words(jump),
                codes(kind.word for kind in figures if jump_of(kind, system) is jump),
                rules(jump.rules),
            )
            for jump in system.jumps.values()
        ),
    )


def _spells(figures: Sequence[Kind], system: System) -> str:
    casting = system.casting
    if casting is None:
        return ""
    party = (kind for kind in figures if kind.side == system.party.word)
    casters = codes(
        kind.word for kind in party if any(is_called(kind, word) for word in casting.by)
    )
    return (
        "The spells by which a member of the party gets to where nobody walks. They are cast by "
        f"{casters}. A caster has {casting.points} points for each level, and rolls a "
        f"d{casting.die}.\n\n"
        + table(
            ("word", "title", "points", "from level", "cast on", "not on", "barred by", "pieces"),
            (
                (
                    code(spell.word),
                    spell.title,
                    _points(spell, system),
                    spell.level,
                    codes(spell.targets),
                    codes(spell.not_for),
                    codes(spell.unless),
                    ", ".join(
                        f"{many} with {code(word)}" if word else str(many)
                        for word, many in spell.box
                    ),
                )
                for spell in casting.spells
            ),
        )
    )


def _points(spell: Spell, system: System) -> str:
    if spell.does in _BY_CELL:
        return f"{spell.points} for each {system.grid.cell}"
    if spell.does in _BY_MOVE:
        return f"{spell.points} for each point of a move"
    return str(spell.points)
