"""`questwright prove`: prints the verdict, and the line of play or the causes that show it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.publish import compile_all
from questwright.compiler.model.degrees import degree_in_words
from questwright.compiler.model.publication import Publication
from questwright.compiler.model.verdict import (
    VerdictKind,
    chains_of,
    each_world,
    in_worlds,
    luck_in_words,
    relied_in_words,
)
from questwright.compiler.report.terminal import safe
from questwright.compiler.runs import publications
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.compiler.wording.phrases import say_condition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.verdict import Verdict


def plain_paths(arguments: list[str]) -> list[str]:
    """The paths of a command line with no option but ``--no-cache``; empty if it has others."""
    paths = [argument for argument in arguments if argument != "--no-cache"]
    return [] if any(path.startswith("-") and path != "-" for path in paths) else paths


def prove_quests(paths: list[str], *, uses_cache: bool, budget: Budget = USUAL) -> int:
    """Print the verdict on each quest; returns the exit code, 1 if there are errors."""
    reporter = Reporter("text")
    results, good = compile_all(paths, uses_cache=uses_cache, reporter=reporter, budget=budget)
    for publication in publications(results):
        sys.stdout.write(_verdict_text(publication))
    reporter.finish(len(results))
    return 0 if good else 1


def _reliance_lines(publication: Publication, verdict: Verdict) -> Iterator[str]:
    yield from (f" {text}" for text in luck_in_words(verdict, publication.quest.party))
    if verdict.relies:
        yield f": {relied_in_words(verdict.relies)}; lost before, nothing wins"


def _verdict_text(publication: Publication) -> str:
    verdict = publication.verdict
    assert verdict is not None
    board = publication.quest.board
    lines = [f"{publication.quest.title}: {verdict.kind.replace('-', ' ')}{in_worlds(verdict)}"]
    if verdict.world is not None:
        lines.append(f"  where {verdict.world.title}:")
    for number, step in enumerate(verdict.line, 1):
        where = f"  ({board.names(step.cells, 4)})" if step.cells and not step.path else ""
        chance = f"  [{step.chance}]" if step.chance else ""
        early = f"  [round {step.earliest} at the earliest]" if step.earliest > 1 else ""
        lines.append(f"  {number:2}. {step.text}{where}{chance}{early}")
    if verdict.line:
        party = publication.system.party
        ways = [
            say_condition(victory.condition, publication.quest, publication.system)
            for victory in publication.quest.victories
            if victory.side == party.word
        ]
        lines.append(f"   → {' or '.join(ways) or 'the goal is met'}: {party.title} win")
    given = dict.fromkeys(chance.given for chance in verdict.chances if chance.given)
    if given:
        lines.append(f"  odds: exact, where {'; '.join(given)}")
    if verdict.kind is VerdictKind.CAN_STRAND:
        lines.append("  but after this line the quest can no longer be won:")
        lines.extend(f"   - {step.text}" for step in verdict.stranded)
    if verdict.causes:
        # Imported here: most quests can be won, and do not need the map.
        from questwright.compiler.publish.book.map.overlay import chains_in

        # Causes have the numbers that the map has for them.
        for number, chain in enumerate(chains_in(publication)[: len(chains_of(verdict.causes))]):
            lines.append("  and, apart from that, because:" if number else "  because:")
            lines.extend(f"  {name:>3}. {cause.text}" for name, cause in chain.causes)
    if verdict.rounds is not None:
        low, high = verdict.rounds
        lines.append(
            f"  rounds: not before round {low}; this line in round {high}, if all goes well"
        )
    lines.extend(f"  {degree_in_words(degree)}" for degree in publication.degrees)
    lines.extend(f"  {line}" for line in each_world(verdict))
    lines.extend(f"  relies on{line}" for line in _reliance_lines(publication, verdict))
    titles = {area.id: area.title for area in board.areas}
    if verdict.required:
        lines.append(f"  must enter: {', '.join(titles[area] for area in verdict.required)}")
    if verdict.optional:
        lines.append(f"  optional: {', '.join(titles[area] for area in verdict.optional)}")
    if verdict.undecided:
        lines.append(f"  not judged: {', '.join(verdict.undecided)}")
    lines.append(f"  taken for granted: {'; '.join(verdict.assumptions)}")
    return "".join(f"{safe(line)}\n" for line in lines)
