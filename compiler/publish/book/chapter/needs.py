"""Compose the first pages of a chapter: facts, components, setting up, table of figures."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from questwright.compiler.analysis.laying import tiles_by_area
from questwright.compiler.analysis.needs import (
    NeedSort,
    cards_set_aside,
    kinds_in_play,
    needed_pieces,
    wanderers,
)
from questwright.compiler.english import in_words, listed_in_words
from questwright.compiler.language import message, say, say_many
from questwright.compiler.model.quest import EffectKind, UnknownSort
from questwright.compiler.model.words import drawn_deck, title_from_id
from questwright.compiler.packs.system.moves import reckoned
from questwright.compiler.packs.system.system import Category, SettingRole, SettingShape
from questwright.compiler.publish.book.desk.desk import listed_runs
from questwright.compiler.publish.book.view.book import FigureTable, NeedGroup, NeedRow
from questwright.compiler.publish.book.view.tables import FactRow, FigureRow
from questwright.compiler.publish.book.view.text import ListBlock, Paragraph, Run, line, prose, said
from questwright.compiler.wording.cards import changed_in_words
from questwright.compiler.wording.cells import count_of_cells
from questwright.compiler.wording.deals import dealing_in_words
from questwright.compiler.wording.effects import say_effect, sentence
from questwright.compiler.wording.entries import (
    bearers_in_words,
    coming_in_words,
    has_restricted_starts,
    members_in_words,
    when_in_words,
)
from questwright.compiler.wording.unknown import dice_in_words, result_in_words, ways_in_words
from questwright.dsl.drawing import cell_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from questwright.compiler.analysis.needs import NeededPiece
    from questwright.compiler.model.laid_tile import LaidTile
    from questwright.compiler.model.quest import Way
    from questwright.compiler.packs.system.system import Kind, Setting
    from questwright.compiler.packs.system.values import Plain
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.map.pieces import Pieces
    from questwright.compiler.publish.book.view.text import Line, Prose

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
        and (kind.word in counted or not desk.is_boss(kind))
    ]
    return tuple(sorted(kinds, key=lambda kind: (desk.is_foe(kind), desk.is_boss(kind))))


def public_facts(desk: Desk) -> tuple[FactRow, ...]:
    """Who plays: the settings of the quest that name the party."""
    return tuple(
        _fact(desk, setting)
        for setting in desk.system.settings.values()
        if setting.role is SettingRole.PARTY and desk.quest.settings.get(setting.word)
    )


def facts_of(desk: Desk) -> tuple[FactRow, ...]:
    """The most important settings of the quest, as rows of facts."""
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
    return tuple(
        _fact(desk, setting) for word, setting in desk.system.settings.items() if word in shown
    )


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
    title = desk.setting_word(setting.word, own)
    laid = (tile_.title for tile_ in desk.board.tiles if tile_.instance == tile)
    return f"{title} ({next(laid)})" if tile else title


def tagline_of(desk: Desk) -> str:
    """The difficulty that the author gave; otherwise for how many members the quest is."""
    word = desk.quest.settings.get(_DIFFICULTY)
    if not isinstance(word, str) or _DIFFICULTY not in desk.quest.set_here:
        side, count = desk.system.party, len(desk.quest.party)
        name = side.one_title if count == 1 else side.many_title
        return say("A quest for {count} {members}", count=in_words(count), members=name)
    title = desk.setting_word(_DIFFICULTY, word)
    text = desk.setting_word(_DIFFICULTY, word, "text")
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
            rows += (NeedRow(0, say("the sections of the cards"), desk.heading("sections")),)
        if NeedSort.FIGURE in sorts:
            rows += tuple(_met(desk, {need.word: need.most for need in needs}))
        if NeedSort.TOKEN in sorts:
            locks = Counter(lock.kind.title for _, lock in desk.quest.locked() if lock.kind)
            note = say("a counter for each")
            rows += tuple(NeedRow(count, title, note) for title, count in locks.items())
        if NeedSort.CARD in sorts:
            rows += tuple(_decks(desk))
        if rows:
            groups.append(NeedGroup(_group_title(desk, sorts[0]), rows))
    return tuple(groups)


def _group_title(desk: Desk, sort: NeedSort) -> str:
    if sort is NeedSort.FIGURE:
        return desk.text("foes") or desk.heading("figures")
    return {
        NeedSort.TILE: say("Board"),
        NeedSort.GATE: desk.heading("gates"),
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
    if dealt is None or not dealt.rules.events:
        return
    deck = system.decks[dealt.rules.events]
    own = [
        each.card for change in desk.quest.cards if change.deck == deck.word for each in change.own
    ]
    most: dict[str, int] = {}
    for word, number in (pair for card in (*deck.cards, *own) for pair in card.brings):
        found = reckoned(number)
        most[word] = max(most.get(word, 0), found.most if found is not None else 0)
    for word, many in most.items():
        if many > counted.get(word, 0):
            kind = system.kinds[word]
            yield NeedRow(many, kind.title if many == 1 else kind.plural, deck.title)


def _decks(desk: Desk) -> Iterator[NeedRow]:
    search = desk.system.search
    deck = desk.system.decks.get(search.deck) if search is not None else None
    if deck is not None:
        yield NeedRow(0, say("{deck} deck", deck=deck.title))
    dealt = desk.quest.deck
    if dealt is not None:
        yield NeedRow(dealt.supply + 1, desk.heading("sections"))
        for word in dict.fromkeys((dealt.rules.events, dealt.rules.rewards)):
            if word:
                met = desk.system.decks[word]
                yield NeedRow(len(met.pile), met.title)


# -- setting up -------------------------------------------------------------------------


def setup_of(desk: Desk) -> Prose:
    """The numbered steps of setting up, then the tables to roll on and the notes."""
    steps = [*_changed_decks(desk), *_steps(desk), *_brought(desk), *_handed_out(desk)]
    standing = desk.text("setup")
    notes = (block for passage in desk.passages("note") for block in desk.prose(passage.blocks))
    steps += _choices(desk)
    return (*prose(standing), ListBlock(tuple(steps), ordered=True), *_tables(desk), *notes)


def _choices(desk: Desk) -> Iterator[Line]:
    """Steps for what is chosen in secret, and for tables that are rolled on."""
    for unknown in desk.hidden.values():
        is_thing = unknown.sort is UnknownSort.THING
        choice = (
            say("one {cell}", cell=say(desk.system.grid.cell)) if is_thing else say("one place")
        )
        form = message(
            "Choose {choice} in secret and write it down: {ways}. Tell nobody until it is found."
        )
        ways = ways_in_words(unknown)
        yield Run(f"{unknown.title}. ", term=True), Run(say(form, choice=choice, ways=ways))
    for unknown in desk.quest.unknowns:
        if unknown.sort is UnknownSort.TABLE:
            yield (
                Run(f"{unknown.title}. ", term=True),
                Run(
                    say(
                        "Roll {dice}; look below, and do what it says at once.",
                        dice=dice_in_words(unknown),
                    )
                ),
            )


def _tables(desk: Desk) -> Iterator[Paragraph | ListBlock]:
    """The tables that are rolled on, at set-up and in play, row by row."""
    for unknown in desk.quest.unknowns:
        if unknown.sort is not UnknownSort.TABLE:
            continue
        yield Paragraph((Run(f"{unknown.title} ({dice_in_words(unknown)})", term=True),))
        yield ListBlock(tuple(tuple(_row_of(desk, way)) for way in unknown.ways))
    for side, table in desk.quest.tables:
        whom = desk.system.sides[side].title
        dice = dice_in_words(table)
        title = say(
            "{table} ({dice}, in play, for {side})", table=table.title, dice=dice, side=whom
        )
        yield Paragraph((Run(title, term=True),))
        yield ListBlock(tuple(tuple(_row_of(desk, way)) for way in table.ways))


def _row_of(desk: Desk, way: Way) -> Iterator[Run]:
    """A row of a table: its results, its title and its effects."""
    yield Run(result_in_words(way), strong=True)
    yield Run(f"  {way.title}. ", emphasis=True)
    effects = [effect for effect in way.effects if effect.kind is not EffectKind.SET]
    for effect in effects:
        yield Run(f"{sentence(say_effect(effect, desk.quest, desk.system))} ")
    if not effects:
        yield Run(say("Nothing else happens.") if not way.effects else say("Remember it."))


def _brought(desk: Desk) -> Iterator[Line]:
    """The steps that hand out what members bring."""
    for item in desk.quest.items:
        if item.brought:
            who = bearers_in_words(item, desk.quest)
            form = (
                message("{who} begins with it.")
                if who
                else message("One of the {members} begins with it, as the players choose.")
            )
            told = say(form, who=who, members=desk.system.party.many_title)
            kept = f" {say('It is bound: nobody hands it over.')}" if item.is_bound else ""
            yield Run(f"{item.title}. ", term=True), Run(f"{told}{kept}")


def _changed_decks(desk: Desk) -> Iterator[Line]:
    """The steps that take cards out of decks, and put the quest's own in."""
    for change in desk.quest.cards:
        yield Run(f"{change.title}. ", term=True), Run(changed_in_words(change))


def _handed_out(desk: Desk) -> Iterator[Line]:
    """The step that takes out the cards that the quest gives by name."""
    deck = drawn_deck(desk.system)
    cards = cards_set_aside(desk.quest, desk.system)
    if cards and deck is not None:
        named = (f"{count} × {card.title}" if count > 1 else card.title for card, count in cards)
        passage = say_many(
            "Take out {cards} before it is shuffled: this quest hands it out.",
            "Take out {cards} before it is shuffled: this quest hands them out.",
            sum(count for _, count in cards),
            cards=listed_in_words(named),
        )
        head = say("{deck} deck", deck=deck.title)
        yield Run(f"{head}. ", term=True), Run(passage)


def _laying(desk: Desk) -> Iterator[Line]:
    """How the board comes to lie there."""
    board = desk.board
    deck = desk.quest.deck
    if deck is not None:
        for about, passage in dealing_in_words(deck):
            yield Run(f"{about}. ", term=True), Run(passage)
        yield Run(f"{say('The first section')}. ", term=True), Run(_first_section(desk))
    elif desk.system.is_laid_as_revealed:
        if board.tiles:
            form = message(
                "Lay {tiles} as the map shows, up to the gates that are shut. "
                "The entry of each area says what is laid with it."
            )
            yield tuple(said(form, tiles=tiles_in_words(_first_tiles(desk))))
        else:
            form = message(
                "Lay the floor of {areas} as the map shows, up to the gates that are shut. "
                "The entry of each area says what is laid with it."
            )
            yield tuple(said(form, areas=listed_runs(_first_areas(desk))))
    elif board.tiles:
        counts = Counter(tile.title for tile in board.tiles)
        tiles = listed_in_words(
            title if count == 1 else say("{title} ({count} of them)", title=title, count=count)
            for title, count in counts.items()
        )
        yield line(say("Lay out {tiles} as the layout shows.", tiles=tiles))
    else:
        yield line(say("Lay out the board as the map shows."))


def _first_areas(desk: Desk) -> list[Run]:
    return [desk.area_link(reveal.area) for reveal in desk.reveals if reveal.depth == 0]


def _first_tiles(desk: Desk) -> list[LaidTile]:
    laid = tiles_by_area(desk.quest)
    return [
        tile for reveal in desk.reveals if reveal.depth == 0 for tile in laid.get(reveal.area, ())
    ]


def tiles_in_words(tiles: Sequence[LaidTile]) -> str:
    """Tiles with where they lie: ``tile 24a (I7 to T11, turned by 90)``."""
    names = listed_in_words(_tile_in_words(tile) for tile in tiles)
    return say_many("tile {names}", "tiles {names}", len(tiles), names=names)


def _tile_in_words(tile: LaidTile) -> str:
    rows, columns = tile.size
    first = cell_name(tile.row, tile.column)
    last = cell_name(tile.row + rows - 1, tile.column + columns - 1)
    if tile.turns:
        form = message("{tile} ({first} to {last}, turned by {degrees})")
        return say(form, tile=tile.title, first=first, last=last, degrees=tile.turns * 90)
    return say("{tile} ({first} to {last})", tile=tile.title, first=first, last=last)


def _first_section(desk: Desk) -> str:
    """How play begins where the board is dealt."""
    passage = say(
        "Turn the top card over and lay its section: the {party} begin on it.",
        party=desk.system.party.many_title,
    )
    return " ".join(filter(None, (passage, desk.text("first_section"))))


def _steps(desk: Desk) -> Iterator[Line]:
    yield from _laying(desk)
    if desk.quest.deck is not None:
        yield from _objective(desk, desk.quest.deck.objective.title)
        return
    yield from _standing(desk)


def _objective(desk: Desk, title: str) -> Iterator[Line]:
    """What is done when the objective is laid: nothing of it is on the table before that."""
    yield (
        Run(f"{title}. ", term=True),
        *said(
            message(
                "When its card is turned over, lay it and set out what the entry of {areas} lists. "
                "Nothing of it stands on the table before that."
            ),
            areas=listed_runs([desk.area_link(reveal.area) for reveal in desk.reveals]),
        ),
    )
    if desk.quest.starts:
        yield line(
            say(
                "When the first of the {party} goes in by its doorway, all of them do: place each "
                "on one of {cells}. Nothing in it moves before that, and this is round 1.",
                party=desk.system.party.many_title,
                cells=desk.cells(desk.quest.starts),
            )
        )


def _standing(desk: Desk) -> Iterator[Line]:
    """What is set out and who stands where when play begins, and what settings say of it."""
    first = [reveal.area for reveal in desk.reveals if reveal.depth == 0]
    links = listed_runs([desk.area_link(number) for number in first])
    if links:
        form = message(
            "Set out what {areas} holds: its entry lists it. "
            "Keep everything else off the board until its area is revealed."
        )
        if len(first) > 1:
            form = message(
                "Set out what {areas} hold: their entries list it. "
                "Keep everything else off the board until its area is revealed."
            )
        yield tuple(said(form, areas=links))
    starts = desk.quest.starts
    if has_restricted_starts(desk.quest):
        for entry in desk.quest.entries:
            who, cells = members_in_words(entry, desk.quest), desk.cells(entry.cells)
            if entry.round == 1:
                yield line(
                    say("Place {who} on a start of their own: {cells}.", who=who, cells=cells)
                )
            else:
                when = when_in_words(entry)
                yield line(f"{coming_in_words(entry, who, cells)}, {when}.")
    elif starts:
        party = desk.system.party
        form = message("Place each {member} on a start of their own: {cells}.")
        yield line(say(form, member=party.one_title, cells=desk.cells(starts)))
    for word, setting in desk.system.settings.items():
        value = desk.quest.settings.get(word)
        is_said = word in desk.quest.set_here
        if setting.role is SettingRole.LAID_TRAPS and isinstance(value, int) and value:
            yield (Run(f"{setting.title}: {value}. ", term=True), Run(setting.text))
        elif setting.role is SettingRole.REMOVED_CARDS and isinstance(value, str) and is_said:
            title = desk.setting_word(word, value)
            yield (
                Run(f"{setting.title}: {title}. ", term=True),
                Run(desk.setting_word(word, value, "text")),
            )


# -- the figures' table -----------------------------------------------------------------


def figure_table(pieces: Pieces, figures: Iterable[Kind]) -> FigureTable | None:
    """The values of every figure that may come into play, without empty columns."""
    desk = pieces.desk
    kinds = tuple(figures)
    if not kinds:
        return None
    columns = columns_of(desk, kinds)
    most = {need.word: need.most for need in needed_pieces(desk.quest, desk.system)}
    rows = tuple(
        FigureRow(
            code=pieces.codes.get(kind.word, ""),
            name=pieces.figure_name(kind),
            cells=tuple(values_of(desk, kind, values) for _, values in columns),
            count=most.get(kind.word, 0),
            note=traits_of(desk, kind),
            tone=pieces.tone(kind),
        )
        for kind in kinds
    )
    titles = tuple(title for title, _ in columns)
    title = desk.heading("figures")
    return FigureTable(titles, rows, title, desk.text("figures"))


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
    if not desk.is_foe(kind):
        return ()
    notes: list[Run] = []
    if desk.is_boss(kind):
        notes.append(Run(f"{desk.rank_title(kind)}. "))
    across, down = kind.footprint
    if (across, down) != (1, 1):
        covered = f"{across} × {down} {say(desk.system.grid.cells)}"
        notes.append(Run(say("Covers {cells}.", cells=covered) + " "))
    if kind.base is not None:
        covered = count_of_cells(len(kind.base.beside) + 1, desk.system.grid)
        notes.append(Run(say("Covers {cells}.", cells=covered) + " "))
    for special in kind.specials:
        notes += [Run(f"{special.title}. ", term=True), Run(f"{special.text} ")]
    return tuple(notes)
