"""How a game is played: sides, settings, searches, spells, campaigns."""

from __future__ import annotations

from questwright.compiler.language import message
from questwright.compiler.packs.decode.fields import Fields, as_number
from questwright.compiler.packs.system.casting import Casting, Does, Spell, SpellRange
from questwright.compiler.packs.system.musters import Growth, MusterRules, Payday
from questwright.compiler.packs.system.settings import Choice, Setting, SettingRole, SettingShape
from questwright.compiler.packs.system.sheets import Aid, Boxes, Sheet, SheetShape
from questwright.compiler.packs.system.system import (
    Degree,
    FigureState,
    Interlude,
    Light,
    Move,
    Record,
    Recovery,
    Roll,
    SearchRules,
    Side,
    Token,
)
from questwright.compiler.packs.system.tables import rows_by_id, rows_of
from questwright.compiler.packs.system.turns import Halt, Phase, TurnOf, TurnRules
from questwright.compiler.packs.system.values import Column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from questwright.compiler.packs.system.values import Plain

_UNSET: Final[Mapping[SettingShape, Plain]] = {
    SettingShape.FLAG: False,
    SettingShape.KINDS: (),
    SettingShape.WORDS: (),
}
"""What a setting without a default is where a quest says nothing; None for other shapes."""
_SAME: Final = ("makes", "hexes", "shape")
"""What a row of pieces and the row of a spell have to agree on, where both say it."""


def side(fields: Fields) -> Side:
    """Decode a side of the game."""
    return Side(
        word=fields.word,
        title=fields.text("title"),
        one=fields.text("one"),
        many=fields.text("many"),
        one_title=fields.text("one_title") or fields.text("one").capitalize(),
        many_title=fields.text("many_title") or fields.text("many").capitalize(),
        is_party=fields.flag("party"),
        default_victory=fields.text("default_victory"),
        default_victory_text=fields.text("default_victory_text"),
        light=_light(fields.inner("light")),
        rules=fields.words("rules"),
    )


def _light(fields: Fields) -> Light | None:
    areas, carried_by = fields.limit("areas"), fields.words("carried_by")
    return None if areas is None else Light(areas, carried_by)


def setting(fields: Fields) -> Setting:
    """Decode a switch that an author may set."""
    shape = SettingShape(fields.text("shape"))
    words = tuple(fields.mapping("words"))
    return Setting(
        word=fields.word,
        title=fields.text("title"),
        shape=shape,
        role=SettingRole(fields.text("role")),
        side=fields.text("side"),
        category=fields.text("category"),
        ranks=fields.words("ranks"),
        words=words,
        minimum=fields.number("minimum"),
        maximum=fields.number("maximum", len(words)),
        step=fields.number("step", 1),
        default=fields.plain("default", _UNSET.get(shape)),
        conflicts=_both_ways(fields.words_by_word("conflicts")),
        figures=fields.words_by_word("figures"),
        brings=fields.text("brings"),
        out_of=fields.text("out_of"),
        not_with=fields.words_by_word("not_with"),
        tables_for=fields.words_by_word("tables_for"),
        titles={own.word: own.text("title") for own in fields.members("words")},
        spares=fields.words_by_word("spares"),
        spares_not_on=fields.words("spares_not_on"),
        uncounted=fields.words("uncounted"),
        is_required=fields.flag("required"),
        is_told=fields.flag("told"),
        is_by_tile=fields.flag("by_tile"),
        is_whole=fields.flag("whole"),
        chosen_by=_choice(fields.inner("chosen_by")),
        text=fields.text("text"),
        rules=fields.words("rules"),
    )


def _choice(fields: Fields) -> Choice | None:
    die = fields.limit("die")
    return None if die is None else Choice(die, fields.text("text"))


def _both_ways(conflicts: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return conflicts in which each of two words names the other."""
    said = [(word, other) for word, others in conflicts.items() for other in others]
    pairs = sorted({*said, *((other, word) for word, other in said)})
    words = dict.fromkeys(word for word, _ in pairs)
    return {word: tuple([other for pair, other in pairs if pair == word]) for word in words}


def move(fields: Fields) -> Move:
    """Decode a value that says how far figures move."""
    return Move(
        value=fields.text("value"),
        title=fields.text("title"),
        at_home=fields.words("at_home"),
        elsewhere=fields.text("elsewhere"),
    )


def search(fields: Fields) -> SearchRules:
    """Decode how the party searches."""
    return SearchRules(
        action_cost=fields.number("action_cost"),
        draws=fields.number("draws"),
        container_draws=fields.number("container_draws"),
        deck=fields.text("deck"),
        verb=fields.text("verb", message("Search")),
        needs_icon=fields.text("needs_icon"),
        passages_first=fields.flag("passages_first"),
        not_beside=fields.flag("not_beside"),
        wanderer_radius=fields.number("wanderer_radius"),
        wakes=fields.words("wakes"),
        alarm=fields.optional("alarm", _roll),
        rules=fields.words("rules"),
    )


def turns(fields: Fields) -> TurnRules:
    """Decode how a round is ordered."""
    return TurnRules(
        turn_of=TurnOf(fields.text("of", TurnOf.SIDE)),
        phases=tuple([Phase(word) for word in fields.words("phases")]),
        order=fields.words("order"),
        one=fields.text("round", "round"),
        many=fields.text("rounds", "rounds"),
        has_points=fields.flag("action_points"),
        halts=tuple([Halt(word) for word in fields.words("halts")]),
        rules=fields.words("rules"),
    )


def _roll(fields: Fields) -> Roll:
    return Roll(die=fields.number("die"), faces=fields.numbers("faces"))


# -- spells ------------------------------------------------------------------------------


def casting(fields: Fields, rules: Mapping[str, object]) -> Casting:
    """Decode how spells are cast; their prices and pieces stand in tables among the rules."""
    prices = rows_by_id(rules, fields.keys("rows"))
    pieces = rows_of(rules, fields.keys("pieces")) if "pieces" in fields.data else []
    return Casting(
        by=fields.words("by"),
        die=fields.number("die"),
        points=fields.number("points"),
        step=fields.number("step"),
        raised_by=fields.text("raised_by"),
        stock=fields.text("stock"),
        ranges=fields.each("ranges", _range),
        spells=fields.each("spells", lambda spell: _spell(spell, prices[spell.word], pieces)),
        rules=fields.words("rules"),
    )


def _range(fields: Fields) -> SpellRange:
    return SpellRange(
        on=fields.text("on"),
        level=fields.number("level"),
        cells=fields.number("cells"),
        is_same_tile=fields.flag("same_tile"),
    )


def _spell(
    fields: Fields, price: Mapping[str, object], pieces: Sequence[Mapping[str, object]]
) -> Spell:
    priced = Fields(fields.word, price)
    return Spell(
        word=fields.word,
        title=str(price["title"]),
        does=Does(fields.text("does")),
        points=priced.number("points"),
        level=priced.number("level", 1),
        cells=fields.number("cells", 1),
        over=fields.words("over"),
        ground=fields.text("ground"),
        on=fields.text("on"),
        targets=fields.words("targets"),
        not_for=fields.words("not_for"),
        unless=fields.words("unless"),
        box=tuple([_piece(piece) for piece in pieces if _makes(price, piece)]),
    )


def _makes(price: Mapping[str, object], piece: Mapping[str, object]) -> bool:
    """Return whether a spell of this price makes what the piece stands for."""
    said = [key for key in _SAME if key in price and key in piece]
    return "makes" in price and all(piece[key] == price[key] for key in said)


def _piece(piece: Mapping[str, object]) -> tuple[str, int]:
    return str(piece.get("volume", "")), as_number(piece.get("count"))


# -- musters -----------------------------------------------------------------------------


def musters(fields: Fields, rules: Mapping[str, object]) -> MusterRules:
    """Decode what musters buy; prices, calendar and growth stand in tables among the rules."""
    prices, calendar, growth = (
        [Fields("", row) for row in rows_of(rules, fields.keys(name))]
        if name in fields.data
        else []
        for name in ("prices", "calendar", "growth")
    )
    return MusterRules(
        prices={row.text("kind"): row.number("points") for row in prices},
        calendar=tuple(map(_payday, calendar)),
        growth=next(map(_growth, growth), None),
    )


def _payday(fields: Fields) -> Payday:
    return Payday(
        rounds=fields.numbers("turns"),
        since=fields.number("from"),
        every=fields.number("every", 1),
        points=fields.number("points"),
    )


def _growth(fields: Fields) -> Growth:
    return Growth(
        called=fields.text("born_as"),
        near=fields.text("near"),
        within=fields.number("within"),
        rounds=fields.number("grown_after"),
    )


# -- campaigns, and what books print -----------------------------------------------------


def record(fields: Fields) -> Record:
    """Decode what members of the party keep from quest to quest."""
    return Record(
        word=fields.word,
        title=fields.text("title"),
        is_number=fields.text("shape") == "number",
        text=fields.text("text"),
        rules=fields.words("rules"),
    )


def degree(fields: Fields) -> Degree:
    """Decode a degree of victory."""
    return Degree(
        word=fields.word,
        title=fields.text("title"),
        text=fields.text("text"),
        rules=fields.words("rules"),
    )


def figure_state(fields: Fields) -> FigureState:
    """Decode a state that figures can be in."""
    return FigureState(
        word=fields.word,
        title=fields.text("title"),
        of=fields.words("of"),
        passes=Recovery(fields.text("passes", Recovery.NEVER)),
        rules=fields.words("rules"),
        never=fields.words("never"),
        counts=fields.text("counts"),
    )


def token(fields: Fields) -> Token:
    """Decode what a side has a number of."""
    title = fields.text("title")
    return Token(
        word=fields.word,
        title=title,
        plural=fields.text("plural", title),
        side=fields.text("side"),
        most=fields.number("most", 1),
        rules=fields.words("rules"),
    )


def interlude(fields: Fields) -> Interlude:
    """Decode what may happen between two quests of a campaign."""
    return Interlude(
        word=fields.word,
        title=fields.text("title"),
        text=fields.text("text"),
        most=fields.number("most", 1),
        follows=fields.words("follows"),
        rows=fields.keys("rows"),
        columns=fields.each("columns", _table_column),
        rules=fields.words("rules"),
    )


def aid(fields: Fields) -> Aid:
    """Decode a table that players have before them."""
    return Aid(
        word=fields.word,
        title=fields.text("title"),
        text=fields.text("text"),
        when=fields.words_by_word("when"),
        rows=fields.keys("rows"),
        columns=fields.each("columns", _table_column),
        legend=fields.keys("legend"),
        rules=fields.words("rules"),
    )


def _table_column(fields: Fields) -> Column:
    return Column(value=fields.text("value"), title=fields.text("title"))


def column(fields: Fields) -> Column:
    """Decode a column of the figures' table."""
    return Column(
        value=fields.text("value"),
        title=fields.text("title"),
        group=fields.text("group"),
        most=fields.limit("most"),
        rules=fields.words("rules"),
    )


def sheet(fields: Fields) -> Sheet:
    """Decode a sheet of a book."""
    return Sheet(
        word=fields.word,
        shape=SheetShape(fields.text("shape")),
        title=fields.text("title"),
        text=fields.text("text"),
        whom=fields.words("for"),
        boxes=fields.each("boxes", _boxes),
        rules=fields.words("rules"),
        has_values=fields.flag("values"),
    )


def _boxes(fields: Fields) -> Boxes:
    return Boxes(
        title=fields.text("title"),
        many=fields.number("count"),
        value=fields.text("value"),
        more=fields.number_by_word("more"),
        most=fields.text("most"),
    )
