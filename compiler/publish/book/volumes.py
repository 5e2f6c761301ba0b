"""Part a book into its volumes: what is played from, given to players, proven, and written on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from questwright.compiler.language import message, say
from questwright.compiler.publish.book.view.book import CampaignView, ChapterView, Volume

if TYPE_CHECKING:
    from questwright.compiler.publish.book.view.book import BookView


def volumes_of(book: BookView) -> dict[Volume, BookView]:
    """The volumes of a book, each with what it alone holds; one with nothing in it is left out."""
    every = (
        _played(book),
        _for_players(book),
        _for_the_designer(book),
        _sheets(book),
        _cards(book),
        _board(book),
    )
    return {volume.volume: volume for volume in every if volume is not None}


def _played(book: BookView) -> BookView:
    chapters = (
        replace(c, annex=None, handouts=None, sheets=None, board=None) for c in book.chapters
    )
    return replace(
        book,
        chapters=tuple(chapters),
        aids=book.aids if book.back else (),
        cards=None,
        has_sheets=_sheets(book) is not None,
        has_cards=book.cards is not None,
    )


def _for_players(book: BookView) -> BookView | None:
    chapters = tuple(
        ChapterView(c.slug, c.title, c.label, c.tagline, before=c.before, handouts=c.handouts)
        for c in book.chapters
        if c.handouts is not None
    )
    campaign = book.campaign
    if campaign is not None:
        told = tuple(rule for rule in campaign.rules if rule.is_told)
        campaign = CampaignView(campaign.story, rules=told)
    return apart(book, Volume.PLAYERS, chapters, campaign) if chapters else None


def _for_the_designer(book: BookView) -> BookView | None:
    chapters = tuple(
        ChapterView(c.slug, c.title, c.label, annex=c.annex)
        for c in book.chapters
        if c.annex is not None
    )
    return apart(book, Volume.DESIGNER, chapters) if chapters else None


def _board(book: BookView) -> BookView | None:
    chapters = tuple(
        ChapterView(c.slug, c.title, c.label, board=c.board)
        for c in book.chapters
        if c.board is not None
    )
    return apart(book, Volume.BOARD, chapters) if chapters else None


def _sheets(book: BookView) -> BookView | None:
    chapters = tuple(
        ChapterView(c.slug, c.title, c.label, sheets=c.sheets)
        for c in book.chapters
        if c.sheets is not None
    )
    campaign = book.campaign
    if campaign is not None:
        campaign = replace(campaign, story=(), closing=(), rules=(), interludes=())
        campaign = campaign if campaign.records else None
    aids = () if book.back else book.aids  # a bound book has them itself
    if not chapters and campaign is None and not aids:
        return None
    sheets = apart(book, Volume.SHEETS, chapters, campaign)
    return replace(sheets, aids=aids)


def _cards(book: BookView) -> BookView | None:
    """The cards to cut out; quests with the same cards have the same volume."""
    if book.cards is None:
        return None
    cards = apart(replace(book, title=say("Cards"), subtitle="", author=""), Volume.CARDS, ())
    return replace(cards, cards=book.cards)


def apart(
    book: BookView,
    volume: Volume,
    chapters: tuple[ChapterView, ...],
    campaign: CampaignView | None = None,
) -> BookView:
    """A volume beside the book that is played from."""
    return replace(
        book,
        volume=volume,
        audience=say(_AUDIENCES[volume]),
        chapters=chapters,
        campaign=campaign,
        front=(),
        aids=(),
        cards=None,
        imprint=(),
        back=None,
    )


_AUDIENCES = {
    Volume.PLAYERS: message("For the players"),
    Volume.DESIGNER: message("For the designer"),
    Volume.SHEETS: message("To copy"),
    Volume.CARDS: message("To cut out"),
    Volume.BOARD: message("To cut and to join"),
}
