"""The order of the steps for a file: read it, resolve its quests, prove and check each of them.

Takes the path of a quest file. Returns its quests with their proofs, and all findings. The steps
for a file are in `Compiler.compile`, those for a quest in `Compiler._compile_quest`, and the passes
from syntax to a Quest in `Semantics.quest`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from questwright.compiler import codes
from questwright.compiler.checks import run_checks
from questwright.compiler.deadline import Deadline
from questwright.compiler.frontend.consequences import without_consequences
from questwright.compiler.frontend.findings import Findings
from questwright.compiler.games import Games
from questwright.compiler.model.case import Case
from questwright.compiler.packs.system.system import UPHOLDS
from questwright.compiler.passes.text.declared_names import check_id, is_first_of_name
from questwright.compiler.reading import check_characters, read_text
from questwright.compiler.semantics import Semantics
from questwright.compiler.verdict.budget import USUAL
from questwright.compiler.verdict.prove import Proof
from questwright.dsl import limits
from questwright.dsl.codes import TOO_LONG
from questwright.dsl.diagnostics import Diagnostic
from questwright.dsl.parser import QuestParser
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from questwright.compiler.files import StrPath
    from questwright.compiler.model.campaign import Campaign
    from questwright.compiler.model.quest import Quest
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.compiler.project import Project
    from questwright.compiler.reading import QuestText
    from questwright.compiler.verdict.budget import Budget
    from questwright.compiler.verdict.campaign import CampaignProof
    from questwright.compiler.verdict.degrees import Degrees
    from questwright.dsl.source import Source
    from questwright.dsl.syntax import Declaration


class Compiled(NamedTuple):
    """One quest as far as it could be compiled, with its proof and its findings."""

    path: str
    id: str
    quest: Quest | None
    """None if its game is unknown or broken."""
    system: System | None
    proof: Proof | None
    """None if the quest has errors before the proof."""
    findings: tuple[Diagnostic, ...]
    degrees: Degrees | None = None
    """The proofs of its degrees of victory; None if it has none."""
    clock: Deadline = Deadline()
    """The seconds that are left for what is still asked of its proof, and for publishing it."""
    is_whole: bool = False
    """Its text has no errors: it can be proven."""
    conditions: Callable[[Findings], ConditionResolver] | None = None
    """What reads further conditions of it, with findings that go elsewhere."""

    @property
    def origin(self) -> Span | None:
        """Where it is declared; None if it could not be compiled."""
        return self.quest.origin if self.quest is not None else None


class CompiledCampaign(NamedTuple):
    """One campaign as far as it could be compiled, with its findings."""

    path: str
    id: str
    campaign: Campaign | None
    system: System | None
    findings: tuple[Diagnostic, ...]
    proof: CampaignProof | None = None
    """None if it has errors before the proof, or one of its quests has."""

    @property
    def origin(self) -> Span | None:
        """Where it is declared; None if it could not be compiled."""
        return self.campaign.origin if self.campaign is not None else None


class Result(NamedTuple):
    """All quests and campaigns of one file."""

    path: str
    quests: tuple[Compiled, ...]
    campaigns: tuple[CompiledCampaign, ...]
    findings: tuple[Diagnostic, ...]
    """The findings of the file and of all its quests and campaigns, sorted."""
    sources: Mapping[str, Source]
    """The sources into which findings point, by path."""


class Compiler:
    """Compiles quest files one after the other; reads each pack and the grammar once."""

    def __init__(
        self,
        project: Project,
        systems_dir: StrPath,
        cache: StrPath | None,
        budget: Budget = USUAL,
        *,
        proves: bool = True,
        language: str = "",
    ) -> None:
        """A compiler of one run; one that proves nothing leaves out what only a proof finds.

        With a ``language`` packs speak it, as far as they are translated.
        """
        self._proves = proves
        self._project = project
        self._budget = budget
        self._parser = QuestParser()
        self._games = Games(systems_dir, cache, self._parser, language)
        self._semantics = Semantics(self._games)

    @property
    def systems(self) -> tuple[str, ...]:
        """The ids of all games, sorted."""
        return self._games.ids

    def system(self, id_: str) -> tuple[System | None, tuple[Diagnostic, ...]]:
        """The pack of a game, or None if it is broken; and the findings about it."""
        return self._games.system(id_)

    def compile(self, path: str) -> Result:
        """Compile all quests and campaigns of a file."""
        text = read_text(path, self._project, self._parser)
        own_path = next(iter(text.sources))
        tiles = _tiles_by_name(text)
        _require_declarations(own_path, text)
        every = text.declared("quest")
        _refuse_surplus(every, text)
        declared: dict[str, Declaration] = {}
        quests = [
            self._compile_quest(declaration, tiles, text)
            for declaration in every[: limits.QUESTS]
            if is_first_of_name(declaration, declared, text.findings)
        ]
        campaigns = [
            self._compile_campaign(declaration, quests, text)
            for declaration in text.declared("campaign")
            if is_first_of_name(declaration, declared, text.findings)
        ]
        if campaigns:
            quests = [_as_played(quest, campaigns) for quest in quests]
        for source in tuple(text.sources.values()):
            check_characters(source, text.findings)
        sources = text.sources | self._games.sources
        findings = [*text.findings.all()]
        findings += [finding for quest in quests for finding in quest.findings]
        findings += [finding for campaign in campaigns for finding in campaign.findings]
        ordered = tuple(sorted(dict.fromkeys(findings), key=Diagnostic.sort_key))
        return Result(own_path, tuple(quests), tuple(campaigns), ordered, sources)

    # -- one quest ----------------------------------------------------------------------

    def _compile_quest(
        self, declaration: Declaration, tiles: Mapping[str, Declaration], text: QuestText
    ) -> Compiled:
        """Resolve a quest, prove it if it has no errors, and check it."""
        findings = Findings()
        path, id_ = declaration.span.path, declaration.name.text
        check_id(declaration, findings)
        system = self._games.of(declaration, text.lost, findings)
        if system is None:
            return Compiled(path, id_, None, None, None, findings.all())
        findings.use_cell_words(system.grid)
        if system.tile_texts:
            # Loaded here: few games print their tiles.
            from questwright.compiler.passes.board.read_tiles import with_game_tiles

            tiles = with_game_tiles(tiles, self._games.tiles(system), system, findings)
        quest, system, starts, conditions = self._semantics.quest(
            declaration, system, tiles, text, findings
        )
        # The meaning of a text with errors is uncertain: only whole quests are proven.
        is_broken = any(
            finding.severity == "error" for finding in (*text.findings.all(), *findings.all())
        )
        proof: Proof | None = None
        degrees: Degrees | None = None
        clock = Deadline(self._budget.seconds)
        with clock.running():
            if self._proves and not is_broken:
                proof = Proof(quest, system, self._budget)
                if any(victory.degree for victory in quest.victories):
                    # Loaded here: few quests have degrees of victory.
                    from questwright.compiler.verdict.degrees import Degrees

                    degrees = Degrees(quest, system, proof)
            judged = degrees.judged if degrees is not None else {}
            deals = None
            if proof is not None and quest.deck is not None:
                # Loaded here: few games deal their boards.
                from questwright.compiler.deals import count_deals
                from questwright.compiler.model.deals import Exploring

                deals = count_deals(quest.deck, [Exploring.STRAIGHT])
            is_read = all(finding.severity != "error" for finding in text.findings.all())
            case = Case(quest, system, proof, judged, deals, starts, is_read)
            found = without_consequences(run_checks(case, findings.all()), text.findings.all())
            checked = with_rules(self._with_origins(found, system, text), system)
        return Compiled(
            path,
            id_,
            quest,
            system,
            proof,
            checked,
            degrees,
            clock,
            is_whole=not is_broken,
            conditions=conditions,
        )

    def _with_origins(
        self, findings: tuple[Diagnostic, ...], system: System, text: QuestText
    ) -> Iterator[Diagnostic]:
        """Yield the findings; one about a word that another game has says which game that is."""
        for finding in findings:
            if finding.code is codes.UNKNOWN_WORD and finding.reason is None:
                path, start, end = finding.label.span
                source = text.sources.get(path)
                word = source.text[start:end] if source is not None else ""
                title = self._games.game_with(word, system)
                reason = f"`{word}` is a word of {title}" if title else None
                yield finding._replace(reason=reason)
            else:
                yield finding

    # -- one campaign -------------------------------------------------------------------

    def _compile_campaign(
        self, declaration: Declaration, compiled: list[Compiled], text: QuestText
    ) -> CompiledCampaign:
        from questwright.compiler.passes.compile_campaign import compile_campaign

        findings = Findings()
        path, id_ = declaration.span.path, declaration.name.text
        check_id(declaration, findings)
        quests = {quest.id: quest.quest for quest in compiled if quest.quest is not None}
        # A quest that could not be compiled has findings of its own.
        lost = text.lost | {quest.id for quest in compiled if quest.quest is None}
        system = self._games.of(declaration, lost, findings)
        campaign = None
        if system is not None:
            readers = {own.id: own.conditions(findings) for own in compiled if own.conditions}
            campaign = compile_campaign(declaration, system, quests, readers, lost, findings)
        proof = None
        if campaign is not None and system is not None:
            proof = self._proven(campaign, compiled, text, findings)
        if campaign is not None and proof is not None:
            # Loaded here, as is all that only campaigns need.
            from questwright.compiler.checks.campaign import ProvenCampaign, check_campaign
            from questwright.compiler.model.verdict import VerdictKind

            proofs = {own.id: own.proof for own in compiled if own.proof is not None}
            proven = ProvenCampaign(
                campaign,
                quests,
                proof.beginnings,
                proof.left_open,
                proof.why_unwinnable,
                proof.dead_ends,
                [quest for quest, own in proofs.items() if own.kind is VerdictKind.UNWINNABLE],
            )
            check_campaign(proven, findings)
        return CompiledCampaign(path, id_, campaign, system, findings.all(), proof)

    def _proven(
        self, campaign: Campaign, compiled: list[Compiled], text: QuestText, findings: Findings
    ) -> CampaignProof | None:
        """The proof of a campaign; None where one of its quests, or its own text, has errors."""
        from questwright.compiler.verdict.campaign import CampaignProof, ProvenQuest

        if any(own.severity == "error" for own in (*text.findings.all(), *findings.all())):
            return None
        known = {
            own.id: ProvenQuest(own.quest, own.system, own.proof)
            for own in compiled
            if own.quest is not None and own.system is not None and own.proof is not None
        }
        if not campaign.stages or any(stage.quest not in known for stage in campaign.stages):
            return None
        return CampaignProof(campaign, known, self._budget)


def _as_played(compiled: Compiled, campaigns: Sequence[CompiledCampaign]) -> Compiled:
    """A quest without the findings that its place in a campaign answers."""
    # Loaded here, as is all that only campaigns need.
    from questwright.compiler.checks.campaign import without_needed

    if compiled.quest is None:
        return compiled
    known = [own.campaign for own in campaigns if own.campaign is not None]
    proofs = [own.proof for own in campaigns if own.proof is not None]
    accepted = {own.span for proof in proofs for own in proof.accepted_in(compiled.quest)}
    findings = without_needed(compiled.findings, compiled.quest, known, accepted)
    return compiled._replace(findings=findings)


def _tiles_by_name(text: QuestText) -> dict[str, Declaration]:
    """The tiles that a file declares; of tiles with the same name the last one counts."""
    tiles: dict[str, Declaration] = {}
    for declaration in text.declared("tile"):
        if declaration.name.text in tiles:
            text.findings.add(
                codes.NAME_TWICE,
                f"two tiles are called `{declaration.name.text}`",
                declaration.name.span,
                "the second one",
            )
        tiles[declaration.name.text] = declaration
    return tiles


def _refuse_surplus(quests: list[Declaration], text: QuestText) -> None:
    """Say so where a file and what it includes have too many quests; the others are compiled."""
    if len(quests) > limits.QUESTS:
        text.findings.add(
            TOO_LONG,
            f"a file has {limits.QUESTS} quests at the most, and this one {len(quests):,}",
            quests[limits.QUESTS].name.span,
            "the first that is too many",
            reason="those of included files are counted",
            help="put the quests into several files",
        )


def _require_declarations(path: str, text: QuestText) -> None:
    """Report a file that declares nothing, unless another finding says why."""
    if not text.declarations and not len(text.findings):
        text.findings.add(
            codes.NO_QUEST,
            "there is no quest in this file",
            Span(path, 0, 0),
            "nothing is declared",
            help='begin with `quest my-quest "My Quest" {`',
        )


def with_rules(findings: Iterable[Diagnostic], system: System) -> tuple[Diagnostic, ...]:
    """The findings, each with the ids of the game's rules that it enforces, as the pack lists."""
    upheld = system.rules.get(UPHOLDS)
    if not isinstance(upheld, Mapping):
        return tuple(findings)
    return tuple(_with_rule_ids(finding, upheld.get(finding.code.name)) for finding in findings)


def _with_rule_ids(finding: Diagnostic, rules: object) -> Diagnostic:
    """A finding with those of the rules that its reason does not name yet."""
    named = re.findall(r"[A-Z]+-[A-Z]+[0-9]+", finding.reason or "")
    new = [str(rule) for rule in rules if rule not in named] if isinstance(rules, tuple) else []
    if not new:
        return finding
    ids, reason = ", ".join(new), finding.reason
    if not reason:
        return finding._replace(reason=f"rule{'s' if len(new) > 1 else ''} {ids}")
    if re.search(r"[A-Z]-[A-Z]+[0-9]+\]$", reason):
        return finding._replace(reason=f"{reason[:-1]}, {ids}]")
    return finding._replace(reason=f"{reason} [{ids}]")
