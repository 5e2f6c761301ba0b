"""What a game has besides its board: gear, cards, victory, campaigns, paper, rules upheld."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from questwright.compiler.packs.system.sheets import SheetShape
from questwright.compiler.packs.system.tables import rows_of, value_at
from questwright.compiler.publish.book.chapter.aids import cell_text, sources_of
from scripts.reference.game_board import rules
from scripts.reference.markdown import code, codes, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.packs.system.sheets import Aid
    from questwright.compiler.packs.system.system import Interlude, System
    from questwright.compiler.packs.system.values import Column

_SHEETS: Final = {
    SheetShape.TRACK: "the rounds to count, and what happens in which",
    SheetShape.ORDER: "all figures of each side by group, with their values",
    SheetShape.BOXES: "boxes to tick",
    SheetShape.GROUPS: "a card for each `group`",
    SheetShape.PLACEMENT: "lines for what is bought or hidden in secret",
}


def sections(system: System) -> Iterator[tuple[str, str]]:
    """The sections of a page, with their titles; empty where a game has no such thing."""
    yield "Gear", _gear(system)
    yield "Decks", _decks(system)
    yield (
        "States of figures",
        table(
            ("word", "title", "of", "passes", "rules"),
            (
                (code(own.word), own.title, codes(own.of), own.passes, rules(own.rules))
                for own in system.states.values()
            ),
        ),
    )
    yield (
        "Tokens that events give",
        table(
            ("word", "title", "side", "at most", "rules"),
            (
                (code(own.word), own.title, code(own.side), own.most, rules(own.rules))
                for own in system.tokens.values()
            ),
        ),
    )
    yield (
        "Degrees of victory",
        table(
            ("word", "title", "what it means", "rules"),
            (
                (code(degree.word), degree.title, degree.text, rules(degree.rules))
                for degree in system.degrees.values()
            ),
        ),
    )
    yield (
        "What a muster buys",
        table(
            ("who", "points"),
            ((code(word), price) for word, price in system.musters.prices.items()),
        ),
    )
    yield (
        "Campaigns: what a member keeps",
        table(
            ("word", "title", "what it is", "rules"),
            (
                (code(record.word), record.title, record.text, rules(record.rules))
                for record in system.records.values()
            ),
        ),
    )
    yield "Campaigns: between two quests", _interludes(system)
    yield "Sheets of the book", _sheets(system)
    yield "Tables of the book", _aids(system)
    yield "Findings that rest on rules", _upheld(system)


def _gear(system: System) -> str:
    return table(
        ("word", "title", "group", "cost", "more", "what it does", "rules"),
        (
            (
                code(gear.word),
                gear.title,
                gear.group,
                gear.cost,
                ", ".join(["unique"] * gear.is_unique + ["kept in a campaign"] * gear.is_kept),
                gear.text,
                rules(gear.rules),
            )
            for gear in system.gear.values()
        ),
    )


def _decks(system: System) -> str:
    parts = []
    for deck in system.decks.values():
        cards = table(
            ("word", "title", "copies", "icons", "kept as", "what it says"),
            (
                (
                    code(card.word),
                    card.title,
                    card.copies,
                    ", ".join(card.icons),
                    code(card.gear),
                    card.text,
                )
                for card in deck.cards
            ),
        )
        parts += [f"### {deck.title} (`{deck.word}`)", cards]
    return "\n\n".join(parts)


def _interludes(system: System) -> str:
    parts = []
    for one in system.interludes.values():
        follows = f" It comes after {codes(one.follows)}." if one.follows else ""
        often = f"At most {one.most} between two quests." if one.most > 1 else "At most once."
        parts += [
            f"### {one.title} (`{one.word}`)",
            f"{one.text} {often}{follows}",
            _rows(system.rules, one, system) if one.rows else "",
        ]
    return "\n\n".join(part for part in parts if part)


def _sheets(system: System) -> str:
    return table(
        ("word", "title", "what it is", "for", "how to use it", "rules"),
        (
            (
                code(sheet.word),
                sheet.title,
                _SHEETS[sheet.shape],
                codes(sheet.whom),
                sheet.text,
                rules(sheet.rules),
            )
            for sheet in system.sheets
        ),
    )


def _aids(system: System) -> str:
    """The tables that players look things up in, whole."""
    sources = sources_of(system)
    parts = []
    for aid in system.aids:
        asked = "; ".join(f"`{word}` {codes(words, ' or ')}" for word, words in aid.when.items())
        parts += [
            f"### {aid.title} (`{aid.word}`)",
            f"It is printed with {asked}." if asked else "",
            aid.text,
            _rows(sources, aid, system),
            _legend(sources, aid, system),
        ]
    return "\n\n".join(part for part in parts if part)


def _legend(sources: Mapping[str, object], aid: Aid, system: System) -> str:
    """What the marks of a table mean."""
    marks = rows_of(sources, aid.legend) if aid.legend else []
    headings = [key for key, value in marks[0].items() if isinstance(value, str)] if marks else []
    return table(headings, ([_shown(mark[key], system) for key in headings] for mark in marks))


def _rows(sources: Mapping[str, object], one: Aid | Interlude, system: System) -> str:
    rows = rows_of(sources, one.rows)
    return table(
        _titles(one.columns),
        ([_shown(value_at(row, column.value), system) for column in one.columns] for row in rows),
    )


def _shown(value: object, system: System) -> str:
    """A value as the book prints it; a lone sign or star is no Markdown here."""
    text = cell_text(value, system)
    return f"`{text}`" if text in {"*", "+", "-", "−", "_", "<", ">"} else text


def _titles(columns: Sequence[Column]) -> list[str]:
    return [column.title for column in columns]


def _upheld(system: System) -> str:
    """The findings that hold a quest to rules of the game, with these rules."""
    upheld = system.rules.get("upholds")
    if not isinstance(upheld, Mapping):
        return ""
    return table(
        ("finding", "rules"),
        (
            (f"[`{name}`](../findings/{name}.md)", ", ".join(map(str, ids)))
            for name, ids in upheld.items()
            if isinstance(ids, tuple)
        ),
    )
