"""What is proven, in an outline: the verdict, and what the designer expects and allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.english import capital, listed_in_words, with_article
from questwright.compiler.model.luck import luck_in_words
from questwright.compiler.model.verdict import (
    VerdictKind,
    chains_of,
    each_world,
    in_worlds,
    is_lost_in_some,
    relied_in_words,
)
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.outline.lines import headed
from questwright.compiler.wording.phrases import cells_in_words, title_of
from questwright.compiler.wording.rounds import rounds_in_words
from questwright.dsl.syntax import Claim

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import Step, Verdict
    from questwright.compiler.packs.system.system import System
    from questwright.dsl.syntax import Expect

_VERDICTS: Final = {
    VerdictKind.WINNABLE: "This quest can be won.",
    VerdictKind.UNWINNABLE: "This quest cannot be won.",
    VerdictKind.CAN_STRAND: "This quest can be won, and it can be played until nothing wins.",
    VerdictKind.UNDECIDED: "Whether this quest can be won was not decided.",
    VerdictKind.VACUOUS: "There was nothing to prove.",
}

_CLAIMS: Final = {
    Claim.WINNABLE: "that this can be won",
    Claim.UNWINNABLE: "that this cannot be won",
    Claim.UNREACHABLE: "that nobody comes to {}",
    Claim.MUST_FACE: "that nobody wins without {}",
    Claim.OPTIONAL: "that one can win without {}",
    Claim.CANNOT_STRAND: "that it can be won at every moment",
}


def verdict_lines(publication: Publication) -> Iterator[str]:
    """What was proven: the verdict, lines of play, causes and rounds."""
    quest, system = publication.quest, publication.system
    verdict = publication.verdict
    if verdict is None:
        return
    yield from headed("Verdict")
    is_mixed = is_lost_in_some(verdict)
    yield "This quest cannot be won in every world." if is_mixed else _VERDICTS[verdict.kind]
    yield from _worlds(verdict)
    yield from _line("A line of play that wins:", verdict.line)
    yield from _line("A line of play after which nothing wins:", verdict.stranded)
    if verdict.rounds is not None:
        called = capital(system.turns.many)
        yield f"{called}: {rounds_in_words(verdict.rounds, quest, system)}"
    for number, chain in enumerate(chains_of(verdict.causes)):
        yield "And apart from that:" if number else "Why:"
        yield from (f"- {text}" for text in dict.fromkeys(cause.text for cause in chain))
    yield from (f"Relies on {luck}" for luck in luck_in_words(verdict, quest.party))
    if verdict.relies:
        yield f"Relies on: {relied_in_words(verdict.relies)}"
    for heading, ids in (("Needed", verdict.required), ("Not needed", verdict.optional)):
        if ids:
            titles = (title_of(id_, quest, system) for id_ in ids)
            yield f"{heading}: {', '.join(titles)}"
    unreached = quest.board.floor & ~verdict.reached & ~quest.blocked
    for portal in quest.things_of(Category.PORTAL):
        unreached &= ~portal.mask
    if unreached:
        yield f"Never entered: {cells_in_words(unreached, quest.board)}"
    if verdict.assumptions:
        yield f"Taken for granted: {'; '.join(verdict.assumptions)}"
    if verdict.undecided:
        yield f"Not judged: {'; '.join(verdict.undecided)}"


def _worlds(verdict: Verdict) -> Iterator[str]:
    if verdict.world is None:
        return
    yield f"It is {verdict.kind.replace('-', ' ')}{in_worlds(verdict)}."
    yield from (f"- {line}" for line in each_world(verdict))
    yield f"What follows is told where {verdict.world.title}."


def _line(heading: str, steps: tuple[Step, ...]) -> Iterator[str]:
    if steps:
        yield heading
    for number, step in enumerate(steps, 1):
        chance = f" ({step.chance})" if step.chance else ""
        yield f"{number}. {step.text}{chance}"


def expectation_lines(publication: Publication) -> Iterator[str]:
    """What the designer expects of the proof, and allows."""
    quest, system = publication.quest, publication.system
    if quest.expects or quest.allows:
        yield from headed("What the designer expects and allows")
    for expect in quest.expects:
        yield f"- {_expect(expect, quest, system)}"
    for allow in quest.allows:
        yield f"- allows {allow.code.text}: {allow.reason.raw}"


def _expect(expect: Expect, quest: Quest, system: System) -> str:
    subject = ""
    if expect.subject is not None:
        subject = title_of(expect.subject.text, quest, system)
    words = f"expects {_CLAIMS[expect.claim].format(subject)}"
    if expect.without:
        without = (title_of(name.text, quest, system) for name in expect.without)
        words += f" without {listed_in_words(map(with_article, without), 'or')}"
    if expect.rounds is not None:
        words += f" in {expect.rounds.low} to {expect.rounds.high} {system.turns.many}"
    return words
