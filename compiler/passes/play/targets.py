"""Resolve what effects change: gates, areas, things, items, members and flags by their names."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.model.words import gear_called, title_from_id
from questwright.dsl.diagnostics import Label
from questwright.dsl.syntax import Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.names import Symbol
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.compiler.passes.play.gifts import GiftResolver
    from questwright.dsl.syntax import Statement, Value


class TargetResolver:
    """Resolves what the effects of one quest change, by the names that it has."""

    __slots__ = (
        "_board",
        "_findings",
        "_gifts",
        "_names",
        "_party",
        "_places",
        "_system",
        "_things",
    )

    def __init__(self, conditions: ConditionResolver, gifts: GiftResolver) -> None:
        self._system = conditions.system
        self._board = conditions.board
        self._things = conditions.things
        self._party = conditions.party
        self._names = conditions.names
        self._findings = conditions.findings
        self._places = conditions.places
        self._gifts = gifts

    def resolve(
        self, kind: EffectKind, value: Value, sorts: tuple[SymbolSort, ...], statement: Statement
    ) -> list[Effect]:
        """Return the effects on what a value names; none after a finding."""
        if type(value) is Name:
            return self._named(kind, value, sorts, statement)
        self._findings.add(codes.SURPLUS_PART, f"`{kind}` takes a name", value.span, "not a name")
        return []

    def _named(
        self, kind: EffectKind, name: Name, sorts: tuple[SymbolSort, ...], statement: Statement
    ) -> list[Effect]:
        if kind is EffectKind.GIVE and self._names.get(name.text) is None:
            return self._gifts.named(name, statement.span)
        if kind is EffectKind.REMOVE and self._names.get(name.text) is None:
            members = [member for member in self._party if member.word == name.text]
            if members:
                return [
                    Effect(kind, member.word, member.title, 1, 0, "", "", (), statement.span)
                    for member in members
                ]
        symbol = self._names.find(name, *sorts)
        if symbol is None or (kind is EffectKind.CLOSE and self._is_taken_away(symbol, name)):
            return []
        if kind is EffectKind.UNLOCK and (
            self._has_no_lock(symbol, name) or self._is_not_opened(symbol, name)
        ):
            return []
        if symbol.sort is SymbolSort.ITEM and len(symbol.ids) > 1:
            if kind is EffectKind.GIVE:
                return self._gifts.pieces(name, 1, statement.span)
            return self._gifts.untakeable(name)
        return [
            Effect(
                kind,
                id_,
                self._title(symbol.sort, id_),
                1,
                self._places.cells_of(symbol),
                "",
                "",
                (),
                statement.span,
                moving=self._places.moving(0, symbol),
            )
            for id_ in symbol.ids
        ]

    def _has_no_lock(self, symbol: Symbol, name: Name) -> bool:
        """Report a thing that no lock keeps shut."""
        things = [self._things[id_] for id_ in symbol.ids if id_ in self._things]
        if symbol.sort is not SymbolSort.THING or all(thing.lock for thing in things):
            return False
        self._findings.add(
            codes.WRONG_KIND,
            f"`{name.text}` has no lock",
            name.span,
            "not locked",
            related=(Label(things[0].origin, "stands here"),),
            help="only gates and locked containers are unlocked",
        )
        return True

    def _is_not_opened(self, symbol: Symbol, name: Name) -> bool:
        """Report a gate that nobody of the party opens, whether it is locked or not."""
        gates = [gate for gate in self._board.gates if gate.id in symbol.ids]
        shut = [gate for gate in gates if gate.lock is not None and gate.lock.sides is not None]
        if symbol.sort is not SymbolSort.GATE or not shut:
            return False
        self._findings.add(
            codes.WRONG_KIND,
            f"nobody of the party opens `{name.text}`, locked or not",
            name.span,
            "of no use",
            related=(Label(shut[0].origin, "stands here"),),
            help=f"write `open {name.text}`",
        )
        return True

    def _is_taken_away(self, symbol: Symbol, name: Name) -> bool:
        """Report a gate that nothing shuts: it stands on cells, and is gone once it is opened."""
        gates = [gate for gate in self._board.gates if gate.id in symbol.ids and gate.cells]
        if symbol.sort is not SymbolSort.GATE or not gates:
            return False
        self._findings.add(
            codes.WRONG_KIND,
            f"nothing shuts `{name.text}` again",
            name.span,
            "taken away when it is opened",
            related=(Label(gates[0].origin, "stands here"),),
            reason=f"a `{gates[0].kind.word}` stands on its {self._findings.cells}",
            help=f"`block` the {self._findings.cells} instead, if something falls there",
        )
        return True

    def _title(self, sort: SymbolSort, id_: str) -> str:
        if sort in (SymbolSort.AREA, SymbolSort.GATE, SymbolSort.CROSSING):
            return self._board.titles.get(id_, id_)
        if sort is SymbolSort.THING and id_ in self._things:
            return self._things[id_].title
        gear = gear_called(id_, self._system)
        return gear.title if gear else title_from_id(id_)
