"""Compose how a quest is set up: what is chosen, laid out, dealt and handed out, step by step."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from questwright.compiler.analysis.laying import tiles_by_area
from questwright.compiler.analysis.needs import (
    cards_set_aside,
)
from questwright.compiler.english import listed_in_words
from questwright.compiler.language import message, say, say_many
from questwright.compiler.model.musters import muster_in_words
from questwright.compiler.model.quest import EffectKind, UnknownSort
from questwright.compiler.model.round_words import round_words
from questwright.compiler.model.words import drawn_deck
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.packs.system.system import Category
from questwright.compiler.publish.book.desk.runs import listed_runs
from questwright.compiler.publish.book.view.text import ListBlock, Paragraph, Run, line, prose, said
from questwright.compiler.wording.cards import changed_in_words, counted_cards
from questwright.compiler.wording.deals import dealing_in_words
from questwright.compiler.wording.effects import say_effect, sentence
from questwright.compiler.wording.entries import (
    bearers_in_words,
    coming_in_words,
    has_restricted_starts,
    members_in_words,
    when_in_words,
)
from questwright.compiler.wording.phrases import place_in_words
from questwright.compiler.wording.unknown import dice_in_words, result_in_words, ways_in_words
from questwright.dsl.drawing import cell_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.laid_tile import LaidTile
    from questwright.compiler.model.quest import Item, Unknown, Way
    from questwright.compiler.publish.book.desk.desk import Desk
    from questwright.compiler.publish.book.view.text import Line, Prose


def setup_of(desk: Desk) -> Prose:
    """The numbered steps of setting up, then the tables to roll on and the notes."""
    steps = [*_changed_decks(desk), *_steps(desk), *_brought(desk), *_handed_out(desk)]
    standing = desk.pack.text("setup")
    notes = (block for passage in desk.passages("note") for block in desk.prose(passage.blocks))
    steps += _choices(desk)
    return (*prose(standing), ListBlock(tuple(steps), ordered=True), *_tables(desk), *notes)


def _choices(desk: Desk) -> Iterator[Line]:
    """Steps for what is bought or chosen in secret, and for tables that are rolled on."""
    for muster in desk.quest.musters:
        if not muster.rounds:
            side = desk.system.sides[muster.side].title
            where = place_in_words(muster.place, muster.cells, desk.quest)
            told = f"{side}: {muster_in_words(muster, desk.system)}, {where}."
            yield Run(f"{muster.title}. ", term=True), Run(told)
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
            yield Run(f"{unknown.title}. ", term=True), Run(_rolled(desk, unknown))


def _rolled(desk: Desk, table: Unknown) -> str:
    """What is done with a table when the quest is set up."""
    told = say("Roll {dice}; look below, and do what it says at once.", dice=dice_in_words(table))
    first = sum(desk.board.areas[reveal.area].cells for reveal in desk.reveals if reveal.depth == 0)
    placed = [
        effect for way in table.ways for effect in way.effects if effect.kind is EffectKind.SPAWN
    ]
    if all(effect.cells and not effect.cells & ~first for effect in placed):
        return told
    if desk.quest.deck is not None or desk.system.is_laid_as_revealed:
        when = say("What it places where nothing is laid yet is set out when that is laid.")
    else:
        when = say("What it places stands there from the beginning, in whatever area.")
    return f"{told} {when}"


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
    brought = [item for item in desk.quest.items if item.brought]
    many = Counter(item.alike or item.id for item in brought)
    for item in {item.alike or item.id: item for item in brought}.values():
        if item.alike:
            told = _several_brought(desk, item)
            yield Run(f"{many[item.alike]} × {item.title}. ", term=True), Run(told)
            continue
        who = bearers_in_words(item, desk.quest)
        form = (
            message("{who} begins with it.")
            if who
            else message("One of the {members} begins with it, as the players choose.")
        )
        told = say(form, who=who, members=desk.system.party.many_title)
        kept = f" {say('It is bound: nobody hands it over.')}" if item.is_bound else ""
        yield Run(f"{item.title}. ", term=True), Run(f"{told}{kept}")


def _several_brought(desk: Desk, item: Item) -> str:
    """Who brings several that are alike."""
    who = bearers_in_words(item, desk.quest)
    if len(item.brought) == 1:
        return say("{who} begins with them.", who=who)
    if who:
        return say("{who} begins with each of them, as the players choose.", who=who)
    members = desk.system.party.many_title
    return say("The {members} begin with them, shared as the players choose.", members=members)


def _changed_decks(desk: Desk) -> Iterator[Line]:
    """The steps that take cards out of decks, and put the quest's own in."""
    for change in desk.quest.cards:
        yield Run(f"{change.title}. ", term=True), Run(changed_in_words(change))


def _handed_out(desk: Desk) -> Iterator[Line]:
    """The step that takes out the cards that the quest gives by name."""
    deck = drawn_deck(desk.system)
    cards = cards_set_aside(desk.quest, desk.system)
    if cards and deck is not None:
        passage = say_many(
            "Take out {cards} before it is shuffled: this quest hands it out.",
            "Take out {cards} before it is shuffled: this quest hands them out.",
            sum(count for _, count in cards),
            cards=counted_cards((card.title, count) for card, count in cards),
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
            form = message("Lay {tiles} as the map shows, as far as what is shut.")
            laid = said(form, tiles=tiles_in_words(_first_tiles(desk)))
        else:
            form = message("Lay the floor of {areas} as the map shows, as far as what is shut.")
            laid = said(form, areas=listed_runs(_first_areas(desk)))
        yield (*laid, Run(" "), Run(say("The entry of each area says what is laid with it.")))
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
    """Tiles with where they lie: ``tile 24a (I7 to T11, turned by 90°)``."""
    names = listed_in_words(_tile_in_words(tile) for tile in tiles)
    return say_many("tile {names}", "tiles {names}", len(tiles), names=names)


def _tile_in_words(tile: LaidTile) -> str:
    rows, columns = tile.size
    first = cell_name(tile.row, tile.column)
    last = cell_name(tile.row + rows - 1, tile.column + columns - 1)
    if tile.turns:
        form = message("{tile} ({first} to {last}, turned by {degrees}°)")
        return say(form, tile=tile.title, first=first, last=last, degrees=tile.turns * 90)
    return say("{tile} ({first} to {last})", tile=tile.title, first=first, last=last)


def _first_section(desk: Desk) -> str:
    """How play begins where the board is dealt."""
    passage = say(
        "Turn the top card over and lay its section: the {party} begin on it.",
        party=desk.system.party.many_title,
    )
    return " ".join(filter(None, (passage, desk.pack.text("first_section"))))


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
                "on one of {cells}. Nothing in it moves before that, and this is {round} 1.",
                party=desk.system.party.many_title,
                cells=desk.cells(desk.quest.starts),
                **round_words(desk.system.turns),
            )
        )


def _begun(desk: Desk, cells: Cells) -> list[Run]:
    """Where members begin: their cells, in which area, and how they face if the quest says so."""
    found: list[Run] = []
    starts = [t for t in desk.quest.things_of(Category.START) if t.mask & cells]
    groups = dict.fromkeys((start.area, start.facing) for start in starts)
    for area, facing in groups:
        of_group = (s.mask for s in starts if (s.area, s.facing) == (area, facing))
        found += [Run("; ")] if found else []
        form = message("{cells} in {area}")
        found += said(form, cells=desk.cells(sum({*of_group})), area=[desk.area_link(area)])
        found += [Run(say(", facing {side}", side=say(facing)))] if facing else []
    return found


def _standing(desk: Desk) -> Iterator[Line]:
    """What is set out and who stands where when play begins, and what settings say of it."""
    first = [reveal.area for reveal in desk.reveals if reveal.depth == 0]
    links = listed_runs([desk.area_link(number) for number in first])
    if links:
        form = message(
            "Set out what {areas} holds: its entry lists it. "
            "Set out what is in another area only when that area is revealed."
        )
        if len(first) > 1:
            form = message(
                "Set out what {areas} hold: their entries list it. "
                "Set out what is in another area only when that area is revealed."
            )
        yield tuple(said(form, areas=links))
    starts = desk.quest.starts
    if has_restricted_starts(desk.quest):
        for entry in desk.quest.entries:
            who, cells = members_in_words(entry, desk.quest), desk.cells(entry.cells)
            if entry.round == 1:
                form = message("Place {who} on a start of their own: {where}.")
                yield tuple(said(form, who=who, where=_begun(desk, entry.cells)))
            else:
                when = when_in_words(entry, desk.system.turns)
                yield line(f"{coming_in_words(entry, who, cells)}, {when}.")
    elif starts:
        party = desk.system.party
        form = message("Place each {member} on a start of their own: {where}.")
        yield tuple(said(form, member=party.one_title, where=_begun(desk, starts)))
    for word, setting in desk.system.settings.items():
        value = desk.quest.settings.get(word)
        is_said = word in desk.quest.set_here
        if setting.role is SettingRole.LAID_TRAPS and isinstance(value, int) and value:
            yield (Run(f"{setting.title}: {value}. ", term=True), Run(setting.text))
        elif setting.role is SettingRole.REMOVED_CARDS and isinstance(value, str) and is_said:
            title = desk.pack.setting_word(word, value)
            yield (
                Run(f"{setting.title}: {title}. ", term=True),
                Run(desk.pack.setting_word(word, value, "text")),
            )
