"""Report conditions that ask for what cannot be asked, and say what can."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.model.conditions import FactKind
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.play.asked import ASKED_OF, VERBS
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.syntax import Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.play.asked import ConditionSubject
    from questwright.dsl.syntax import Predicate


class Refusals:
    """Reports the conditions of one quest that nothing answers."""

    __slots__ = ("_findings", "_system", "_things")

    def __init__(self, system: System, things: Mapping[str, Thing], findings: Findings) -> None:
        self._system = system
        self._things = things
        self._findings = findings

    def no_verb(self, predicate: Predicate, subject: ConditionSubject) -> None:
        """Report a condition that says nothing of what it is about, or nothing but a place."""
        if predicate.clause is not None:
            self._findings.add(
                codes.UNKNOWN_VERB,
                f"a condition cannot say `{predicate.clause.word.text}`",
                predicate.clause.word.span,
                "not in a condition",
                help=f"write `in` or `at` for a place; {self._fitting(subject)}",
            )
            return
        self._findings.add(
            codes.MISSING_PART,
            f"this says nothing about `{predicate.subject.text}`",
            predicate.span,
            "no verb",
            help=self._fitting(subject),
        )

    def unknown_verb(self, verb: Name, predicate: Predicate, subject: ConditionSubject) -> None:
        """Report a verb that neither the language nor the game has."""
        known = [*VERBS, *self._system.states]
        self._findings.add(
            codes.UNKNOWN_VERB,
            f"a condition cannot say `{verb.text}`",
            verb.span,
            "unknown",
            help=did_you_mean(verb.text, known) or self._done_instead(predicate, subject),
        )

    def no_search(self, predicate: Predicate) -> None:
        """Report that something is to be searched, in a game that knows no searching."""
        self._findings.add(
            codes.UNKNOWN_VERB,
            f"in {self._system.title} nothing is searched",
            predicate.span,
            "never comes true",
            help="let the party do something there: "
            f'`action look at {predicate.subject.text} "Look"`, and ask for `look done`',
        )

    def wrong_kind(self, predicate: Predicate, subject: ConditionSubject, kind: FactKind) -> None:
        """Report a verb that does not go with what the condition is about."""
        verb = predicate.verb[0].text if predicate.verb else "there"
        self._findings.add(
            codes.WRONG_KIND,
            f"`{predicate.subject.text}` cannot be {verb}",
            predicate.span,
            f"`{predicate.subject.text}` is {subject.described}",
            help=self._bearer_instead(predicate)
            if kind is FactKind.IS_IN and SymbolSort.ITEM in subject.sorts
            else self._fitting(subject),
        )

    def _fitting(self, subject: ConditionSubject) -> str:
        """The verbs that a condition about this can have."""
        words = [verb for verb, kind in VERBS.items() if subject.sorts & set(ASKED_OF[kind])]
        if subject.sorts & {SymbolSort.MEMBER, SymbolSort.THING}:
            words += ["in", *self._system.states]
        if not words:
            return f"no condition is about {subject.described}"
        return f"a condition about {subject.described} can say {listed(dict.fromkeys(words))}"

    def _done_instead(self, predicate: Predicate, subject: ConditionSubject) -> str:
        """What to write where a condition asks for what no game knows: ``lever pulled``."""
        name = predicate.subject.text
        kinds = {self._things[id_].kind.category for id_ in subject.ids if id_ in self._things}
        if not kinds or Category.FIGURE in kinds:
            return self._fitting(subject)
        return (
            f'let somebody do it: `action use-{name} at {name} "Use it"`, and ask for '
            f"`use-{name} done`"
        )

    def _bearer_instead(self, predicate: Predicate) -> str:
        """What to write where a condition asks whether an item is in a place."""
        side, clause = self._system.party.one, predicate.clause
        place = clause.items[0][0] if clause is not None and clause.items else None
        where = place.text if isinstance(place, Name) else "that place"
        return (
            f"an item is where its bearer is: ask for `any {side} carries "
            f"{predicate.subject.text}`, and for `any {side} in {where}`"
        )
