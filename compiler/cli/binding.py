"""The book in which a build binds its quests: its name, and why there may be none."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.lots import missing_numbers
from questwright.compiler.pipeline import with_rules
from questwright.dsl.diagnostics import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from questwright.compiler.chapters import BookOfQuests, Shelf
    from questwright.compiler.kept import Kept
    from questwright.compiler.model.publication import CampaignPublication
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.pipeline import Result
    from questwright.compiler.products import Titled
    from questwright.compiler.project import Project
    from questwright.compiler.publish.book.render.press import Press
    from questwright.compiler.runs import BuiltEntry
    from questwright.dsl.source import Source


def id_of(title: str) -> str:
    """The folder of a bound book: its title in small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:64].strip("-")


class MixedGamesError(Exception):
    """The quests of a bound book are of several games."""

    def __init__(self, finding: Diagnostic, looked: Sequence[Result]) -> None:
        super().__init__(finding.message)
        self.finding = finding
        self.looked = looked
        """The files that were looked at, that of another game last."""


class OneGame:
    """Sees to it that a bound book has quests of one game, as soon as two have been compiled."""

    def __init__(
        self,
        known: Iterable[BuiltEntry],
        system: Callable[[str], System],
        then: Callable[[Result], None],
    ) -> None:
        """Of the quests that are ``known``, all of them of one game, which has a ``system``.

        ``then`` is told of each file of the same game.
        """
        entry = next((entry for entry in known if not entry.is_campaign), None)
        self._first = None if entry is None else (entry.id, system(entry.game))
        self._then = then
        self._looked: list[Result] = []

    def compiled(self, result: Result) -> None:
        """Look at the quests of a file; raises MixedGamesError."""
        self._looked.append(result)
        for compiled in result.quests:
            quest, system = compiled.quest, compiled.system
            if quest is None or system is None:
                continue
            first, game = self._first = self._first or (quest.id, system)
            if system.id != game.id:
                finding = Diagnostic(
                    codes.MIXED_CAMPAIGN,
                    f"`{quest.id}` is for another game than the rest of the book",
                    Label(quest.origin, f"for {system.title}"),
                    reason=f"`{first}` is for {game.title}; a book has one game's tables",
                    help="name only quests of one game, or bind a book for each",
                )
                raise MixedGamesError(finding, self._looked)
        self._then(result)


def unbound(
    binding: Titled | None,
    each: Mapping[str, BuiltEntry],
    shelf: Shelf,
    bound: Iterable[CampaignPublication],
) -> Diagnostic | None:
    """Why these quests cannot be bound; None if they can, or nobody asked for it."""
    ids = [entry.id for entry in each.values() if not entry.is_campaign]
    if binding is None or not ids:
        return None
    if binding.id in ids:
        origin = shelf.publication(binding.id).quest.origin
    else:
        joined = [each.campaign for each in bound if each.campaign.id == binding.id]
        if not joined:
            return None
        origin = joined[0].origin
    return Diagnostic(
        codes.SAME_ID,
        f"the bound book would be called `{binding.id}`, like this",
        Label(origin, "its files go to that folder"),
        help="give the book another title: `--bind TITLE`",
    )


def unshown(
    binding: Titled | None, each: Mapping[str, BuiltEntry], shelf: Shelf, project: Project
) -> tuple[Sequence[Diagnostic], Mapping[str, Source]]:
    """The numbers that a die may show which none of the quests of a bound book has.

    With the sources in which that is told, as a project has them.
    """
    lots = [entry.lot for entry in each.values() if entry.lot is not None and binding is not None]
    system = shelf.system(each[lots[0].quest].game) if lots else None
    found = with_rules(missing_numbers(lots, system), system) if system is not None else ()
    paths = {finding.label.span.path for finding in found}
    return found, {path: project.read(path).source for path in paths}


def begun(
    binding: Titled | None,
    each: Mapping[str, BuiltEntry],
    shelf: Shelf,
    stamps: Mapping[str, str],
    press: Press | None,
    kept: Kept | None,
) -> BookOfQuests | None:
    """The book that all quests are bound into, begun; None if none was asked for."""
    if binding is None or press is None:
        return None
    # Loaded here: it needs what opens PDFs, and most builds bind nothing.
    from questwright.compiler.chapters import BookOfQuests, Quests

    ids = [entry.id for entry in each.values() if not entry.is_campaign]
    stand = tuple(entry.lot for entry in each.values() if entry.lot is not None)
    quests = Quests(ids, each[ids[0]].game, stamps, shelf, stand)
    book = BookOfQuests(binding, quests, press, kept)
    book.begin()
    return book
