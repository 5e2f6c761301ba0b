"""Find whom or what each predicate of a condition is about: a side, a name, or all of one kind."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.model.conditions import FactKind
from questwright.compiler.model.words import kinds_called
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.play.asked import ASKED_OF, VERBS, ConditionSubject
from questwright.compiler.passes.play.said import LINKING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.frontend.names import SymbolTable
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import Kind, Side, System
    from questwright.dsl.syntax import Predicate


class SubjectFinder:
    """Finds the subjects of the conditions of one quest."""

    __slots__ = ("_findings", "_names", "_party", "_system", "_things")

    def __init__(
        self,
        system: System,
        things: Mapping[str, Thing],
        party: tuple[Kind, ...],
        names: SymbolTable,
        findings: Findings,
    ) -> None:
        self._system = system
        self._things = things
        self._party = party
        self._names = names
        self._findings = findings

    def find(self, predicate: Predicate) -> ConditionSubject | None:
        """Return what a predicate is about; None, after a finding, where nothing is called so."""
        name = predicate.subject
        side = self._side(name.text)
        if side is not None:
            return self._all_of(side)
        symbol = self._names.get(name.text)
        if symbol is not None:
            found = ConditionSubject(symbol.ids, frozenset({symbol.sort}), symbol.described)
            return found if self._says_how_many(predicate, found) else None
        if name.text in self._names.poisoned:
            return None
        kinds = kinds_called(name.text, self._system)
        if not kinds:
            self._unknown(predicate)
            return None
        members = tuple(kind.word for kind in self._party if kind in kinds)
        if members:
            return ConditionSubject(members, frozenset({SymbolSort.MEMBER}), "one of the party")
        ids = tuple(thing.id for thing in self._things.values() if thing.kind in kinds)
        if ids:
            return ConditionSubject(ids, frozenset({SymbolSort.THING}), "a thing on the board")
        self._findings.add(
            codes.UNKNOWN_NAME,
            f"no `{name.text}` stands on this board",
            name.span,
            "none is placed",
            help="place one, or name something else",
        )
        return None

    def _side(self, word: str) -> Side | None:
        return next(
            (side for side in self._system.sides.values() if word in (side.one, side.many)), None
        )

    def _all_of(self, side: Side) -> ConditionSubject:
        """The figures of a side."""
        if side.is_party:
            ids = tuple(kind.word for kind in self._party)
            return ConditionSubject(ids, frozenset({SymbolSort.MEMBER}), f"the {side.many}")
        ids = tuple(
            thing.id
            for thing in self._things.values()
            if thing.kind.category is Category.FIGURE and thing.kind.side == side.word
        )
        return ConditionSubject(ids, frozenset({SymbolSort.THING}), f"the {side.many}")

    def _says_how_many(self, predicate: Predicate, subject: ConditionSubject) -> bool:
        """Whether a predicate says of how many alike items it is to hold."""
        number = len(subject.ids)
        if predicate.quantifier is not None or number < 2 or SymbolSort.ITEM not in subject.sorts:
            return True
        word = predicate.subject.text
        verb = " ".join(name.text for name in predicate.verb)
        self._findings.add(
            codes.MISSING_PART,
            f"this does not say how many of the {number} `{word}`",
            predicate.span,
            "no number",
            help=f"write `any {word} {verb}`, `all {word} {verb}` or `2 {word} {verb}`",
        )
        return False

    def _unknown(self, predicate: Predicate) -> None:
        """Report a name that nothing has, with those that the predicate can be about."""
        name = predicate.subject
        clock = self._system.clocks.get(name.text)
        if clock is not None and self._names.get(name.text) is None:
            self._findings.add(
                codes.UNKNOWN_VERB,
                f"of `{name.text}` a condition asks whether it has run out",
                predicate.span,
                "asks for something else",
                help="write "
                + ", or ".join(f"`{name.text} {word}`" for word in clock.words)
                + "; or ask for the `round`",
            )
            return
        verbs = [verb.text for verb in predicate.verb if verb.text not in LINKING]
        if verbs[:1] == ["set"] or (not verbs and predicate.clause is None):
            flags = self._names.all(SymbolSort.FLAG)
            self._names.unknown(
                name,
                "nothing sets",
                flags,
                label="no event sets it",
                otherwise="write `round = 3`, or `round >= 3`"
                if name.text == "round"
                else f"let an event set it: `event when … {{ set {name.text} }}`",
            )
            return
        kind = VERBS.get(verbs[0]) if verbs else FactKind.IS_IN
        sorts = ASKED_OF[kind] if kind is not None else tuple(SymbolSort)
        known = [word for sort in sorts for word in self._names.all(sort)]
        if SymbolSort.THING in sorts or SymbolSort.MEMBER in sorts:
            sides = self._system.sides.values()
            known += [word for side in sides for word in (side.one, side.many)]
        self._names.unknown(name, "there is nothing called", known)
