"""The games that quests are for: their packs, their drawn tiles, and their default victories.

Takes the folder of all packs. Reads each pack once, when the first quest asks for it.
"""

from __future__ import annotations

import os

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.model.words import every_figure_called
from questwright.compiler.packs.load import Loaded, find_systems, load_system
from questwright.compiler.packs.read.conditions import read_condition
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.prepare import ANYTHING
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Form, Name, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.files import StrPath
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.packs.read.tree import Json
    from questwright.compiler.packs.system.system import Side, System
    from questwright.dsl.diagnostics import Diagnostic
    from questwright.dsl.parser import QuestParser
    from questwright.dsl.source import Source
    from questwright.dsl.syntax import Condition, Declaration


class DefaultVictory(NamedTuple):
    """A victory that holds in every quest of a game that states none for this side."""

    side: str
    text: str
    """The pack's words for it."""
    condition: Condition


class Games:
    """The packs of all games, each read at most once."""

    def __init__(
        self, folder: StrPath, cache: StrPath | None, parser: QuestParser, language: str = ""
    ) -> None:
        self._language = language
        self._folders = find_systems(folder)
        self._cache = cache
        self._parser = parser
        self._systems: dict[str, tuple[System | None, tuple[Diagnostic, ...]]] = {}
        self._tiles: dict[str, dict[str, Declaration]] = {}
        self._victories: dict[str, tuple[DefaultVictory, ...]] = {}
        self.sources: dict[str, Source] = {}
        """The sources by path of all packs that have been read: findings may point into them."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all games, sorted."""
        return tuple(sorted(self._folders))

    def system(self, id_: str) -> tuple[System | None, tuple[Diagnostic, ...]]:
        """The pack of a game, or None if it is broken; and the findings about it."""
        if id_ not in self._systems:
            if self._language:
                system, findings, sources = self._translated(self._folders[id_])
            else:
                system, findings, sources = load_system(self._folders[id_], self._cache)
            self.sources.update(sources)
            self._systems[id_] = (system, findings)
        return self._systems[id_]

    def _translated(self, folder: str) -> Loaded:
        """The pack of a folder in the language of the run, and what its catalog lacks."""
        # Loaded here: most runs are in the language of the packs.
        from pathlib import Path

        from questwright.compiler.translation.packs import TranslatedPack, translated_pack

        made: list[TranslatedPack] = []

        def alter(plain: Mapping[str, Json]) -> Mapping[str, Json]:
            made.append(translated_pack(plain, Path(folder), self._language))
            return made[-1].plain

        loaded = load_system(folder, self._cache, alter)
        found = [finding for pack in made for finding in pack.findings]
        sources = {path: source for pack in made for path, source in pack.sources.items()}
        return Loaded(loaded.system, (*loaded.findings, *found), {**loaded.sources, **sources})

    def game_with(self, word: str, system: System) -> str:
        """The title of another game that has a word for figures and things; empty if none has."""
        for id_ in self.ids:
            other, _ = self.system(id_) if id_ != system.id else (None, ())
            if other is not None and every_figure_called(word, other):
                return other.title
        return ""

    def of(self, declaration: Declaration, lost: set[str], findings: Findings) -> System | None:
        """The game that a quest or a campaign names; None, with a finding, if there is none."""
        statement = next(
            (
                node
                for node in declaration.body
                if isinstance(node, Statement) and node.form is Form.SYSTEM
            ),
            None,
        )
        for other in declaration.body:
            if isinstance(other, Statement) and other.form is Form.SYSTEM:
                if other is not statement:
                    findings.add(
                        codes.TWICE_SAID, "the game is said twice", other.span, "the second one"
                    )
                _says_only_the_game(other, findings)
        known = list(self.ids)
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

    def tiles(self, system: System) -> Mapping[str, Declaration]:
        """The tiles that a game's pack draws, by name."""
        if not system.tile_texts:
            return {}
        if system.id not in self._tiles:
            # Loaded here: few games draw their tiles.
            from questwright.compiler.packs.decode.tile_files import drawn_tiles

            folder = self._folders[system.id].replace(os.sep, "/")
            self._tiles[system.id], sources = drawn_tiles(system, folder, self._parser)
            self.sources.update(sources)
        return self._tiles[system.id]

    def default_victories(self, system: System) -> tuple[DefaultVictory, ...]:
        """The victories that a game's pack gives its sides, parsed."""
        if system.id not in self._victories:
            self._victories[system.id] = tuple(
                DefaultVictory(side.word, side.default_victory_text, condition)
                for side in system.sides.values()
                if side.default_victory
                for condition in [self._condition(system.id, side)]
                if condition is not None
            )
        return self._victories[system.id]

    def _condition(self, id_: str, side: Side) -> Condition | None:
        """The condition under which a side wins in every quest."""
        return read_condition(side.default_victory, side.word, f"<{id_}>", self._parser)


def _says_only_the_game(statement: Statement, findings: Findings) -> None:
    """Report what stands behind the name of the game."""
    taken = StatementReader(statement, findings)
    taken.name()
    taken.finish("name one game, and nothing else", has_title=False)
