"""One run over several files: what the commands and the Python face have in common.

Takes files, folders or ``-`` for standard input. Returns for each file what it compiles to and the
findings that are its own, and the quests and campaigns of all files as publishers take them.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.assets import SYSTEMS
from questwright.compiler.lots import Lot, lot_of, same_number
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.packs.load import pack_cache
from questwright.compiler.pipeline import Compiler, with_rules
from questwright.compiler.project import Disk
from questwright.compiler.verdict.budget import USUAL, Budget
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from questwright.compiler.model.deals import Deals
    from questwright.compiler.model.publication import CampaignPublication, Publication
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.model.verdict import Verdict
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.pipeline import Compiled, Result
    from questwright.compiler.translation.translated import TranslatedProject


class BuiltEntry(NamedTuple):
    """A quest or campaign of a file, and what a run says of it."""

    id: str
    path: str
    is_campaign: bool
    words: str
    game: str = ""
    """The word of the game of a quest."""
    lot: Lot | None = None
    """Where it stands among the quests of its objective, if a die chooses among these."""

    @classmethod
    def read(cls, plain: Sequence[Any]) -> BuiltEntry:
        """An entry as a note has it; raises TypeError for what is none."""
        id_, path, is_campaign, words, game, lot = plain
        return cls(id_, path, is_campaign, words, game, None if lot is None else Lot(*lot))


def get_along(every: Iterable[BuiltEntry]) -> bool:
    """Whether quests and campaigns of several files can be in one run: none is taken twice."""
    taken: dict[str, str] = {}
    numbers: dict[tuple[str, str, int], Lot] = {}
    return all(
        taken.setdefault(entry.id, entry.path) == entry.path
        and (entry.lot is None or same_number(entry.lot, numbers) is None)
        for entry in every
    )


class CompiledFile(NamedTuple):
    """What one file of a run compiles to."""

    result: Result
    findings: tuple[Diagnostic, ...]
    """Its own findings, and those that it has because of other files of the run."""

    @property
    def has_errors(self) -> bool:
        """Whether any of its findings is an error."""
        return any(finding.severity == "error" for finding in self.findings)


def new_compiler(
    *,
    uses_cache: bool = True,
    budget: Budget = USUAL,
    proves: bool = True,
    texts: TranslatedProject | None = None,
) -> Compiler:
    """A compiler that reads from the disk, and keeps packs in the user's cache.

    With ``texts`` quests and packs are in another language.
    """
    cache = pack_cache() if uses_cache else None
    language = texts.language if texts is not None else ""
    return Compiler(texts or Disk(), SYSTEMS, cache, budget, proves=proves, language=language)


def compile_files(
    paths: Iterable[str],
    compiler: Compiler,
    begin: Callable[[str], None] | None = None,
    taken: Mapping[str, str] | None = None,
    lots: Iterable[Lot] = (),
) -> Iterator[CompiledFile]:
    """Compile files one by one, in their order; ``begin`` is told the path of each before that.

    ``taken`` has the ids of the run's other quests, with their paths, and ``lots`` where these
    stand among the quests of their objectives.
    """
    every = list(paths)
    checked = frozenset(every)
    ids = dict(taken or {})
    numbers = {(*lot.pool, lot.number): lot for lot in lots if lot.number}
    for path in every:
        if begin is not None:
            begin(path)
        result = compiler.compile(path)
        yield CompiledFile(
            result,
            (
                *own_findings(result, checked),
                *same_ids(result, ids),
                *same_numbers(result, numbers),
            ),
        )


def own_findings(result: Result, checked: frozenset[str]) -> tuple[Diagnostic, ...]:
    """Findings of a file, without those of included files that are checked in the same run."""
    if not any(path in checked and path != result.path for path in result.sources):
        return result.findings
    return tuple(
        finding
        for finding in result.findings
        if (path := finding.label.span.path) == result.path or path not in checked
    )


def same_ids(result: Result, ids: dict[str, str]) -> tuple[Diagnostic, ...]:
    """Findings about quests whose ids other files have taken: their outputs would collide."""
    found = []
    named = [(quest.id, quest.path, quest.origin) for quest in result.quests]
    named += [(campaign.id, campaign.path, campaign.origin) for campaign in result.campaigns]
    for id_, path, origin in named:
        # An included quest is the same quest, whoever includes it.
        before = ids.setdefault(id_, path)
        if before != path and origin is not None:
            found.append(
                Diagnostic(
                    codes.SAME_ID,
                    f"two files have a quest or campaign called `{id_}`",
                    Label(origin, f"`{before}` has it, too"),
                    help="each quest and campaign of a run needs a name of its own",
                )
            )
    return tuple(found)


def same_numbers(result: Result, numbers: dict[tuple[str, str, int], Lot]) -> Iterator[Diagnostic]:
    """Findings about quests whose numbers others have taken: the die could not tell them apart."""
    for compiled in result.quests:
        # What a text with errors says its number is may not be what was meant.
        if compiled.quest is None or compiled.system is None or not compiled.is_whole:
            continue
        lot = lot_of(compiled.quest, compiled.system, result.sources)
        finding = same_number(lot, numbers) if lot is not None else None
        if finding is not None:
            yield from with_rules([finding], compiled.system)


def publications(
    results: Iterable[Result],
    *,
    tells_each: bool = True,
    known: Mapping[str, Publication] | None = None,
    then: Callable[[Publication], None] | None = None,
) -> list[Publication]:
    """The quests of some files, as publishers take them; a quest that two files have, once.

    With ``tells_each`` each world has its lines, not only the one that is shown. What the verdict
    lacks although the check found nothing is a finding of the quest. ``known`` has by id those that
    were asked for before; ``then`` is told of each as soon as it is there.
    """
    from questwright.compiler.model.publication import Publication  # a check makes none

    found: dict[str, Publication] = {}
    for result in results:
        for quest in result.quests:
            if (
                quest.quest is None
                or quest.system is None
                or quest.proof is None
                or quest.id in found
            ):
                continue
            if known is not None and quest.id in known:
                found[quest.id] = known[quest.id]
                continue
            with quest.clock.running():
                verdict = quest.proof.verdict(tells_each=tells_each)
                degrees = quest.degrees.told if quest.degrees is not None else ()
                deals = _deals(quest.quest, quest.system)
            found[quest.id] = Publication(
                quest=quest.quest,
                system=quest.system,
                verdict=verdict,
                sources=result.sources,
                findings=(*quest.findings, *_undecided_late(quest, quest.quest, verdict)),
                degrees=degrees,
                clock=quest.clock,
                deals=deals,
            )
            if then is not None:
                then(found[quest.id])
    return list(found.values())


def _deals(quest: Quest, system: System) -> Deals | None:
    """What is counted over every deal of a quest's deck, with each way of exploring."""
    if quest.deck is None:
        return None
    # Loaded here: few games deal their boards.
    from questwright.compiler.deals import count_deals, with_expectations

    return with_expectations(count_deals(quest.deck), quest.deck, quest.party, system)


def _undecided_late(compiled: Compiled, quest: Quest, verdict: Verdict) -> Iterator[Diagnostic]:
    """That a verdict turned out undecided when all of it was asked for."""
    code = codes.UNDECIDED
    is_known = any(finding.code == code for finding in compiled.findings)
    is_allowed = any(allow.code.text in (code.id, code.name) for allow in quest.allows)
    if verdict.kind is VerdictKind.UNDECIDED and not is_known and not is_allowed:
        origin = next((victory.origin for victory in quest.victories), quest.origin)
        yield Diagnostic(
            code,
            "it was not decided whether this quest can be won",
            Label(origin, "not proven"),
            reason=f"not judged: {', '.join(verdict.undecided)}",
            help='make the quest simpler, or accept it: `allow undecided because "…"`',
        )


def late_findings(ready: Iterable[Publication], results: Iterable[Result]) -> list[Diagnostic]:
    """The findings of publications that their quests did not have when they were checked."""
    known = {finding for result in results for finding in result.findings}
    return [
        finding for publication in ready for finding in publication.findings if finding not in known
    ]


def unproven(results: Iterable[Result], *, only_whole: bool = False) -> list[Publication]:
    """The quests of some files, whatever was proven of them, each once.

    Those whose text has errors are left out if only whole ones are asked for.
    """
    from questwright.compiler.model.publication import Publication  # a check makes none

    found: dict[str, Publication] = {}
    for result in results:
        for quest in result.quests:
            is_asked = quest.is_whole or not only_whole
            if quest.quest is not None and quest.system is not None and is_asked:
                publication = Publication(
                    quest.quest, quest.system, None, result.sources, quest.findings
                )
                found.setdefault(quest.id, publication)
    return list(found.values())


def campaigns(results: Iterable[Result], ready: Iterable[Publication]) -> list[CampaignPublication]:
    """The campaigns of some files, with the quests that they are made of.

    One whose quests were not all proven is left out: a finding says why.
    """
    from questwright.compiler.model.publication import CampaignPublication, Publication

    by_id = {publication.quest.id: publication for publication in ready}
    return [
        CampaignPublication(
            campaign=campaign.campaign,
            system=campaign.system,
            quests=tuple(by_id[stage.quest] for stage in campaign.campaign.stages),
            sources=result.sources,
            verdict=campaign.proof.verdict() if campaign.proof is not None else None,
            variants=tuple(
                Publication(quest, system, verdict, result.sources)
                for quest, system, verdict in campaign.proof.variants()
            )
            if campaign.proof is not None
            else (),
            findings=campaign.findings,
        )
        for result in results
        for campaign in result.campaigns
        if campaign.campaign is not None
        and campaign.system is not None
        and all(stage.quest in by_id for stage in campaign.campaign.stages)
    ]
