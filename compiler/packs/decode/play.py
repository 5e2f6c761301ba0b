"""How a game is played: sides, settings, searches, fights, spells, campaigns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from questwright.compiler.packs.decode.row import Row, as_number
from questwright.compiler.packs.system.casting import Casting, Does, Spell, SpellRange
from questwright.compiler.packs.system.fights import Attack, Fights, HitLimit
from questwright.compiler.packs.system.sheets import Aid, Boxes, Sheet, SheetShape
from questwright.compiler.packs.system.system import (
    Degree,
    Interlude,
    Move,
    Record,
    Roll,
    SearchRules,
    Setting,
    SettingShape,
    Side,
)
from questwright.compiler.packs.system.tables import rows_by_id, rows_of
from questwright.compiler.packs.system.values import Column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from questwright.compiler.packs.system.values import Plain

_UNSET: Final[Mapping[SettingShape, Plain]] = {
    SettingShape.FLAG: False,
    SettingShape.KINDS: (),
    SettingShape.WORDS: (),
}
"""What a setting without a default is where a quest says nothing; None for other shapes."""
_SAME: Final = ("makes", "hexes", "shape")
"""What a row of pieces and the row of a spell have to agree on, where both say it."""


def side(row: Row) -> Side:
    """Decode a side of the game."""
    return Side(
        word=row.word,
        title=row.text("title"),
        one=row.text("one"),
        many=row.text("many"),
        is_party=row.flag("party"),
        default_victory=row.text("default_victory"),
        default_victory_text=row.text("default_victory_text"),
        rules=row.words("rules"),
    )


def setting(row: Row) -> Setting:
    """Decode a switch that an author may set."""
    shape = SettingShape(row.text("shape"))
    words = tuple(row.mapping("words"))
    return Setting(
        word=row.word,
        title=row.text("title"),
        shape=shape,
        role=row.text("role"),
        side=row.text("side"),
        category=row.text("category"),
        ranks=row.words("ranks"),
        words=words,
        minimum=row.number("minimum"),
        maximum=row.number("maximum", len(words)),
        step=row.number("step", 1),
        default=row.plain("default", _UNSET.get(shape)),
        conflicts=_both_ways(row.words_by_word("conflicts")),
        figures=row.words_by_word("figures"),
        tables_for=row.words_by_word("tables_for"),
        is_required=row.flag("required"),
        is_whole=row.flag("whole"),
        text=row.text("text"),
        rules=row.words("rules"),
    )


def _both_ways(conflicts: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return conflicts in which each of two words names the other."""
    said = [(word, other) for word, others in conflicts.items() for other in others]
    pairs = sorted({*said, *((other, word) for word, other in said)})
    words = dict.fromkeys(word for word, _ in pairs)
    return {word: tuple([other for pair, other in pairs if pair == word]) for word in words}


def move(row: Row) -> Move:
    """Decode a value that says how far figures move."""
    return Move(
        value=row.text("value"),
        title=row.text("title"),
        at_home=row.words("at_home"),
        elsewhere=row.text("elsewhere"),
    )


def search(row: Row) -> SearchRules:
    """Decode how the party searches."""
    return SearchRules(
        action_cost=row.number("action_cost"),
        draws=row.number("draws"),
        container_draws=row.number("container_draws"),
        deck=row.text("deck"),
        wanderer_radius=row.number("wanderer_radius"),
        wakes=row.words("wakes"),
        alarm=row.optional("alarm", _roll),
        rules=row.words("rules"),
    )


def _roll(row: Row) -> Roll:
    return Roll(die=row.number("die"), faces=row.numbers("faces"))


# -- fights ------------------------------------------------------------------------------


def fights(row: Row) -> Fights:
    """Decode how attacks are resolved."""
    return Fights(
        roll=row.text("roll"),
        die=row.number("die"),
        fewest=row.number("fewest"),
        table=row.text("table"),
        tables=row.text_by_word("tables"),
        several=row.number("several"),
        enters=row.flag("enters"),
        against=row.number_by_word("against"),
        attacks=row.each("attacks", _attack),
        defence=row.text("defence"),
        behind=row.text("behind"),
        worn=row.words("worn"),
        armour=row.text("armour"),
        falls=row.by_word("falls", _fall),
        given=row.text("given"),
        rules=row.words("rules"),
    )


def _attack(row: Row) -> Attack:
    return Attack(
        word=row.word,
        title=row.text("title"),
        dice=row.text("dice"),
        against_large=row.number("against_large"),
    )


def _fall(row: Row) -> HitLimit:
    return HitLimit(
        value=row.text("at"),
        is_kept=row.flag("kept"),
        marks={mark.text("mark"): mark.number("hits") for mark in row.rows("marks")},
    )


# -- spells ------------------------------------------------------------------------------


def casting(row: Row, rules: Mapping[str, object]) -> Casting:
    """Decode how spells are cast; their prices and pieces stand in tables among the rules."""
    prices = rows_by_id(rules, row.keys("rows"))
    pieces = rows_of(rules, row.keys("pieces")) if "pieces" in row.data else []
    return Casting(
        by=row.words("by"),
        die=row.number("die"),
        points=row.number("points"),
        step=row.number("step"),
        raised_by=row.text("raised_by"),
        ranges=row.each("ranges", _range),
        spells=row.each("spells", lambda spell: _spell(spell, prices[spell.word], pieces)),
        rules=row.words("rules"),
    )


def _range(row: Row) -> SpellRange:
    return SpellRange(
        on=row.text("on"),
        level=row.number("level"),
        cells=row.number("cells"),
        is_same_tile=row.flag("same_tile"),
    )


def _spell(row: Row, price: Mapping[str, object], pieces: Sequence[Mapping[str, object]]) -> Spell:
    priced = Row(row.word, price)
    return Spell(
        word=row.word,
        title=str(price["title"]),
        does=Does(row.text("does")),
        points=priced.number("points"),
        level=priced.number("level", 1),
        cells=row.number("cells", 1),
        over=row.words("over"),
        ground=row.text("ground"),
        on=row.text("on"),
        targets=row.words("targets"),
        not_for=row.words("not_for"),
        unless=row.words("unless"),
        box=tuple([_piece(piece) for piece in pieces if _makes(price, piece)]),
    )


def _makes(price: Mapping[str, object], piece: Mapping[str, object]) -> bool:
    """Return whether a spell of this price makes what the piece stands for."""
    said = [key for key in _SAME if key in price and key in piece]
    return "makes" in price and all(piece[key] == price[key] for key in said)


def _piece(piece: Mapping[str, object]) -> tuple[str, int]:
    return str(piece.get("volume", "")), as_number(piece.get("count"))


# -- campaigns, and what books print -----------------------------------------------------


def record(row: Row) -> Record:
    """Decode what members of the party keep from quest to quest."""
    return Record(
        word=row.word,
        title=row.text("title"),
        is_number=row.text("shape") == "number",
        text=row.text("text"),
        rules=row.words("rules"),
    )


def degree(row: Row) -> Degree:
    """Decode a degree of victory."""
    return Degree(
        word=row.word,
        title=row.text("title"),
        text=row.text("text"),
        rules=row.words("rules"),
    )


def interlude(row: Row) -> Interlude:
    """Decode what may happen between two quests of a campaign."""
    return Interlude(
        word=row.word,
        title=row.text("title"),
        text=row.text("text"),
        most=row.number("most", 1),
        follows=row.words("follows"),
        rows=row.keys("rows"),
        columns=row.each("columns", _table_column),
        rules=row.words("rules"),
    )


def aid(row: Row) -> Aid:
    """Decode a table that players have before them."""
    return Aid(
        word=row.word,
        title=row.text("title"),
        text=row.text("text"),
        when=row.words_by_word("when"),
        rows=row.keys("rows"),
        columns=row.each("columns", _table_column),
        legend=row.keys("legend"),
        rules=row.words("rules"),
    )


def _table_column(row: Row) -> Column:
    return Column(value=row.text("value"), title=row.text("title"))


def column(row: Row) -> Column:
    """Decode a column of the figures' table."""
    return Column(value=row.text("value"), title=row.text("title"), group=row.text("group"))


def sheet(row: Row) -> Sheet:
    """Decode a sheet of a book."""
    return Sheet(
        word=row.word,
        shape=SheetShape(row.text("shape")),
        title=row.text("title"),
        text=row.text("text"),
        whom=row.words("for"),
        boxes=row.each("boxes", _boxes),
        rules=row.words("rules"),
    )


def _boxes(row: Row) -> Boxes:
    return Boxes(
        title=row.text("title"),
        many=row.number("count"),
        value=row.text("value"),
        more=row.number_by_word("more"),
    )
