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
    from collections.abc import Iterable, Mapping, Sequence

    from questwright.compiler.chapters import BookOfQuests, Shelf
    from questwright.compiler.kept import Kept
    from questwright.compiler.model.publication import CampaignPublication
    from questwright.compiler.products import Titled
    from questwright.compiler.publish.book.render.press import Press
    from questwright.compiler.runs import BuiltEntry


def id_of(title: str) -> str:
    """The folder of a bound book: its title in small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:64].strip("-")


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
    games = {each[id_].game for id_ in ids}
    if len(games) > 1:
        first = shelf.publication(ids[0])
        other = next(id_ for id_ in ids if each[id_].game != each[ids[0]].game)
        publication = shelf.publication(other)
        return Diagnostic(
            codes.MIXED_CAMPAIGN,
            f"`{other}` is for another game than the rest of the book",
            Label(publication.quest.origin, f"for {publication.system.title}"),
            reason=f"`{ids[0]}` is for {first.system.title}; a book has one game's tables",
            help="name only quests of one game, or bind a book for each",
        )
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


def unshown(each: Mapping[str, BuiltEntry], shelf: Shelf) -> Sequence[Diagnostic]:
    """The numbers that a die may show which none of the quests of a bound book has."""
    lots = [entry.lot for entry in each.values() if entry.lot is not None]
    system = shelf.system(each[lots[0].quest].game) if lots else None
    return with_rules(missing_numbers(lots, system), system) if system is not None else ()


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
