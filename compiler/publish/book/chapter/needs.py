"""Compose the first pages of a chapter: facts, components, table of figures."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from questwright.compiler.analysis.needs import (
    NeedSort,
    kinds_in_play,
    needed_pieces,
    wanderers,
)
from questwright.compiler.english import in_words, listed_in_words
from questwright.compiler.language import say
from questwright.compiler.model.words import title_from_id
from questwright.compiler.packs.system.moves import reckoned
from questwright.compiler.packs.system.settings import SettingRole, SettingShape
from questwright.compiler.packs.system.system import Category
from questwright.compiler.packs.system.tables import rows_of
from questwright.compiler.publish.book.view.book import FigureTable, NeedGroup, NeedRow
from questwright.compiler.publish.book.view.tables import FactRow, FigureRow
from questwright.compiler.publish.book.view.text import Run, line
from questwright.compiler.wording.cells import count_of_cells

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from questwright.compiler.analysis.needs import NeededPiece
    from questwright.compiler.packs.system.settings import Setting
    from questwright.compiler.packs.system.system import Kind
    from questwright.compiler.packs.system.values import Plain
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.view.text import Line

_GROUPS = (
    (NeedSort.FIGURE,),
    (NeedSort.TILE,),
    (NeedSort.GATE, NeedSort.FURNITURE),
    (NeedSort.TOKEN,),
    (NeedSort.CARD, NeedSort.ITEM),
)
_NONE = "–"
_MANY = 8
"""The most names of a setting that are all printed."""
_NAMED = 6
"""The most names of tokens of one kind that are all printed."""
_FACTS = 5
"""The most facts in one row of the page."""
_DIFFICULTY = "difficulty"
_ELSEWHERE = (SettingRole.OPTIONS, SettingRole.REWARD_GOLD)


# -- facts ------------------------------------------------------------------------------


def figures_of(desk: Desk) -> tuple[Kind, ...]:
    """Every kind of figure that may come onto the board: the party first, bosses last."""
    counted = {need.word for need in needed_pieces(desk.quest, desk.system)}
    kinds = [
        kind
        for kind in kinds_in_play(desk.quest, desk.system)
        if kind.category is Category.FIGURE
        # Figures that may come at random are in play but not counted; no boss is among them.
        and (kind.word in counted or not desk.pack.is_boss(kind))
    ]
    return tuple(sorted(kinds, key=lambda kind: (desk.pack.is_foe(kind), desk.pack.is_boss(kind))))


def public_facts(desk: Desk) -> tuple[FactRow, ...]:
    """Who plays, and what else of the facts is no secret."""
    return tuple(
        _fact(desk, setting)
        for setting in _settings_shown(desk)
        if setting.role is SettingRole.PARTY or setting.is_told
    )


def facts_of(desk: Desk) -> tuple[FactRow, ...]:
    """The most important settings of the quest, as rows of facts."""
    return tuple(_fact(desk, setting) for setting in _settings_shown(desk))


def _settings_shown(desk: Desk) -> tuple[Setting, ...]:
    """The settings that are printed at the head of a quest."""
    given: list[str] = []
    usual: list[str] = []
    for word, setting in desk.system.settings.items():
        value = desk.quest.settings.get(word)
        # Other settings are printed elsewhere: under the title, among the rules, at the end.
        if word == _DIFFICULTY or setting.role in _ELSEWHERE or value in (None, (), "", False, 0):
            continue
        if setting.role is SettingRole.PARTY or setting.is_required or word in desk.quest.set_here:
            given.append(word)
        elif setting.shape is SettingShape.NUMBER:
            usual.append(word)
    shown = {*given, *usual[: max(_FACTS - len(given), 0)]}
    return tuple(setting for word, setting in desk.system.settings.items() if word in shown)


def _fact(desk: Desk, setting: Setting) -> FactRow:
    value = desk.quest.settings[setting.word]
    return FactRow(setting.title, line(_value_in_words(desk, setting, value)))


def _value_in_words(desk: Desk, setting: Setting, value: Plain) -> str:
    if isinstance(value, tuple):
        shown = [str(word) for word in value]
        if len(shown) > _MANY and setting.role is SettingRole.OPPOSED:
            # Of a long list of foes, only those whom the quest brings are named.
            present = {kind.word for kind in kinds_in_play(desk.quest, desk.system)}
            shown = [word for word in shown if word in present]
        titles = [_word(desk, setting, word) for word in shown]
        rest = (
            [say("{count} more", count=len(value) - len(shown))] if len(shown) < len(value) else []
        )
        return listed_in_words([*titles, *rest])
    if value is True:
        return say("yes")
    return _word(desk, setting, str(value)) if isinstance(value, str) else str(value)


def _word(desk: Desk, setting: Setting, word: str) -> str:
    kind = desk.system.kinds.get(word)
    if setting.shape in (SettingShape.KIND, SettingShape.KINDS) and kind is not None:
        return kind.title
    tile, _, own = word.rpartition(":")
    title = desk.pack.setting_word(setting.word, own)
    laid = (tile_.title for tile_ in desk.board.tiles if tile_.instance == tile)
    return f"{title} ({next(laid)})" if tile else title


def tagline_of(desk: Desk) -> str:
    """The difficulty that the author gave; otherwise for how many members the quest is."""
    word = desk.quest.settings.get(_DIFFICULTY)
    if not isinstance(word, str) or _DIFFICULTY not in desk.quest.set_here:
        side, count = desk.system.party, len(desk.quest.party)
        name = side.one_title if count == 1 else side.many_title
        return say("A quest for {count} {members}", count=in_words(count), members=name)
    title = desk.pack.setting_word(_DIFFICULTY, word)
    text = desk.pack.setting_word(_DIFFICULTY, word, "text")
    return f"{title}. {text}" if text else title


# -- needs ------------------------------------------------------------------------------


def needs_of(desk: Desk) -> tuple[NeedGroup, ...]:
    """The components to set aside, counted and in groups."""
    needs = needed_pieces(desk.quest, desk.system)
    groups = []
    for sorts in _GROUPS:
        rows = tuple(_row(desk, need) for need in needs if need.sort in sorts)
        if sorts == (NeedSort.TILE,) and not rows:
            board = desk.board
            rows = (
                NeedRow(
                    0,
                    f"{board.columns} × {board.rows} {say(desk.system.grid.cells)}",
                    say("as the map shows"),
                ),
            )
        if desk.quest.deck is not None and NeedSort.TILE in sorts:
            rows += (NeedRow(0, say("the sections of the cards"), desk.pack.heading("sections")),)
        if NeedSort.FIGURE in sorts:
            rows += tuple(_met(desk, {need.word: need.most for need in needs}))
        if NeedSort.TOKEN in sorts:
            rows += tuple(_locks(desk))
        if NeedSort.CARD in sorts:
            rows += tuple(_decks(desk))
        if rows:
            groups.append(NeedGroup(_group_title(desk, sorts[0]), rows))
    return tuple(groups)


def _locks(desk: Desk) -> Iterator[NeedRow]:
    """The counters of locks, by what is printed on each where the game says that."""
    each = say("a counter for each")
    named: Counter[tuple[str, str]] = Counter()
    for _, lock in desk.quest.locked():
        kind = lock.kind
        if kind is None:
            continue
        rows = rows_of(desk.system.rules, kind.counters) if kind.counters else []
        titles = (
            str(row.get("title", ""))
            for row in rows
            if {value: row.get(value) for value in kind.values} == dict(lock.values)
        )
        title = next(titles, "")
        shown = ", ".join(
            f"{desk.system.printed(word)}\u00a0{lock.values[word]}" for word in lock.values
        )
        named[(title, f"{kind.title}: {shown}") if title and shown else (kind.title, each)] += 1
    # The small ones of a sort first: they are sorted by what they show.
    rows_by_value = sorted(named.items(), key=lambda row: row[0][1])
    yield from (NeedRow(count, *what) for what, count in rows_by_value)


def _group_title(desk: Desk, sort: NeedSort) -> str:
    if sort is NeedSort.FIGURE:
        return desk.pack.text("foes") or desk.pack.heading("figures")
    return {
        NeedSort.TILE: say("Board"),
        NeedSort.GATE: desk.pack.heading("gates"),
        NeedSort.TOKEN: say("Tokens"),
    }.get(sort, say("Cards and items"))


def _row(desk: Desk, need: NeededPiece) -> NeedRow:
    notes = []
    if need.word in wanderers(desk.quest, desk.system):
        notes += [
            setting.title
            for word, setting in desk.system.settings.items()
            if setting.role is SettingRole.WANDERER and desk.quest.settings.get(word) == need.word
        ]
    if need.sort is NeedSort.CARD:
        gear = desk.system.gear.get(need.word)
        notes += [desk.system.printed(gear.group)] if gear is not None else []
    if need.sort is NeedSort.FIGURE and 0 < need.start < need.most:
        notes.append(say("{count} at the start", count=need.start))
    kind = desk.system.kinds.get(need.word)
    most = need.most
    if need.sort is NeedSort.TOKEN:
        own = (t for t in desk.quest.things if t.kind.word == need.word and t.is_named)
        titles = dict.fromkeys(thing.title for thing in own if thing.title != thing.kind.title)
        notes += titles if len(titles) <= _NAMED else ()
    many = sum(gate.kind.word == need.word for gate in desk.board.gates)
    if need.sort is NeedSort.GATE and many > most:
        notes.append(say("{count} on the map, not all at once", count=many))
    if kind is not None and kind.category is Category.TRAP:
        # The setting says how many traps are laid; the map may mark more squares.
        laid = [desk.quest.settings.get(word) for word in _laid(desk)]
        most = sum(count for count in laid if isinstance(count, int)) or most
    return NeedRow(most, need.plural if most > 1 else need.title, ", ".join(notes))


def _laid(desk: Desk) -> Iterator[str]:
    return (
        word
        for word, setting in desk.system.settings.items()
        if setting.role is SettingRole.LAID_TRAPS
    )


def _met(desk: Desk, counted: Mapping[str, int]) -> Iterator[NeedRow]:
    """Figures of which a card of a deck that is met brings more than the quest has at once."""
    system, dealt = desk.system, desk.quest.deck
    for word, many in _brought_at_most(desk).items():
        if dealt is not None and many > counted.get(word, 0):
            kind, deck = system.kinds[word], system.decks[dealt.rules.events]
            yield NeedRow(many, kind.title if many == 1 else kind.plural, deck.title)


def _brought_at_most(desk: Desk) -> dict[str, int]:
    """How many figures of each kind a card of a deck that is met brings at the most."""
    system, dealt = desk.system, desk.quest.deck
    if dealt is None or not dealt.rules.events:
        return {}
    deck = system.decks[dealt.rules.events]
    own = [
        each.card for change in desk.quest.cards if change.deck == deck.word for each in change.own
    ]
    most: dict[str, int] = {}
    for word, number in (pair for card in (*deck.cards, *own) for pair in card.brings):
        found = reckoned(number)
        most[word] = max(most.get(word, 0), found.most if found is not None else 0)
    return most


def _decks(desk: Desk) -> Iterator[NeedRow]:
    search = desk.system.search
    deck = desk.system.decks.get(search.deck) if search is not None else None
    if deck is not None:
        yield NeedRow(0, say("{deck} deck", deck=deck.title))
    dealt = desk.quest.deck
    if dealt is not None:
        yield NeedRow(dealt.supply + 1, desk.pack.heading("sections"))
        for word in dict.fromkeys((dealt.rules.events, dealt.rules.rewards)):
            if word:
                met = desk.system.decks[word]
                yield NeedRow(len(met.pile), met.title)


# -- the figures' table -----------------------------------------------------------------


def figure_table(pieces: Pieces, figures: Iterable[Kind]) -> FigureTable | None:
    """The values of every figure that may come into play, without empty columns."""
    desk = pieces.desk
    kinds = tuple(figures)
    if not kinds:
        return None
    columns = columns_of(desk, kinds)
    most = Counter({need.word: need.most for need in needed_pieces(desk.quest, desk.system)})
    most |= Counter(_brought_at_most(desk))
    rows = tuple(
        FigureRow(
            code=pieces.codes.get(kind.word, ""),
            name=pieces.figure_name(kind),
            cells=tuple(values_of(desk, kind, values) for _, values in columns),
            count=most[kind.word],
            note=traits_of(desk, kind),
            tone=pieces.tone(kind),
        )
        for kind in kinds
    )
    titles = tuple(title for title, _ in columns)
    title = desk.pack.heading("figures")
    return FigureTable(titles, rows, title, desk.pack.text("figures"))


def columns_of(desk: Desk, kinds: Collection[Kind]) -> list[tuple[str, list[str]]]:
    """The columns in which any of the figures has a value: a title, and the values in it.

    Neighbouring columns of one group become one column with several values.
    """
    filled = [
        column
        for column in desk.system.columns
        if any(_value(desk, kind, column.value) != _NONE for kind in kinds)
    ]
    return [
        (title, [column.value for column in group])
        for title, group in groupby(filled, key=lambda column: column.group or column.title)
    ]


def values_of(desk: Desk, kind: Kind, columns: list[str]) -> str:
    """A figure's values in one printed column, without missing values at its end."""
    values = [_value(desk, kind, column) for column in columns]
    while len(values) > 1 and values[-1] == _NONE:
        values.pop()
    return " · ".join(values)


def _value(desk: Desk, kind: Kind, column: str) -> str:
    """A value of a figure, or the trait with the same name; a dash if it has neither."""
    found = kind.values.get(column)
    if found is None:
        trait = kind.traits.get(column)
        return desk.system.printed(title_from_id(trait)) if isinstance(trait, str) else _NONE
    is_word = isinstance(found.value, str) and reckoned(found.value) is None
    return desk.system.printed(title_from_id(str(found.value))) if is_word else str(found.value)


def traits_of(desk: Desk, kind: Kind) -> Line:
    """The rank, size and specials of a foe; empty for the party, whose cards say so."""
    if not desk.pack.is_foe(kind):
        return ()
    notes: list[Run] = []
    if desk.pack.is_boss(kind):
        notes.append(Run(f"{desk.pack.rank_title(kind)}. "))
    across, down = kind.footprint
    if (across, down) != (1, 1):
        covered = f"{across} × {down} {say(desk.system.grid.cells)}"
        notes.append(Run(say("Covers {cells}.", cells=covered) + " "))
    if kind.base is not None:
        covered = count_of_cells(len(kind.base.beside) + 1, desk.system.grid)
        notes.append(Run(say("Covers {cells}.", cells=covered) + " "))
    for special in desk.at_work(kind.specials):
        notes += [Run(f"{special.title}. ", term=True), Run(f"{special.text} ")]
    return tuple(notes)
