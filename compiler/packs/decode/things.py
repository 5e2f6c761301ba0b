"""What stands on a board, is carried or drawn: figures, furniture, gear, decks of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.packs.decode.row import as_list, as_text
from questwright.compiler.packs.system.bases import Base, Pays
from questwright.compiler.packs.system.placing import Clearing, PlacementRules
from questwright.compiler.packs.system.system import Card, Category, Deck, Gear, Kind, Special
from questwright.compiler.packs.system.values import Sourced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.decode.row import Row


def special(row: Row) -> Special:
    """Decode an exception from the rules that figures have."""
    return Special(
        word=row.word,
        title=row.text("title"),
        text=row.text("text"),
        ranks=row.words("ranks"),
        passes=row.words("passes"),
        shares=row.words("shares"),
        stays=row.flag("stays"),
        width=row.number("width", 1),
        effect=row.plain_by_word("effect"),
        source=row.text("source"),
        rules=row.words("rules"),
    )


def base(row: Row) -> Base:
    """Decode a base of several hexes."""
    return Base(
        word=row.word,
        title=row.text("title"),
        facing=row.text("facing"),
        beside=row.words("beside"),
        is_cornered=row.flag("corner"),
        pays=Pays(row.text("pays", Pays.DEAREST)),
        turn_cost=row.number("turn_cost"),
        only_ahead=row.words("only_ahead"),
        rules=row.words("rules"),
    )


def kind(row: Row, specials: Mapping[str, Special], bases: Mapping[str, Base]) -> Kind:
    """Decode a kind of thing, which names some of the specials and of the bases."""
    across, down = row.text("footprint", "1x1").split("x")
    on_base = row.text("base")
    return Kind(
        word=row.word,
        category=Category(row.text("category")),
        title=row.text("title"),
        plural=row.text("plural"),
        group=row.text("group"),
        symbol=row.text("symbol"),
        side=row.text("side"),
        rank=row.text("rank"),
        footprint=(int(across), int(down)),
        base=bases[on_base] if on_base else None,
        is_high=row.flag("high"),
        box=row.limit("box"),
        real=row.limit("real"),
        placing=_placing(row),
        table=row.text("table"),
        level=row.number("level"),
        values={name: _sourced(value) for name, value in row.mapping("values").items()},
        specials=tuple([specials[word] for word in row.words("specials")]),
        traits=row.plain_by_word("traits"),
        rules=row.words("rules"),
    )


def _placing(row: Row) -> PlacementRules:
    return PlacementRules(
        hidden_in=row.number("hidden_in"),
        needs=row.words("needs"),
        kept_free_of=row.words("kept_free_of"),
        counters=row.text("counters"),
        clearing=row.optional("cleared_by", _clearing),
    )


def _clearing(row: Row) -> Clearing:
    return Clearing(title=row.text("title"), cost=row.number("takes", 1))


def _sourced(triple: object) -> Sourced:
    value, source, rule = as_list(triple)
    if not isinstance(value, (int, str)):
        raise TypeError
    return Sourced(value, as_text(source), as_text(rule))


def gear(row: Row) -> Gear:
    """Decode an item that the game has a card for."""
    return Gear(
        word=row.word,
        title=row.text("title"),
        group=row.text("group"),
        keywords=row.words("keywords"),
        cost=row.limit("cost"),
        is_unique=row.flag("unique"),
        is_kept=row.flag("kept"),
        text=row.text("text"),
        source=row.text("source"),
        rules=row.words("rules"),
    )


def deck(row: Row) -> Deck:
    """Decode a deck of cards."""
    return Deck(
        word=row.word,
        title=row.text("title"),
        cards=row.each("cards", _card),
        rules=row.words("rules"),
    )


def _card(row: Row) -> Card:
    return Card(
        word=row.word,
        title=row.text("title"),
        copies=row.number("count"),
        icons=row.words("icons"),
        text=row.text("text"),
        gear=row.text("gear"),
        does=row.row("effect").text("do"),
        source=row.text("source"),
    )
