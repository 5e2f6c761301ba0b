"""What stands on a board, is carried or drawn: figures, furniture, gear, decks of cards."""

from __future__ import annotations

from questwright.compiler.packs.decode.fields import as_list, as_text
from questwright.compiler.packs.system.bases import Base, Pays
from questwright.compiler.packs.system.cards import Card, Deck, Gear
from questwright.compiler.packs.system.placing import Clearing, PlacementRules
from questwright.compiler.packs.system.system import Category, Kind, Special
from questwright.compiler.packs.system.values import Sourced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.packs.decode.fields import Fields


def special(fields: Fields) -> Special:
    """Decode an exception from the rules that figures have."""
    return Special(
        word=fields.word,
        title=fields.text("title"),
        text=fields.text("text"),
        ranks=fields.words("ranks"),
        passes=fields.words("passes"),
        shares=fields.words("shares"),
        stays=fields.flag("stays"),
        width=fields.number("width", 1),
        effect=fields.plain_by_word("effect"),
        source=fields.text("source"),
        rules=fields.words("rules"),
    )


def card_specials(fields: Fields, decks: list[Fields]) -> dict[str, Special]:
    """Return the cards of some decks as specials that a quest may grant to figures."""
    words, ranks, how = fields.words("decks"), fields.words("ranks"), fields.text("text")
    return {
        card.word: Special(
            word=card.word,
            title=card.text("title"),
            text=f"{how} {card.text('text')}",
            ranks=ranks,
            passes=(),
            shares=(),
            stays=False,
            width=1,
            effect=card.plain_by_word("effect"),
            source=card.text("source"),
            rules=fields.words("rules"),
            copies=card.number("count"),
        )
        for deck in decks
        if deck.word in words
        for card in deck.members("cards")
    }


def base(fields: Fields) -> Base:
    """Decode a base of several hexes."""
    return Base(
        word=fields.word,
        title=fields.text("title"),
        facing=fields.text("facing"),
        beside=fields.words("beside"),
        is_cornered=fields.flag("corner"),
        pays=Pays(fields.text("pays", Pays.DEAREST)),
        turn_cost=fields.number("turn_cost"),
        only_ahead=fields.words("only_ahead"),
        front=fields.words("front"),
        attacked_from=fields.words("attacked_from"),
        rules=fields.words("rules"),
    )


def kind(fields: Fields, specials: Mapping[str, Special], bases: Mapping[str, Base]) -> Kind:
    """Decode a kind of thing, which names some of the specials and of the bases."""
    across, down = fields.text("footprint", "1x1").split("x")
    on_base = fields.text("base")
    return Kind(
        word=fields.word,
        category=Category(fields.text("category")),
        title=fields.text("title"),
        plural=fields.text("plural"),
        group=fields.text("group"),
        symbol=fields.text("symbol"),
        side=fields.text("side"),
        rank=fields.text("rank"),
        footprint=(int(across), int(down)),
        base=bases[on_base] if on_base else None,
        is_high=fields.flag("high"),
        is_locked=fields.flag("locked"),
        box=fields.limit("box"),
        real=fields.limit("real"),
        placing=_placing(fields),
        leaves=fields.text("leaves"),
        table=fields.text("table"),
        level=fields.number("level"),
        values={name: _sourced(value) for name, value in fields.mapping("values").items()},
        specials=tuple([specials[word] for word in fields.words("specials")]),
        traits=fields.plain_by_word("traits"),
        rules=fields.words("rules"),
    )


def _placing(fields: Fields) -> PlacementRules:
    return PlacementRules(
        hidden_in=fields.number("hidden_in"),
        needs=fields.words("needs"),
        kept_free_of=fields.words("kept_free_of"),
        counters=fields.text("counters"),
        clearing=fields.optional("cleared_by", _clearing),
        ends_turn=fields.flag("ends_turn"),
        springs=fields.flag("springs"),
    )


def _clearing(fields: Fields) -> Clearing:
    return Clearing(
        title=fields.text("title"),
        cost=fields.number("takes", 1),
        by=fields.words("by"),
        is_searched_for=fields.flag("searched_for"),
    )


def _sourced(triple: object) -> Sourced:
    value, source, rule = as_list(triple)
    if not isinstance(value, (int, str)):
        raise TypeError
    return Sourced(value, as_text(source), as_text(rule))


def gear(fields: Fields) -> Gear:
    """Decode an item that the game has a card for."""
    return Gear(
        word=fields.word,
        title=fields.text("title"),
        group=fields.text("group"),
        keywords=fields.words("keywords"),
        cost=fields.limit("cost"),
        is_unique=fields.flag("unique"),
        is_kept=fields.flag("kept"),
        text=fields.text("text"),
        source=fields.text("source"),
        rules=fields.words("rules"),
        is_bound=fields.flag("bound"),
    )


def deck(fields: Fields) -> Deck:
    """Decode a deck of cards."""
    return Deck(
        word=fields.word,
        title=fields.text("title"),
        cards=fields.each("cards", _card),
        rules=fields.words("rules"),
        whom=fields.words("for"),
    )


def _card(fields: Fields) -> Card:
    return Card(
        word=fields.word,
        title=fields.text("title"),
        copies=fields.number("count"),
        icons=fields.words("icons"),
        text=fields.text("text"),
        gear=fields.text("gear"),
        does=fields.inner("effect").text("do"),
        brings=tuple(
            [
                (word, number if isinstance(number, int) else str(number))
                for word, number in fields.plain_by_word("brings").items()
            ]
        ),
        worth=fields.number("worth"),
        rewards=fields.number("rewards", 1),
        source=fields.text("source"),
    )
