"""`questwright prove`: prints the verdict, and the line of play or the causes that show it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from questwright.compiler.cli.check import Reporter
from questwright.compiler.cli.publish import compile_all, published
from questwright.compiler.language import say
from questwright.compiler.model.degrees import degree_in_words
from questwright.compiler.model.luck import luck_in_words
from questwright.compiler.model.publication import Publication
from questwright.compiler.model.verdict import (
    VerdictKind,
    chains_of,
    each_world,
    in_worlds,
    relied_in_words,
)
from questwright.compiler.report.terminal import safe
from questwright.compiler.runs import campaigns
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.compiler.wording.conditions import say_condition
from questwright.compiler.wording.deals import deals_in_words
from questwright.compiler.wording.phrases import WINS, of_side
from questwright.compiler.wording.rounds import rounds_in_words
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.model.verdict import Verdict


class ProveOptions(NamedTuple):
    """The options of `prove`."""

    paths: tuple[str, ...]
    format: str = "text"
    explains: bool = False
    """Show all chains of causes and all kinds of dead ends, each cause with its line."""
    uses_cache: bool = True
    budget: Budget = USUAL
    """The limits of each proof."""


def plain_options(arguments: list[str]) -> ProveOptions | None:
    """The options of a simple command line; None if it needs the full parser of `app`."""
    flags = {"--no-cache", "--explain"}
    paths = tuple(argument for argument in arguments if argument not in flags)
    if not paths or any(path.startswith("-") and path != "-" for path in paths):
        return None
    uses_cache = "--no-cache" not in arguments
    return ProveOptions(paths, explains="--explain" in arguments, uses_cache=uses_cache)


def prove_quests(options: ProveOptions) -> int:
    """Print the verdict on each quest; returns the exit code, 1 if there are errors."""
    is_json = options.format == "json"
    reporter = Reporter("text", sys.stderr if is_json else None)
    results, is_good = compile_all(
        list(options.paths),
        uses_cache=options.uses_cache,
        reporter=reporter,
        budget=options.budget,
    )
    # The table of a campaign is of the case that takes longest.
    tells_each = is_json or any(result.campaigns for result in results)
    ready, is_decided = published(results, reporter, tells_each=tells_each)
    if is_json:
        # Loaded here: the text needs nothing of what is published.
        from questwright.compiler.publish.document.quest_json import dump
        from questwright.compiler.publish.document.verdict_json import verdicts_document

        document = verdicts_document(ready, campaigns(results, ready))
        sys.stdout.write(dump(document).decode())
    else:
        for publication in ready:
            sys.stdout.write(_verdict_text(publication, explains=options.explains))
        for campaign in campaigns(results, ready):
            # Imported here: most runs are of quests alone.
            from questwright.compiler.odds.difficulty import difficulty_lines
            from questwright.compiler.wording.campaigns import campaign_lines

            told = campaign_lines(campaign, explains=options.explains)
            sys.stdout.writelines(
                f"{safe(line)}\n" for line in (*told, *difficulty_lines(campaign))
            )
    reporter.finish(len(results))
    return 0 if is_good and is_decided else 1


def _reliance_lines(publication: Publication, verdict: Verdict) -> Iterator[str]:
    yield from (f" {text}" for text in luck_in_words(verdict, publication.quest.party))
    if verdict.relies:
        yield f": {relied_in_words(verdict.relies)}; lost before, nothing wins"


def _dead_ends(verdict: Verdict, *, explains: bool) -> Iterator[str]:
    """Each kind of dead end; only the first with its line, unless all is to be explained."""
    shown = [end for end in verdict.dead_ends if verdict.world is None or end.world >= 0]
    for number, end in enumerate(shown):
        where = ""
        if end.world >= 0 and end.world != verdict.shown:
            where = f", where {verdict.worlds[end.world].title}"
        if number and not explains:
            yield f"  and after “{end.text}”{where}"
            continue
        also = "also " if number else "but "
        yield f"  {also}after this line the quest can no longer be won{where}:"
        steps = [step.text for step in end.line] or [end.text]
        yield from (f"   - {text}" for text in steps)
    if len(shown) > 1 and not explains:
        yield "  `--explain` shows the line into each of these dead ends"
    if shown and not verdict.are_dead_ends_known:
        yield "  there may be dead ends of other kinds: a larger `--states` looks further for them"


def _losing(verdict: Verdict) -> Iterator[str]:
    """The line by which the party loses, in the world that is shown or in another one."""
    if verdict.losing:
        is_elsewhere = verdict.lost_in != verdict.shown
        where = f", where {verdict.worlds[verdict.lost_in].title}" if is_elsewhere else ""
        yield f"  and after this line the party has lost{where}:"
        yield from (f"   - {step.text}" for step in verdict.losing)


def _causes(publication: Publication, *, explains: bool) -> Iterator[str]:
    """The first chain of causes, or all of them with where each cause is written."""
    verdict, sources = publication.verdict, publication.sources
    assert verdict is not None
    if not verdict.causes:
        return
    # Imported here: most quests can be won, and do not need the map.
    from questwright.compiler.publish.book.map.overlay import chains_in

    # Causes have the numbers that the map has for them.
    chains = chains_in(publication)[: len(chains_of(verdict.causes))]
    for number, chain in enumerate(chains if explains else chains[:1]):
        yield "  and, apart from that, because:" if number else "  because:"
        told: dict[str, list[str]] = {}
        for name, cause in chain.causes:
            source, at = sources.get(cause.origin.path), ""
            if explains and source is not None:
                at = f"  ({cause.origin.path}:{source.position(cause.origin.start).line})"
            told.setdefault(f"{cause.text}{at}", []).append(name)
        # What is so at several places is said once.
        yield from (f"  {', '.join(names):>3}. {text}" for text, names in told.items())
    more = 0 if explains else len(chains) - 1
    if more:
        are = "are other reasons" if more > 1 else "is another reason"
        yield f"  there {are}, enough by {'themselves' if more > 1 else 'itself'}: `--explain`"


def _won_by(publication: Publication, number: int) -> str:
    """What comes true at the end of a line that wins; by its index among the victories."""
    if number < 0:
        return "the goal is met"
    victory = publication.quest.victories[number]
    said = say_condition(victory.condition, publication.quest, publication.system)
    return f"{said} (“{victory.title}”)" if victory.title else said


def _verdict_text(publication: Publication, *, explains: bool) -> str:
    verdict = publication.verdict
    assert verdict is not None
    board = publication.quest.board
    turn = publication.system.turns.one
    lines = [f"{publication.quest.title}: {verdict.kind.replace('-', ' ')}{in_worlds(verdict)}"]
    if verdict.world is not None:
        lines.append(f"  where {verdict.world.title}:")
    for number, step in enumerate(verdict.line, 1):
        where = f"  ({board.names(step.cells, 4)})" if step.cells and not step.path else ""
        chance = f"  [{step.chance}]" if step.chance else ""
        early = f"  [{turn} {step.earliest} at the earliest]" if step.earliest > 1 else ""
        lines.append(f"  {number:2}. {step.text}{where}{chance}{early}")
    if verdict.line:
        party = publication.system.party
        met = f"   → {_won_by(publication, verdict.won_by)}"
        is_late = verdict.kind is VerdictKind.UNWINNABLE
        lines.append(f"{met}, but too late" if is_late else f"{met}: {of_side(party, *WINS)}")
    given = dict.fromkeys(chance.given for chance in verdict.chances if chance.given)
    if given:
        lines.append(f"  odds: exact, where {'; '.join(given)}")
    lines.extend(_dead_ends(verdict, explains=explains))
    lines.extend(_losing(verdict))
    lines.extend(_causes(publication, explains=explains))
    if verdict.rounds is not None:
        rounds = rounds_in_words(verdict.rounds, publication.quest, publication.system)
        there = " in this world" if verdict.world is not None else ""
        lines.append(f"  {publication.system.turns.many}{there}: {rounds}")
    if publication.deals is not None and publication.quest.deck is not None:
        deals, deck = publication.deals, publication.quest.deck
        told = deals_in_words(deals, deck, publication.system)
        lines.extend(f"  {line}" for line in told)
    turns = publication.system.turns
    lines.extend(f"  {degree_in_words(degree, turns)}" for degree in publication.degrees)
    for line in each_world(verdict):
        # One way a line: together they would be a sentence of a page.
        first, *others = line.split(say("; or where "))
        lines += [f"  {first}", *(f"    or where {other}" for other in others)]
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
