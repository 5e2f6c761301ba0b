"""Resolve the effects of events and of table rows.

A tool of the passes that read events and tables. Takes the statements of a block. Returns Effects
with resolved names, squares and titles.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.frontend.outline import StatementReader, values_of
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.model.words import gear_called, title_from_id, usual_foe
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.play.gifts import GiftResolver
from questwright.compiler.passes.things.read_specials import read_specials
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.prose import read_prose
from questwright.dsl.syntax import Clause, Form, Name, Node, Number, Prose, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.frontend.names import Symbol
    from questwright.compiler.model.quest import Item
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.dsl import syntax
    from questwright.dsl.syntax import Value

ALLOWED_IN_EVENTS = (
    "an event may `read`, `give`, `take`, `spawn`, `reveal`, `open`, `unlock`, `close`, `set`, "
    "`clear`, `block`, `remove`, `raise`, `keep`, `change`, `trigger` and `end`"
)
"""The statements that a block of effects may have, for the help of findings."""
_CAN_SPAWN = (Category.FIGURE, Category.SPAWN_POINT)
"""The categories of kinds that an event may bring into play."""


class EffectResolver:
    """Resolves the effects of events and of table rows in one quest."""

    __slots__ = (
        "_board",
        "_conditions",
        "_findings",
        "_gifts",
        "_names",
        "_party",
        "_places",
        "_system",
        "_things",
    )

    def __init__(self, conditions: ConditionResolver, items: Iterable[Item] = ()) -> None:
        self._conditions = conditions
        self._system = conditions.system
        self._board = conditions.board
        self._things = conditions.things
        self._party = conditions.party
        self._names = conditions.names
        self._findings = conditions.findings
        self._gifts = GiftResolver(conditions.system, conditions.names, conditions.findings, items)
        self._places = conditions.places

    def finish(self) -> None:
        """Report what no effect has done that one should have."""
        self._gifts.check_all_had()

    def block(self, body: Iterable[Node]) -> tuple[Effect, ...]:
        """Return the effects of the statements in a block, in their order."""
        return tuple(effect for node in body for effect in self._effects(node))

    def _effects(self, node: Node) -> list[Effect]:
        if isinstance(node, Prose):
            if node.word.text not in ("read", "note", "rule"):
                self._not_here(node.word)
                return []
            blocks, findings = read_prose(node.text)
            self._findings.extend(findings)
            kind = EffectKind.READ if node.word.text == "read" else EffectKind.NOTE
            return [Effect(kind, "", "", 1, 0, "", "", blocks, node.span)]
        if isinstance(node, Statement):
            if node.form is Form.SPAWN:
                return self._spawn(node)
            if node.form is Form.EFFECT:
                return self._effect(node)
            self._not_here(node.head)
            return []
        self._findings.add(
            codes.MISPLACED,
            "this does not belong in an event",
            node.span,
            "misplaced",
            help=ALLOWED_IN_EVENTS,
        )
        return []

    def _not_here(self, word: Name) -> None:
        self._findings.add(
            codes.MISPLACED,
            f"`{word.text}` does not belong in an event",
            word.span,
            "misplaced",
            help=ALLOWED_IN_EVENTS,
        )

    def _effect(self, statement: Statement) -> list[Effect]:
        self._says_when(statement)
        taken = StatementReader(statement, self._findings)
        kind = EffectKind(statement.head.text)
        found: list[Effect] = []
        if kind in (EffectKind.CLEAR, EffectKind.BLOCK):
            taken.rest()
            taken.finish(f"write it like `{kind} C4` or `{kind} C4..D6`", has_title=False)
            at = Clause(statement.head, statement.items, (), statement.span)
            place = self._places.resolve(at, statement.span, on_floor=True)
            if place is not None:
                cells, words, moving = place
                found.append(
                    Effect(kind, "", "", 1, cells, words, "", (), statement.span, moving=moving)
                )
            return found
        if kind in (EffectKind.RAISE, EffectKind.KEEP, EffectKind.CHANGE):
            # Loaded here: few quests change figures.
            from questwright.compiler.passes.play.figure_effects import FigureEffects

            return FigureEffects(self._conditions).of(kind, statement)
        sorts = {
            EffectKind.TAKE: (SymbolSort.ITEM,),
            EffectKind.REVEAL: (SymbolSort.AREA, SymbolSort.GATE),
            EffectKind.OPEN: (SymbolSort.GATE, SymbolSort.CROSSING),
            EffectKind.UNLOCK: (SymbolSort.GATE, SymbolSort.THING),
            EffectKind.CLOSE: (SymbolSort.GATE, SymbolSort.CROSSING),
            EffectKind.SET: (SymbolSort.FLAG,),
            EffectKind.REMOVE: (SymbolSort.THING,),
            EffectKind.TRIGGER: (SymbolSort.THING,),
        }.get(kind, ())
        values = taken.rest()
        if kind is EffectKind.GIVE:
            return self._give(statement, taken, values)
        taken.finish(f"write it like `{kind} a-name`", has_title=False)
        if kind is EffectKind.TRIGGER and len(values) == 1:
            word = values[0]
            if type(word) is Name and word.text == "trap":
                return [Effect(kind, "trap", "a trap", 1, 0, "", "", (), statement.span)]
        if kind is EffectKind.END:
            winner = values[0] if values else None
            side = self._system.sides.get(winner.text) if type(winner) is Name else None
            if side is None:
                self._findings.add(
                    codes.MISSING_PART,
                    "this does not say who wins",
                    statement.span,
                    "no side",
                    help=(
                        did_you_mean(winner.text, self._system.sides)
                        if isinstance(winner, Name)
                        else None
                    )
                    or f"write `end {self._system.party.word}` where that side wins",
                )
                return []
            return [Effect(kind, side.word, side.title, 1, 0, "", "", (), statement.span)]
        self._need_a_name(kind, values, statement)
        for value in values:
            found.extend(self._each(kind, value, sorts, statement))
        return found

    def _says_when(self, statement: Statement) -> None:
        """Report an effect with a condition of its own."""
        if statement.condition is not None:
            self._findings.add(
                codes.SURPLUS_PART,
                f"`{statement.head.text}` does not take `when`",
                statement.condition.span,
                "the event says when",
                help="write an event of its own: `event when … { … }`",
            )

    def _need_a_name(self, kind: EffectKind, values: list[Value], statement: Statement) -> None:
        if not values:
            self._findings.add(
                codes.MISSING_PART,
                f"`{kind}` does not say what",
                statement.span,
                "no name",
            )

    def _each(
        self, kind: EffectKind, value: Value, sorts: tuple[SymbolSort, ...], statement: Statement
    ) -> list[Effect]:
        if type(value) is Name:
            return self._resolve_target(kind, value, sorts, statement)
        self._findings.add(codes.SURPLUS_PART, f"`{kind}` takes a name", value.span, "not a name")
        return []

    def _give(
        self, statement: Statement, taken: StatementReader, values: list[Value]
    ) -> list[Effect]:
        """Return the effects of gifts: ``25 gold``, ``2 exploration``, ``sun-blade to madriga``."""
        clause = taken.clause("to")
        taken.finish("write it like `give iron-key`", has_title=False)
        self._need_a_name(EffectKind.GIVE, values, statement)
        found = [effect for gift in statement.items for effect in self._gift(gift, statement)]
        return found if clause is None else self._gifts.received(found, clause, self._party)

    def _gift(self, gift: syntax.Item, statement: Statement) -> list[Effect]:
        first, *rest = gift
        if isinstance(first, Number):
            return self._gifts.counted(first, rest, statement.span)
        sorts = (SymbolSort.ITEM,)
        return [
            effect
            for value in gift
            for effect in self._each(EffectKind.GIVE, value, sorts, statement)
        ]

    def _resolve_target(
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
        if kind is EffectKind.UNLOCK and self._has_no_lock(symbol, name):
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

    def _spawn(self, statement: Statement) -> list[Effect]:
        taken = StatementReader(statement, self._findings)
        number = taken.number()
        name = taken.name()
        at = taken.clause("at", "near", "in")
        facing = taken.clause("facing")
        granted = taken.clause("with")
        taken.finish(like := _like_spawn(self._system), has_title=False)
        self._says_when(statement)
        if name is None:
            self._findings.add(
                codes.MISSING_PART,
                "this does not say what comes",
                statement.span,
                "no figure",
                help=like,
            )
            return []
        kind = self._system.kinds.get(name.text)
        party = self._system.party.word
        is_opponent = kind is not None and kind.side != party
        if kind is None or not is_opponent or kind.category not in _CAN_SPAWN:
            known = [
                word
                for word, kind in self._system.kinds.items()
                if kind.category in _CAN_SPAWN
                and not self._system.sides.get(kind.side, self._system.party).is_party
            ]
            self._findings.add(
                codes.UNKNOWN_WORD,
                f"{self._system.title} has no figure `{name.text}`",
                name.span,
                "unknown",
                help=did_you_mean(name.text, known) or f"there is {listed(sorted(known))}",
            )
            return []
        place = self._places.resolve(at, statement.span)
        if place is None:
            return []
        cells, words, moving = place
        count = number.value if number is not None else 1
        if not 1 <= count <= 99:
            self._findings.add(
                codes.BAD_NUMBER,
                f"{count} figures cannot come at once",
                number.span if number else statement.span,
                "from 1 to 99",
            )
            return []
        direction = ""
        if facing is not None:
            word = values_of(facing)[0] if facing.items else None
            direction = word.text if type(word) is Name else ""
        if granted is not None and kind.category is not Category.FIGURE:
            self._findings.add(
                codes.SURPLUS_PART,
                f"`{kind.word}` does not take `with`",
                granted.span,
                "only figures have specials",
            )
            granted = None
        near = "near " if at is not None and at.word.text == "near" else ""
        return [
            Effect(
                EffectKind.SPAWN,
                kind.word,
                kind.title,
                count,
                cells,
                near + words,
                direction,
                (),
                statement.span,
                read_specials(granted, kind, self._system, self._findings),
                moving,
            )
        ]


def _like_spawn(system: System) -> str:
    foe = usual_foe(system)
    return f"write it like `spawn 2 {foe.word if foe is not None else 'figure'} near C4`"
