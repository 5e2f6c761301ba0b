"""What happens: events with their effects, quest actions, and how each side wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import Outline, StatementReader, values_of
from questwright.compiler.model.quest import Action, Effect, EffectKind, Event, Item, Thing, Victory
from questwright.compiler.model.words import gear_called, title_from_id
from questwright.compiler.packs.system.system import Category, Kind, System
from questwright.compiler.passes.play.conditions import Conditions
from questwright.compiler.passes.play.gifts import Gifts
from questwright.compiler.passes.things.items import item_of_game
from questwright.compiler.passes.things.special import read_specials
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.prose import read_prose
from questwright.dsl.syntax import Clause, Form, Name, Node, Number, Prose, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.board import Board
    from questwright.dsl import syntax
    from questwright.dsl.syntax import Value

_IN_EVENTS = (
    "an event may `read`, `give`, `take`, `spawn`, `reveal`, `open`, `unlock`, `close`, `set`, "
    "`clear`, `block`, `remove`, `trigger` and `end`"
)


def declare_happenings(
    outline: Outline,
    items: tuple[Item, ...],
    system: System,
    names: SymbolTable,
    findings: Findings,
) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """Names of events, actions, tables and flags, and the gear that is given; before conditions."""
    for table in outline.tables:
        name = table.items[0][0] if table.items else None
        if type(name) is Name:
            names.declare(SymbolSort.TABLE, name.text, (name.text,), name.span)
    for event in outline.events:
        if event.name is not None:
            names.declare(SymbolSort.EVENT, event.name.text, (event.name.text,), event.name.span)
    for action in outline.actions:
        first = action.items[0][0] if action.items else None
        if type(first) is Name:
            names.declare(SymbolSort.ACTION, first.text, (first.text,), first.span)
    flags: dict[str, Name] = {}
    given: list[Item] = list(items)
    for effect, target in _effect_targets(outline):
        if effect == "set" and target.text not in flags:
            if names.declare(SymbolSort.FLAG, target.text, (target.text,), target.span):
                flags[target.text] = target
        elif effect == "give" and names.get(target.text) is None:
            item = item_of_game(target, "", system)
            if item is not None and names.declare(
                SymbolSort.ITEM, target.text, (target.text,), target.span
            ):
                given.append(item)
    del findings
    return tuple(given), tuple(flags)


def _effect_targets(outline: Outline) -> Iterator[tuple[str, Name]]:
    """Each word that an effect of an event is aimed at, with the word of the effect."""
    bodies = [event.body for event in outline.events]
    bodies += [row.body or () for table in outline.tables for row in rows_of(table)]
    for body in bodies:
        for node in body:
            if isinstance(node, Statement) and node.form is Form.EFFECT:
                for item in node.items:
                    for value in item:
                        if type(value) is Name:
                            yield node.head.text, value


def rows_of(table: Statement) -> list[Statement]:
    """The rows of a table."""
    nodes = table.body or ()
    return [node for node in nodes if isinstance(node, Statement) and node.form is Form.ROW]


_COMING = (Category.FIGURE, Category.SPAWN_POINT)


class Happenings:
    """Resolves what happens in one quest."""

    __slots__ = (
        "_board",
        "_conditions",
        "_findings",
        "_gifts",
        "_names",
        "_party",
        "_system",
        "_things",
    )

    def __init__(
        self,
        system: System,
        board: Board,
        things: tuple[Thing, ...],
        party: tuple[Kind, ...],
        names: SymbolTable,
        findings: Findings,
        hidden: frozenset[str] = frozenset(),
    ) -> None:
        self._system = system
        self._board = board
        self._things = {thing.id: thing for thing in things}
        self._party = party
        self._names = names
        self._findings = findings
        self._gifts = Gifts(system, names, findings)
        self._conditions = Conditions(system, board, things, party, names, findings, hidden)

    # -- events -------------------------------------------------------------------

    def events(self, outline: Outline) -> tuple[Event, ...]:
        """The events of a quest, in the order in which they were written."""
        events = []
        number = 0
        for event in outline.events:
            condition = self._conditions.resolve(event.condition)
            effects = self.effects(event.body)
            if event.name is not None:
                id_ = event.name.text
            else:
                number += 1
                while not self._names.is_free(f"event-{number}"):
                    number += 1
                id_ = f"event-{number}"
            if not event.body:
                self._findings.add(
                    codes.MISSING_PART,
                    "nothing happens in this event",
                    event.span,
                    "an empty block",
                    help=_IN_EVENTS,
                )
            title = event.title.raw.strip() if event.title else ""
            if not title and event.name is not None:
                title = title_from_id(id_)
            if condition is not None:
                events.append(
                    Event(
                        id_,
                        title,
                        event.repeats,
                        condition,
                        effects,
                        event.name is not None,
                        event.span,
                    )
                )
        return tuple(events)

    def effects(self, body: Iterable[Node]) -> tuple[Effect, ...]:
        """What the statements of a block let happen, in their order."""
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
            "this does not stand in an event",
            node.span,
            "misplaced",
            help=_IN_EVENTS,
        )
        return []

    def _not_here(self, word: Name) -> None:
        self._findings.add(
            codes.MISPLACED,
            f"`{word.text}` does not stand in an event",
            word.span,
            "misplaced",
            help=_IN_EVENTS,
        )

    def _effect(self, statement: Statement) -> list[Effect]:
        taken = StatementReader(statement, self._findings)
        kind = EffectKind(statement.head.text)
        found: list[Effect] = []
        if kind in (EffectKind.CLEAR, EffectKind.BLOCK):
            place = self._conditions.place(
                Clause(statement.head, statement.items, (), statement.span), statement.span
            )
            if place is not None:
                cells, words, moving = place
                found.append(
                    Effect(kind, "", "", 1, cells, words, "", (), statement.span, moving=moving)
                )
            return found
        sorts = {
            EffectKind.GIVE: (SymbolSort.ITEM,),
            EffectKind.TAKE: (SymbolSort.ITEM,),
            EffectKind.REVEAL: (SymbolSort.AREA, SymbolSort.GATE),
            EffectKind.OPEN: (SymbolSort.GATE, SymbolSort.CROSSING),
            EffectKind.UNLOCK: (SymbolSort.GATE,),
            EffectKind.CLOSE: (SymbolSort.GATE, SymbolSort.CROSSING),
            EffectKind.SET: (SymbolSort.FLAG,),
            EffectKind.REMOVE: (SymbolSort.THING,),
            EffectKind.TRIGGER: (SymbolSort.THING,),
        }.get(kind, ())
        values = taken.rest()
        taken.finish(
            f"write it like `{kind} {'iron-key' if kind is EffectKind.GIVE else 'a-name'}`"
        )
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
        if kind is EffectKind.GIVE and any(type(value) is Number for value in values):
            return [one for item in statement.items for one in self._give(item, statement)]
        if not values:
            self._findings.add(
                codes.MISSING_PART,
                f"`{kind}` does not say what",
                statement.span,
                "no name",
            )
        for value in values:
            found.extend(self._each(kind, value, sorts, statement))
        return found

    def _each(
        self, kind: EffectKind, value: Value, sorts: tuple[SymbolSort, ...], statement: Statement
    ) -> list[Effect]:
        if type(value) is Name:
            return self._aimed(kind, value, sorts, statement)
        self._findings.add(codes.SURPLUS_PART, f"`{kind}` takes a name", value.span, "not a name")
        return []

    def _give(self, gift: syntax.Item, statement: Statement) -> list[Effect]:
        """One of several gifts: ``25 gold``, ``2 exploration``, ``sun-blade``."""
        first, *rest = gift
        if isinstance(first, Number):
            return self._gifts.counted(first, rest, statement.span)
        sorts = (SymbolSort.ITEM,)
        return [one for v in gift for one in self._each(EffectKind.GIVE, v, sorts, statement)]

    def _aimed(
        self, kind: EffectKind, name: Name, sorts: tuple[SymbolSort, ...], statement: Statement
    ) -> list[Effect]:
        if kind is EffectKind.GIVE and self._names.get(name.text) is None:
            return self._gifts.named(name, statement.span)
        if kind is EffectKind.REMOVE and self._names.get(name.text) is None:
            lost = [member for member in self._party if member.word == name.text]
            if lost:
                return [
                    Effect(kind, one.word, one.title, 1, 0, "", "", (), statement.span)
                    for one in lost
                ]
        symbol = self._names.find(name, *sorts)
        if symbol is None:
            return []
        return [
            Effect(
                kind,
                id_,
                self._title(symbol.sort, id_),
                1,
                self._conditions.cells_of(symbol),
                "",
                "",
                (),
                statement.span,
                moving=self._conditions.moving(0, symbol),
            )
            for id_ in symbol.ids
        ]

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
        taken.finish("write it like `spawn 2 zombie near C4`")
        if name is None:
            self._findings.add(
                codes.MISSING_PART,
                "this does not say what comes",
                statement.span,
                "no figure",
                help="write it like `spawn 2 zombie near C4`",
            )
            return []
        kind = self._system.kinds.get(name.text)
        party = self._system.party.word
        is_coming = kind is not None and kind.side != party
        if kind is None or not is_coming or kind.category not in _COMING:
            known = [
                word
                for word, kind in self._system.kinds.items()
                if kind.category in (Category.FIGURE, Category.SPAWN_POINT)
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
        place = self._conditions.place(at, statement.span)
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

    # -- actions --------------------------------------------------------------------

    def actions(self, outline: Outline) -> tuple[Action, ...]:
        """The quest actions, in the order in which they were written."""
        actions = []
        for statement in outline.actions:
            taken = StatementReader(statement, self._findings)
            name = taken.name()
            at = taken.clause("at", "in", "near")
            takes = taken.clause("takes")
            taken.finish('write it like `action light-fire at brazier "Light the fire"`')
            place = self._conditions.place(at, statement.span)
            condition = None
            if statement.condition is not None:
                condition = self._conditions.resolve(statement.condition)
                if condition is None:
                    continue
            if place is None or name is None:
                continue
            cells, words, moving = place
            first = values_of(at)[0] if at and at.items else None
            symbol = self._names.get(first.text) if type(first) is Name else None
            target = symbol.ids[0] if symbol and symbol.sort is SymbolSort.THING else ""
            cost = 1
            if takes is not None:
                number = next((v for v in values_of(takes) if type(v) is Number), None)
                cost = number.value if number else 0
            title = statement.texts[0].raw.strip() if statement.texts else title_from_id(name.text)
            actions.append(
                Action(
                    name.text, title, cells, target, words, condition, cost, statement.span, moving
                )
            )
        return tuple(actions)

    # -- victory ----------------------------------------------------------------------

    def victories(self, outline: Outline) -> tuple[Victory, ...]:
        """How each side wins: what the quest says, and what the game says of every quest."""
        victories = []
        for victory in outline.victories:
            side = self._system.sides.get(victory.side.text)
            if side is None:
                known = list(self._system.sides)
                self._findings.add(
                    codes.UNKNOWN_WORD,
                    f"{self._system.title} has no side `{victory.side.text}`",
                    victory.side.span,
                    "unknown",
                    help=did_you_mean(victory.side.text, known) or f"there is {listed(known)}",
                )
                continue
            condition = self._conditions.resolve(victory.condition)
            title = victory.title.raw.strip() if victory.title else ""
            if condition is not None:
                victories.append(
                    Victory(
                        side.word,
                        title,
                        condition,
                        is_default=False,
                        origin=victory.span,
                        degree=self._degree(victory),
                    )
                )
        return tuple(victories)

    @property
    def places(self) -> Conditions:
        """What resolves the places that clauses name."""
        return self._conditions

    def _degree(self, victory: syntax.Victory) -> str:
        """How well a side wins by a victory: a word of the game."""
        if victory.degree is None:
            return ""
        known = self._system.degrees
        if victory.degree.text in known:
            return victory.degree.text
        self._findings.add(
            codes.UNKNOWN_WORD,
            f"{self._system.title} has no degree of victory called `{victory.degree.text}`",
            victory.degree.span,
            "unknown",
            help=did_you_mean(victory.degree.text, known)
            or (f"there is {listed(known)}" if known else "leave it out: a side wins, or not"),
        )
        return ""

    def default_victory(self, side: str, parsed: syntax.Condition, text: str) -> Victory | None:
        """The condition under which a side wins in every quest of the game."""
        condition = self._conditions.resolve(parsed)
        if condition is None:
            return None
        return Victory(side, text, condition, is_default=True, origin=parsed.span)
