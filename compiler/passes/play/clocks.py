"""Resolve conditions on time: the number of the round, and the clocks of a game that run out."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import with_article
from questwright.compiler.language import say
from questwright.compiler.model.conditions import Fact, FactKind, Quantity, Some
from questwright.compiler.passes.play.said import LINKING, is_said_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.conditions import Condition
    from questwright.compiler.packs.system.clocks import ClockKind
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.packs.system.values import Plain
    from questwright.dsl.syntax import Predicate, Range

_ROUNDS = frozenset({"round", "rounds", "turn"})
_MOST_ROUNDS = 99
"""The most rounds of which a condition names each."""


def facts_of_time(
    predicate: Predicate, system: System, settings: Mapping[str, Plain], findings: Findings
) -> Iterator[Condition | None]:
    """Yield the fact that a condition on time asks for, or None after a finding.

    Nothing is yielded where a condition asks for something else.
    """
    word = predicate.subject.text
    clock = system.clocks.get(word)
    asked_for = next((verb.text for verb in predicate.verb if verb.text not in LINKING), "")
    if clock is not None and asked_for in clock.words:
        last = clock.last_round(settings, asked_for)
        if last is None:
            _report_unset(clock, predicate, settings, findings)
            yield None
        else:
            yield _run_out(clock, asked_for, last, predicate, system)
    elif word in _ROUNDS and predicate.number is not None:
        fact = _of_round(predicate, predicate.comparison, predicate.number.value)
        yield fact if is_said_whole(predicate, FactKind.ROUND, findings) else None
    elif word in _ROUNDS and predicate.numbers is not None:
        is_whole = is_said_whole(predicate, FactKind.ROUND, findings)
        yield _of_rounds(predicate, predicate.numbers, findings) if is_whole else None


def _of_rounds(predicate: Predicate, numbers: Range, findings: Findings) -> Condition | None:
    """Return that it is one of some rounds, each of them named; None after a finding."""
    if predicate.comparison != "=":
        findings.add(
            codes.WRONG_KIND,
            f"a round is not `{predicate.comparison}` several",
            predicate.span,
            "asks for several rounds",
            help=f"write `round = {numbers.low}..{numbers.high}`, or a sign and one number",
        )
        return None
    if not numbers.low <= numbers.high < numbers.low + _MOST_ROUNDS:
        is_reversed = numbers.low > numbers.high
        findings.add(
            codes.WRONG_KIND,
            "the range is the wrong way round" if is_reversed else "the range is too long",
            numbers.span,
            "no rounds" if is_reversed else f"more than {_MOST_ROUNDS} rounds",
            help=f"write `round = {numbers.high}..{numbers.low}`"
            if is_reversed
            else f"write `round >= {numbers.low} and round <= {numbers.high}`",
        )
        return None
    each = range(numbers.low, numbers.high + 1)
    return Some(tuple(_of_round(predicate, "=", number) for number in each), predicate.span)


def _run_out(clock: ClockKind, word: str, last: int, predicate: Predicate, system: System) -> Fact:
    """Return that a clock has run out: that the round is over at the end of which it has."""
    where = say("{who} is {state}", who=with_article(clock.title), state=system.printed(word))
    fact = _of_round(predicate, ">", last)
    return fact._replace(subject_word=clock.word, object=word, place=where)


def _report_unset(
    clock: ClockKind, predicate: Predicate, settings: Mapping[str, Plain], findings: Findings
) -> None:
    """Report a clock of which the quest does not say when it runs out."""
    missing = next(own for own in clock.settings if type(settings.get(own)) is not int)
    findings.add(
        codes.MISSING_PART,
        f"this quest does not say its `{missing}`",
        predicate.span,
        "so nobody knows when",
        help=f"write `{missing}` with a number at the top of the quest",
    )


def _of_round(predicate: Predicate, comparison: str, number: int) -> Fact:
    """Return what a condition on rounds asks for."""
    return Fact(
        FactKind.ROUND, Quantity.ONE, 1, (), "round", "", 0, "", comparison, number, predicate.span
    )
