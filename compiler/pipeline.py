"""The order of things: read, sort, set up, draw, lay, place, resolve, check, prove."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler import codes
from questwright.compiler.analysis.traps import unknown_traps
from questwright.compiler.checks import run_checks
from questwright.compiler.frontend.findings import Findings
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.model.case import Case
from questwright.compiler.model.quest import Passage, Quest, Victory
from questwright.compiler.packs.decode.tile_files import drawn_tiles
from questwright.compiler.packs.load import find_systems, load_system
from questwright.compiler.passes.board.crossings import with_crossings
from questwright.compiler.passes.board.draw import draw_board
from questwright.compiler.passes.board.lay import lay_board
from questwright.compiler.passes.board.tiles import with_drawn_tiles
from questwright.compiler.passes.play.happen import Happenings, declare_happenings
from questwright.compiler.passes.play.muster import read_musters
from questwright.compiler.passes.play.tables import read_tables
from questwright.compiler.passes.text.declared import hold_id, is_first
from questwright.compiler.passes.text.settings import hold_sides, read_settings, sided
from questwright.compiler.passes.text.sort import sort_statements
from questwright.compiler.passes.things.clearing import read_clearings
from questwright.compiler.passes.things.enter import is_start, read_entries, read_groups
from questwright.compiler.passes.things.items import place_items
from questwright.compiler.passes.things.place import place_things
from questwright.compiler.proof.across import prove
from questwright.compiler.proof.budget import USUAL, Budget
from questwright.compiler.proof.degrees import prove_degrees
from questwright.dsl.diagnostics import Diagnostic, did_you_mean, listed
from questwright.dsl.guard import ANYTHING
from questwright.dsl.parser import QuestParser
from questwright.dsl.prose import Block, Style, read_prose
from questwright.dsl.source import Source, Span
from questwright.dsl.syntax import Condition, Declaration, File, Form, Include, Name, Statement
from questwright.dsl.syntax import Victory as VictorySyntax

if TYPE_CHECKING:
    from pathlib import Path

    from questwright.compiler.model.board import Board
    from questwright.compiler.model.campaign import Campaign
    from questwright.compiler.model.degrees import DegreeVerdict
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.project import Project
    from questwright.compiler.proof.across import Across
    from questwright.compiler.proof.prove import Proof

_INCLUDES = 256
_INCLUDE_DEPTH = 16


class Compiled(NamedTuple):
    """One quest: what it is, as far as it could be compiled, and what was found."""

    path: str
    id: str
    quest: Quest | None
    system: System | None
    proof: Proof | Across | None
    findings: tuple[Diagnostic, ...]
    degrees: tuple[DegreeVerdict, ...] = ()
    """What was proven of each degree of victory."""

    @property
    def origin(self) -> Span | None:
        """Where it is declared; None where too little of it was understood."""
        return self.quest.origin if self.quest is not None else None


class CompiledCampaign(NamedTuple):
    """One campaign: what it is, as far as it could be compiled, and what was found."""

    path: str
    id: str
    campaign: Campaign | None
    system: System | None
    findings: tuple[Diagnostic, ...]

    @property
    def origin(self) -> Span | None:
        """Where it is declared; None where too little of it was understood."""
        return self.campaign.origin if self.campaign is not None else None


class Result(NamedTuple):
    """All quests of one file, and the texts that findings speak of."""

    path: str
    quests: tuple[Compiled, ...]
    campaigns: tuple[CompiledCampaign, ...]
    findings: tuple[Diagnostic, ...]
    """Of the file and all its quests, sorted."""
    sources: Mapping[str, Source]


@dataclass(slots=True)
class _Text:
    """A file with all that it includes."""

    sources: dict[str, Source] = field(default_factory=dict)
    declarations: list[Declaration] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)
    lost: set[str] = field(default_factory=set)
    """Words of what could not be read: nobody is told that they are missing."""


_QUOTED = re.compile(r'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"|#[^\n]*')


def _check_letters(source: Source, findings: Findings) -> None:
    """Characters in texts that the book's fonts cannot print; the book itself is not needed."""
    if source.text.isascii():
        return
    from questwright.compiler.publish.book.svg.glyphs import missing_glyphs
    from questwright.dsl.guard import is_allowed

    for match in _QUOTED.finditer(source.text):
        quoted = match[0]
        if quoted.startswith("#") or quoted.isascii():
            continue
        missing = missing_glyphs(quoted)
        for char in (one for one in missing[:3] if is_allowed(one)):
            at = match.start() + quoted.index(char)
            findings.add(
                codes.UNPRINTABLE,
                f"the book cannot print U+{ord(char):04X}",
                Span(source.path, at, at + 1),
                "not in its fonts",
                help="use another character; the fonts have the letters of most European languages",
            )


def _cite(findings: tuple[Diagnostic, ...], system: System) -> tuple[Diagnostic, ...]:
    """Findings with the game's own rules behind them, as its pack lists them."""
    upheld = system.rules.get("upholds")
    if not isinstance(upheld, Mapping):
        return findings
    return tuple(_cited(finding, upheld.get(finding.code.name)) for finding in findings)


def _cited(finding: Diagnostic, rules: object) -> Diagnostic:
    """A finding with the rules that it does not name itself."""
    named = re.findall(r"[A-Z]+-[A-Z]+[0-9]+", finding.reason or "")
    new = [str(rule) for rule in rules if rule not in named] if isinstance(rules, tuple) else []
    if not new:
        return finding
    return replace(finding, reason=f"{finding.reason or 'a rule of the game'} [{', '.join(new)}]")


def _check_references(blocks: list[Block], path: str, names: SymbolTable, system: System) -> None:
    """What `[[names]]` in texts refer to is there."""
    for block in blocks:
        for run in block.runs:
            if run.style is not Style.REFERENCE or names.get(run.text) is not None:
                continue
            if run.text in system.kinds or run.text in system.gear:
                continue
            span = Span(path, run.offset, run.offset + len(run.text))
            known = [word for sort in SymbolSort for word in names.all(sort)]
            names.unknown(Name(run.text, span), "there is nothing called", known)


class Compiler:
    """Compiles quests, one after the other; what they share is read once."""

    def __init__(
        self, project: Project, systems_dir: Path, cache: Path | None, budget: Budget = USUAL
    ) -> None:
        self._project = project
        self._budget = budget
        self._parser = QuestParser()
        self._folders = find_systems(systems_dir)
        self._cache = cache
        self._systems: dict[str, tuple[System | None, tuple[Diagnostic, ...]]] = {}
        self._tiles: dict[str, dict[str, Declaration]] = {}
        self._system_sources: dict[str, Source] = {}
        self._defaults: dict[str, list[tuple[str, str, Condition]]] = {}

    @property
    def systems(self) -> tuple[str, ...]:
        """The ids of the games that there are."""
        return tuple(sorted(self._folders))

    def system(self, id_: str) -> tuple[System | None, tuple[Diagnostic, ...]]:
        """A game's pack, and what is wrong with it."""
        if id_ not in self._systems:
            system, findings, sources = load_system(self._folders[id_], self._cache)
            self._system_sources.update(sources)
            self._systems[id_] = (system, findings)
        return self._systems[id_]

    def compile(self, path: str) -> Result:
        """Compile every quest of a file."""
        text = _Text()
        read = self._project.read(path)
        source = read.source
        text.sources[source.path] = source
        text.findings.extend(read.findings)
        if not read.findings:
            self._parse(source, text, (source.path,))
        tiles: dict[str, Declaration] = {}
        quests: list[Declaration] = []
        campaigns: list[Declaration] = []
        for declaration in text.declarations:
            if declaration.word.text == "tile":
                if declaration.name.text in tiles:
                    text.findings.add(
                        codes.NAME_TWICE,
                        f"two tiles are called `{declaration.name.text}`",
                        declaration.name.span,
                        "the second one",
                    )
                tiles[declaration.name.text] = declaration
            elif declaration.word.text == "quest":
                quests.append(declaration)
            else:
                campaigns.append(declaration)
        if not quests and not tiles and not len(text.findings) and not text.declarations:
            text.findings.add(
                codes.NO_QUEST,
                "there is no quest in this file",
                Span(source.path, 0, 0),
                "nothing is declared",
                help='begin with `quest my-quest "My Quest" {`',
            )
        seen: dict[str, Declaration] = {}
        compiled = [
            self._compile_quest(declaration, tiles, text)
            for declaration in quests
            if is_first(declaration, seen, text.findings)
        ]
        joined = [
            self._compile_campaign(declaration, compiled, text)
            for declaration in campaigns
            if is_first(declaration, seen, text.findings)
        ]
        for read_text in tuple(text.sources.values()):
            _check_letters(read_text, text.findings)
        text.sources.update(self._system_sources)
        every = [*text.findings.all()]
        every.extend(finding for one in compiled for finding in one.findings)
        every.extend(finding for one in joined for finding in one.findings)
        ordered = tuple(sorted(dict.fromkeys(every), key=Diagnostic.sort_key))
        return Result(source.path, tuple(compiled), tuple(joined), ordered, text.sources)

    # -- one file ----------------------------------------------------------------------

    def _parse(self, source: Source, text: _Text, chain: tuple[str, ...]) -> None:
        parsed = self._parser.parse(source)
        text.findings.extend(parsed.findings)
        text.declarations.extend(parsed.file.declarations)
        text.lost |= parsed.lost
        self._include(parsed.file, text, chain)

    def _include(self, file: File, text: _Text, chain: tuple[str, ...]) -> None:
        for include in file.includes:
            why = self._read_include(file, include, text, chain)
            if why:
                text.findings.add(
                    codes.BAD_INCLUDE,
                    f"“{include.path.raw[:60]}” cannot be included",
                    include.path.span,
                    why,
                )

    def _read_include(
        self, file: File, include: Include, text: _Text, chain: tuple[str, ...]
    ) -> str:
        shown, read, why = self._project.include(file.path, include.path.raw, include.path.span)
        if read is None:
            return why
        if shown in chain:
            return "it includes itself"
        if shown in text.sources:
            return ""
        if len(chain) >= _INCLUDE_DEPTH or len(text.sources) >= _INCLUDES:
            return "too many files are included"
        text.sources[shown] = read.source
        text.findings.extend(read.findings)
        if not read.findings:
            self._parse(read.source, text, (*chain, shown))
        return ""

    # -- one quest ----------------------------------------------------------------------

    def _compile_quest(
        self, declaration: Declaration, tiles: Mapping[str, Declaration], text: _Text
    ) -> Compiled:
        findings = Findings()
        path = declaration.span.path
        id_ = declaration.name.text
        hold_id(declaration, findings)
        system = self._find_system(declaration, text.lost, findings)
        if system is None:
            return Compiled(path, id_, None, None, None, findings.all())
        findings.use_cell_words(system.grid)
        tiles = self._known_tiles(system, tiles, findings)
        quest, system, starts = self._build(declaration, system, tiles, text, findings)
        # What a broken text means is anybody's guess: checks and proof speak of whole quests.
        broken = any(f.severity == "error" for f in (*text.findings.all(), *findings.all()))
        proof: Proof | Across | None = None
        degrees: tuple[DegreeVerdict, ...] = ()
        if not broken:
            proof = prove(quest, system, self._budget)
            if any(victory.degree for victory in quest.victories):
                degrees = prove_degrees(quest, system, proof, self._budget)
        case = Case(quest, system, proof, degrees, starts)
        after = _cite(run_checks(case, findings.all()), system)
        return Compiled(path, id_, quest, system, proof, after, degrees)

    def _known_tiles(
        self, system: System, tiles: Mapping[str, Declaration], findings: Findings
    ) -> Mapping[str, Declaration]:
        """The tiles of a quest: those of its text, and those that the game brings along."""
        if not system.tile_texts:
            return tiles
        if system.id not in self._tiles:
            drawn = drawn_tiles(system, self._folders[system.id].as_posix(), self._parser)
            self._tiles[system.id], sources = drawn
            self._system_sources.update(sources)
        return with_drawn_tiles(tiles, self._tiles[system.id], system, findings)

    def _compile_campaign(
        self, declaration: Declaration, compiled: list[Compiled], text: _Text
    ) -> CompiledCampaign:
        from questwright.compiler.passes.campaign import compile_campaign

        findings = Findings()
        path, id_ = declaration.span.path, declaration.name.text
        hold_id(declaration, findings)
        quests = {one.id: one.quest for one in compiled if one.quest is not None}
        # A quest that could not be compiled has been spoken of.
        lost = text.lost | {one.id for one in compiled if one.quest is None}
        system = self._find_system(declaration, lost, findings)
        campaign = None
        if system is not None:
            campaign = compile_campaign(declaration, system, quests, lost, findings)
        return CompiledCampaign(path, id_, campaign, system, findings.all())

    def _find_system(
        self, declaration: Declaration, lost: set[str], findings: Findings
    ) -> System | None:
        statement = next(
            (
                node
                for node in declaration.body
                if isinstance(node, Statement) and node.form is Form.SYSTEM
            ),
            None,
        )
        known = list(self.systems)
        name = statement.items[0][0] if statement is not None and statement.items else None
        if statement is None or not isinstance(name, Name):
            if not lost.isdisjoint(("system", ANYTHING)):
                return None
            findings.add(
                codes.UNKNOWN_SYSTEM,
                f"this {declaration.word.text} does not say which game it is for",
                declaration.name.span,
                "no `system`",
                help=f"add a line like `system {known[0] if known else 'my-game'}`; "
                f"there is {listed(known)}",
            )
            return None
        if name.text not in self._folders:
            findings.add(
                codes.UNKNOWN_SYSTEM,
                f"there is no game called `{name.text}`",
                name.span,
                "unknown",
                help=did_you_mean(name.text, known) or f"there is {listed(known)}",
            )
            return None
        system, broken = self.system(name.text)
        findings.extend(broken)
        return system

    def _build(
        self,
        declaration: Declaration,
        system: System,
        tiles: Mapping[str, Declaration],
        text: _Text,
        findings: Findings,
    ) -> tuple[Quest, System, tuple[Span, ...]]:
        """The quest, its game with figures on the sides that it puts them on, and all starts."""
        names = SymbolTable(findings)
        names.poisoned |= text.lost
        outline = sort_statements(declaration, system, findings)
        setup = read_settings(outline, system, text.lost, findings)
        hold_sides(system, setup, findings)
        system = sided(system, setup)
        sources = {**text.sources, **self._system_sources}
        canvas = draw_board(outline, system, sources, tiles, text.lost, findings)
        board, drawn = lay_board(canvas, outline, system, names, findings)
        placed = place_things(outline, drawn, board, system, names, findings)
        hiding = frozenset(unknown.id for unknown in placed.unknowns)
        board = with_crossings(board, placed.things, hiding, outline, system, names, findings)
        groups = read_groups(outline, setup.party, names, findings)
        stated = (*(one.statement for one in drawn), *outline.things)
        things = read_entries(stated, placed.things, setup.party, names, findings)
        items, hidden = place_items(outline, placed, board, system, names, findings)
        unknowns = (*placed.unknowns, *hidden)
        items, flags = declare_happenings(outline, items, system, names, findings)
        self._hold_locks(board, names)
        happenings = Happenings(system, board, things, setup.party, names, findings, hiding)
        tables, played = read_tables(outline, happenings, system, findings)
        actions = happenings.actions(outline)
        events = happenings.events(outline)
        clearings = read_clearings(things, names)
        actions, events = (*actions, *clearings[0]), (*events, *clearings[1])
        musters = read_musters(outline, system, happenings.places, names, findings)
        victories = (*happenings.victories(outline), *self._default_victories(system, happenings))
        passages = []
        for prose in outline.prose:
            blocks, marks = read_prose(prose.text)
            findings.extend(marks)
            passages.append(Passage(prose.word.text, blocks, prose.span))
        blocks_read = [block for passage in passages for block in passage.blocks]
        blocks_read += [b for event in events for effect in event.effects for b in effect.text]
        rows = [way for one in (*tables, *(it.table for it in played)) for way in one.ways]
        blocks_read += [b for row in rows for effect in row.effects for b in effect.text]
        _check_references(blocks_read, declaration.span.path, names, system)
        title = declaration.title.raw.strip() if declaration.title else ""
        quest = Quest(
            id=declaration.name.text,
            title=title or declaration.name.text.replace("-", " ").capitalize(),
            system=system.id,
            party=setup.party,
            settings=setup.values,
            set_here=frozenset(setup.origins),
            passages=tuple(passages),
            board=board,
            things=things,
            items=items,
            flags=flags,
            events=events,
            actions=actions,
            victories=victories,
            expects=tuple(outline.expects),
            allows=tuple(outline.allows),
            origin=declaration.span,
            unknowns=(*unknowns, *tables),
            groups=groups,
            musters=musters,
            tables=played,
        )
        quest = quest._replace(unknowns=(*quest.unknowns, *unknown_traps(quest, system)))
        starts = tuple(one.span for one in stated if is_start(one, system))
        return quest, system, starts

    def _hold_locks(self, board: Board, names: SymbolTable) -> None:
        for gate in board.gates:
            if gate.lock is not None and gate.lock.key:
                names.find(Name(gate.lock.key, gate.lock.origin), SymbolSort.ITEM)

    def _default_victories(self, system: System, happenings: Happenings) -> tuple[Victory, ...]:
        if system.id not in self._defaults:
            parsed: list[tuple[str, str, Condition]] = []
            for side in system.sides.values():
                if not side.default_victory:
                    continue
                text = f"quest defaults {{\nvictory {side.word} when {side.default_victory}\n}}\n"
                file = self._parser.parse(Source(f"<{system.id}>", text)).file
                for declaration in file.declarations:
                    parsed.extend(
                        (side.word, side.default_victory_text, node.condition)
                        for node in declaration.body
                        if isinstance(node, VictorySyntax)
                    )
            self._defaults[system.id] = parsed
        found = (
            happenings.default_victory(side, condition, text)
            for side, text, condition in self._defaults[system.id]
        )
        return tuple(victory for victory in found if victory is not None)
