"""Resolve the effects of events and of table rows.

A tool of the passes that read events and tables. Takes the statements of a block. Returns Effects
with resolved names, squares and titles.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.passes.play.gifts import GiftResolver
from questwright.compiler.passes.play.targets import TargetResolver
from questwright.dsl.diagnostics import did_you_mean
from questwright.dsl.prose import read_prose
from questwright.dsl.syntax import Clause, Form, Name, Number, Prose, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.quest import Item
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.dsl import syntax
    from questwright.dsl.syntax import Node, Value

ALLOWED_IN_EVENTS = (
    "an event may `read`, `give`, `take`, `spawn`, `reveal`, `open`, `unlock`, `close`, `set`, "
    "`clear`, `block`, `remove`, `raise`, `keep`, `change`, `trigger` and `end`"
)
"""The statements that a block of effects may have, for the help of findings."""


class EffectResolver:
    """Resolves the effects of events and of table rows in one quest."""

    __slots__ = (
        "_conditions",
        "_findings",
        "_gifts",
        "_party",
        "_places",
        "_system",
        "_targets",
    )

    def __init__(self, conditions: ConditionResolver, items: Iterable[Item] = ()) -> None:
        self._conditions = conditions
        self._system = conditions.system
        self._party = conditions.party
        self._findings = conditions.findings
        self._gifts = GiftResolver(conditions.system, conditions.names, conditions.findings, items)
        self._targets = TargetResolver(conditions, self._gifts)
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
            if node.told is not None:
                self._findings.add(
                    codes.SURPLUS_PART,
                    f"`{node.word.text}` of an event is not `told` when play begins",
                    node.told.span,
                    "surplus",
                    help="write `read` for what players learn when it happens; a rule that they "
                    "know before that stands in the quest",
                )
            blocks, findings = read_prose(node.text)
            self._findings.extend(findings)
            kind = EffectKind.READ if node.word.text == "read" else EffectKind.NOTE
            return [Effect(kind, "", "", 1, 0, "", "", blocks, node.span)]
        if isinstance(node, Statement):
            if node.form is Form.EFFECT:
                self._says_when(node)
                return self._effect(node)
            if node.form is Form.SPAWN:
                # Loaded here: many quests bring nobody into play.
                from questwright.compiler.passes.play.spawns import spawned

                self._says_when(node)
                return spawned(node, self._conditions)
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
            found.extend(self._targets.resolve(kind, value, sorts, statement))
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
            for effect in self._targets.resolve(EffectKind.GIVE, value, sorts, statement)
        ]
