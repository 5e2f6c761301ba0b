"""Resolve conditions: what each predicate asks, of whom, and where.

A tool of the passes over events, actions and victories. Takes conditions as they are written.
Returns conditions on facts.
"""

from __future__ import annotations

from types import MappingProxyType

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.model.conditions import Every, Fact, FactKind, Not, Quantity, Some
from questwright.compiler.passes.play.asked import ASKED_OF, VERBS
from questwright.compiler.passes.play.places import PlaceResolver
from questwright.compiler.passes.play.said import (
    LINKING,
    carried_there,
    has_its_number,
    is_said_whole,
)
from questwright.compiler.passes.play.subjects import SubjectFinder
from questwright.dsl import syntax
from questwright.dsl.syntax import Clause, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.model.board import Board
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.values import Plain
    from questwright.compiler.passes.play.asked import ConditionSubject
    from questwright.compiler.passes.play.refusals import Refusals


class ConditionResolver:
    """Resolves the conditions of one quest."""

    __slots__ = (
        "_subjects",
        "board",
        "findings",
        "names",
        "party",
        "places",
        "settings",
        "system",
        "things",
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
        settings: Mapping[str, Plain] = MappingProxyType({}),
    ) -> None:
        self.system = system
        self.board = board
        self.things = {thing.id: thing for thing in things}
        self.party = party
        self.names = names
        self.findings = findings
        self.settings = settings
        self.places = PlaceResolver(board, things, hidden, names, findings)
        self._subjects = SubjectFinder(system, self.things, party, names, findings)

    def resolve(self, condition: syntax.Condition) -> Condition | None:
        """Return a condition with every name resolved; None, after a finding, where one fails."""
        match condition:
            case syntax.AnyOf():
                parts = [self.resolve(part) for part in condition.parts]
                known = tuple(part for part in parts if part is not None)
                return Some(known, condition.span) if len(known) == len(parts) else None
            case syntax.AllOf():
                parts = [self.resolve(part) for part in condition.parts]
                known = tuple(part for part in parts if part is not None)
                return Every(known, condition.span) if len(known) == len(parts) else None
            case syntax.NoneOf():
                part = self.resolve(condition.part)
                return Not(part, condition.span) if part is not None else None
            case syntax.Predicate():
                return self._fact(condition)

    # -- predicates ---------------------------------------------------------------

    def _fact(self, predicate: syntax.Predicate) -> Condition | None:
        word = predicate.subject.text
        is_compared = predicate.number is not None or predicate.numbers is not None
        if is_compared or word in self.system.clocks:
            # Loaded here: few conditions ask for time.
            from questwright.compiler.passes.play.clocks import facts_of_time

            for of_time in facts_of_time(predicate, self.system, self.settings, self.findings):
                return of_time
        subject = self._subjects.find(predicate)
        if subject is None:
            return None
        kind, object_ = self._verb(predicate, subject)
        if kind is None:
            return None
        if kind is FactKind.SEARCHED and self.system.search is None:
            self._refusals().no_search(predicate)
            return None
        able = self._able(predicate, subject, kind, object_)
        if (
            able is None
            or not has_its_number(predicate, self.system.states.get(object_), self.findings)
            or not is_said_whole(predicate, kind, self.findings)
        ):
            return None
        subject = able
        cells, place, moving = 0, "", None
        if kind in (FactKind.IS_IN, FactKind.LEAVES):
            found = self.places.resolve(_place_clause(predicate), predicate.span)
            if found is None:
                return None
            cells, place, moving = found
        elif kind is FactKind.CARRIES:
            name = self._carried(predicate)
            if name is None:
                return None
            object_ = name
        elif predicate.clause is not None:
            self.findings.add(
                codes.SURPLUS_PART,
                f"a condition does not take `{predicate.clause.word.text}` here",
                predicate.clause.span,
                "has no meaning here",
                help="clauses of the statement stand before `when`",
            )
        quantity, count = self._quantity(predicate)
        fact = Fact(
            kind,
            quantity,
            count,
            subject.ids,
            word,
            object_,
            cells,
            place,
            predicate.comparison,
            predicate.number.value if predicate.number else 0,
            predicate.span,
            moving,
        )
        where = predicate.clause if kind is FactKind.CARRIES else None
        party = self.system.party.one
        return carried_there(fact, where, self.places, party, self.findings) if where else fact

    def _refusals(self) -> Refusals:
        # Loaded here: most conditions ask for what can be asked.
        from questwright.compiler.passes.play.refusals import Refusals

        return Refusals(self.system, self.things, self.findings)

    def _is_unlocked(self, kind: FactKind, subject: ConditionSubject) -> bool:
        """Tell whether it is asked whether containers have been opened, which are locked."""
        things = [self.things.get(id_) for id_ in subject.ids]
        is_locked = all(thing is not None and thing.lock is not None for thing in things)
        return kind is FactKind.OPENED and bool(things) and is_locked

    def _quantity(self, predicate: syntax.Predicate) -> tuple[Quantity, int]:
        quantifier = predicate.quantifier
        if quantifier is None:
            return Quantity.ALL, 1
        if isinstance(quantifier, Number):
            return Quantity.AT_LEAST, quantifier.value
        words = {"any": Quantity.ANY, "all": Quantity.ALL, "every": Quantity.ALL}
        return words.get(quantifier.text, Quantity.NONE), 1

    def _verb(
        self, predicate: syntax.Predicate, subject: ConditionSubject
    ) -> tuple[FactKind | None, str]:
        words = [verb for verb in predicate.verb if verb.text not in LINKING]
        if not words:
            if predicate.clause is not None and predicate.clause.word.text in ("in", "at"):
                return FactKind.IS_IN, ""
            self._refusals().no_verb(predicate, subject)
            return None, ""
        verb = words[0]
        kind = VERBS.get(verb.text)
        if kind is not None:
            return kind, ""
        if verb.text in self.system.states:
            return FactKind.STATE, verb.text
        self._refusals().unknown_verb(verb, predicate, subject)
        return None, ""

    def _able(
        self,
        predicate: syntax.Predicate,
        subject: ConditionSubject,
        kind: FactKind,
        state: str,
    ) -> ConditionSubject | None:
        """What a predicate is about, as far as the fact can hold of it; None if it never does."""
        if not subject.sorts & set(ASKED_OF[kind]) and not self._is_unlocked(kind, subject):
            self._refusals().wrong_kind(predicate, subject, kind)
            return None
        if kind is not FactKind.STATE:
            return subject
        # Loaded here: few conditions ask for a state of the game.
        from questwright.compiler.passes.play.states import able_to_be

        kinds = {kind.word: kind for kind in self.party}
        kinds |= {thing.id: thing.kind for thing in self.things.values()}
        asked_for = self.system.states[state]
        able = able_to_be(asked_for, subject.ids, predicate, kinds, self.findings)
        return subject._replace(ids=able) if able else None

    def _carried(self, predicate: syntax.Predicate) -> str | None:
        words = [verb for verb in predicate.verb if verb.text not in LINKING]
        if len(words) > 1:
            symbol = self.names.find(words[1], SymbolSort.ITEM)
            if symbol is None:
                return None
            return symbol.ids[0] if len(symbol.ids) == 1 else words[1].text
        self.findings.add(
            codes.MISSING_PART,
            "this does not say what is carried",
            predicate.span,
            "no item",
            help=f"write it like `any {self.system.party.one} carries iron-key`",
        )
        return None


def _place_clause(predicate: syntax.Predicate) -> Clause | None:
    """Return the clause with a predicate's place; in ``enters crypt`` the place has no clause."""
    if predicate.clause is not None or len(predicate.verb) < 2:
        return predicate.clause
    names = predicate.verb[1:]
    items = tuple((name,) for name in names)
    return Clause(predicate.verb[0], items, (), names[0].span.to(names[-1].span))
