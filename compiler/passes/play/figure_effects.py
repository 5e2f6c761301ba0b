"""Resolve the effects that change a figure: it stands again, stays somewhere, has other values.

A tool of the pass that reads effects. Takes statements of a block. Returns Effects.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.most import is_too_much
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.play.stations import station_of
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.syntax import Name, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.quest import Thing
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.dsl.syntax import Item, Statement, Value

_MOST = 99
"""No value of a figure is more."""


class FigureEffects:
    """Resolves these effects in one quest."""

    __slots__ = ("_board", "_findings", "_names", "_places", "_system", "_things")

    def __init__(self, conditions: ConditionResolver) -> None:
        self._system = conditions.system
        self._board = conditions.board
        self._things = conditions.things
        self._names = conditions.names
        self._findings = conditions.findings
        self._places = conditions.places

    def of(self, kind: EffectKind, statement: Statement) -> list[Effect]:
        """The effects of one statement: one for each figure that it names."""
        taken = StatementReader(statement, self._findings)
        within = taken.clause("in", "at") if kind is EffectKind.KEEP else None
        items = statement.items
        taken.rest()
        if kind is EffectKind.RAISE and items:
            return self._raised(statement, taken)
        taken.finish(f"write it like `{self._like(kind)}`")
        if not items:
            return self._missing(kind, statement, f"`{kind}` does not say what", "no figure")
        cells, place = 0, ""
        if kind is EffectKind.KEEP:
            if within is None:
                where = "`keep` does not say where"
                return self._missing(kind, statement, where, "no place")
            found = self._places.resolve(within, statement.span)
            if found is None:
                return []
            cells, place, _ = found
        if kind is EffectKind.CHANGE:
            return self._changed(statement)
        named = [value for item in items for value in item]
        figures = [thing for value in named for thing in self._figures(value, kind)]
        return [
            Effect(kind, own.id, own.title, 1, cells, place, "", (), statement.span)
            for own in figures
        ]

    # -- who stands again ---------------------------------------------------------------------

    def _raised(self, statement: Statement, taken: StatementReader) -> list[Effect]:
        """The figures that stand again: each where the map has it, or the only one elsewhere."""
        named = [value for item in statement.items for value in item]
        figures = [own for value in named for own in self._figures(value, EffectKind.RAISE)]
        at, turned = taken.clause("at"), taken.clause("facing") if figures else None
        taken.finish(f"write it like `{self._like(EffectKind.RAISE)}`")
        found = [
            Effect(EffectKind.RAISE, own.id, own.title, 1, own.mask, "", "", (), statement.span)
            for own in figures
        ]
        if turned is not None and at is None:
            where = "`facing` says how a figure stands somewhere else"
            return self._missing(EffectKind.RAISE, statement, where, "no place")
        if at is None or not figures:
            return found
        if len(figures) > 1:
            self._findings.add(
                codes.SURPLUS_PART,
                "only one figure at a time stands again somewhere else",
                at.span,
                f"{len(figures)} figures are raised here",
                help="write a `raise` for each of them",
            )
            return []
        place = self._places.resolve(at, statement.span, on_floor=True)
        if place is None:
            return []
        scene = (self._board, self._things.values(), self._system, self._findings)
        station = station_of(figures[0], place, statement, *scene)
        if station is None:
            return []
        return [found[0]._replace(cells=station.mask, place=place.words, facing=station.facing)]

    # -- other values -------------------------------------------------------------------------

    def _changed(self, statement: Statement) -> list[Effect]:
        """The figure that has other values, and those: ``othrek armour 2, combat 3``."""
        (first, *rest), *others = statement.items
        figures = self._figures(first, EffectKind.CHANGE)
        pairs: list[Item] = [tuple(rest), *others]
        found = []
        for thing in figures:
            values = [own for pair in pairs for own in self._value(pair, thing, statement)]
            if len(values) == len(pairs):
                effect = Effect(
                    EffectKind.CHANGE, thing.id, thing.title, 1, 0, "", "", (), statement.span
                )
                found.append(effect._replace(values=tuple(values)))
        return found

    def _value(self, pair: Item, thing: Thing, statement: Statement) -> Iterator[tuple[str, int]]:
        name, number = pair if len(pair) == 2 else (None, None)
        if type(name) is not Name or type(number) is not Number:
            self._missing(
                EffectKind.CHANGE,
                statement,
                "`change` does not say which value is what from then on",
                "a value and a number are missing",
            )
            return
        known = [word for word, own in thing.kind.values.items() if type(own.value) is int]
        if name.text not in known:
            self._findings.add(
                codes.UNKNOWN_WORD,
                f"{thing.title} has no value `{name.text}` that is a number",
                name.span,
                "unknown",
                help=did_you_mean(name.text, known) or f"there is {listed(known)}",
            )
        elif not 0 <= number.value <= _MOST:
            self._findings.add(
                codes.BAD_NUMBER,
                f"{number.value} is no value of a figure",
                number.span,
                f"from 0 to {_MOST}",
            )
        elif not is_too_much(name.text, number, self._system.columns, self._findings):
            yield name.text, number.value

    def _figures(self, value: Value, kind: EffectKind) -> list[Thing]:
        """The figures of other sides on the board that a name means."""
        if type(value) is not Name:
            self._findings.add(
                codes.SURPLUS_PART, f"`{kind}` takes the name of a figure", value.span, "not a name"
            )
            return []
        symbol = self._names.find(value, SymbolSort.THING)
        if symbol is None:
            return []
        party = self._system.party.word
        things = [self._things[id_] for id_ in symbol.ids if id_ in self._things]
        able = [
            thing
            for thing in things
            if thing.kind.category is Category.FIGURE and thing.kind.side != party
        ]
        if not able:
            self._findings.add(
                codes.WRONG_KIND,
                f"`{value.text}` is no figure of another side",
                value.span,
                symbol.described,
                help=f"`{kind}` is about a figure that stands on the board",
            )
        return able

    def _missing(
        self, kind: EffectKind, statement: Statement, message: str, label: str
    ) -> list[Effect]:
        help_ = f"write it like `{self._like(kind)}`"
        self._findings.add(codes.MISSING_PART, message, statement.span, label, help=help_)
        return []

    def _like(self, kind: EffectKind) -> str:
        """An example of an effect, of this quest where it has a figure with a name."""
        party = self._system.party.word
        foes = (
            thing
            for thing in self._things.values()
            if thing.is_named
            and thing.kind.category is Category.FIGURE
            and thing.kind.side != party
        )
        foe = next(foes, None)
        name = foe.id if foe is not None else "a-figure"
        values = foe.kind.values.items() if foe is not None else ()
        word = next((word for word, own in values if type(own.value) is int), "value")
        return {
            EffectKind.RAISE: f"raise {name}",
            EffectKind.KEEP: f"keep {name} in a-room",
        }.get(kind, f"change {name} {word} 2")
