"""The passes from the syntax of a quest to what it means: sort, set up, draw, place, resolve.

Takes a declaration, its game, and the file that it stands in. Returns a Quest, with what else is
known of it. It proves nothing and checks nothing.
"""

from __future__ import annotations

from itertools import chain

from questwright.compiler.analysis.brought import brought_effects
from questwright.compiler.analysis.traps import sprung_traps, unknown_traps
from questwright.compiler.frontend.findings import Findings
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.passages import check_references, read_passages
from questwright.compiler.model.quest import Quest, Thing
from questwright.compiler.passes.board.build_board import build_board
from questwright.compiler.passes.board.draw_board import draw_board
from questwright.compiler.passes.board.read_locks import read_locks
from questwright.compiler.passes.play.conditions import ConditionResolver
from questwright.compiler.passes.play.declare_play import declare_play
from questwright.compiler.passes.play.effects import EffectResolver
from questwright.compiler.passes.play.read_actions import read_actions
from questwright.compiler.passes.play.read_events import read_events
from questwright.compiler.passes.play.read_victories import default_victory, read_victories
from questwright.compiler.passes.text.read_settings import (
    check_sides,
    read_settings,
    with_chosen_sides,
)
from questwright.compiler.passes.text.sort_statements import sort_statements
from questwright.compiler.passes.things.add_clearings import Scene, add_clearings, add_springings
from questwright.compiler.passes.things.place_items import place_items
from questwright.compiler.passes.things.place_things import place_things
from questwright.compiler.passes.things.read_entries import is_start, read_entries, read_groups
from questwright.compiler.passes.things.read_pushers import read_pushers
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.games import Games
    from questwright.compiler.model.board import Board, Gate
    from questwright.compiler.model.cards import DeckChange
    from questwright.compiler.model.musters import Muster
    from questwright.compiler.model.quest import Event, PlayedTable, Unknown, Victory
    from questwright.compiler.model.sections import SectionDeck
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.passes.things.place_things import Placed
    from questwright.compiler.passes.things.walk_sections import KnownWalks
    from questwright.compiler.reading import QuestText
    from questwright.dsl.prose import Block
    from questwright.dsl.source import Source, Span
    from questwright.dsl.syntax import Declaration


class ResolvedQuest(NamedTuple):
    """A quest with every name resolved, and what else is known when its syntax is not needed."""

    quest: Quest
    system: System
    """Its game, with each figure on the side where the settings of the quest put it."""
    starts: tuple[Span, ...]
    """The places in the source of all statements about starts."""
    conditions: Callable[[Findings], ConditionResolver]
    """What reads further conditions of it, with findings that go elsewhere."""


class Semantics:
    """Resolves the quests of one run, and keeps what it has found out about sections of boards."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._walks: KnownWalks = {}

    def quest(
        self,
        declaration: Declaration,
        system: System,
        tiles: Mapping[str, Declaration],
        text: QuestText,
        findings: Findings,
    ) -> ResolvedQuest:
        """Run the passes over the syntax of one quest; `text` is all that stands in its file."""
        names = SymbolTable(findings)
        names.poisoned |= text.lost

        # Sort the statements, and read the settings.
        outline = sort_statements(declaration, system, findings)
        setup = read_settings(outline, system, text.lost, findings)
        check_sides(system, setup, findings)
        system = with_chosen_sides(system, setup)
        cards, system = _with_cards(outline, system, findings)

        # Draw the board, and lay out its areas and gates.
        sources = {**text.sources, **self._games.sources}
        canvas = draw_board(outline, system, sources, tiles, text.lost, findings)
        locks = read_locks(outline, system, names, findings)
        board, drawn = build_board(canvas, outline, locks, system, names, findings)
        deck = self._read_deck(outline, board, system, tiles, setup.party, findings, sources)

        # Place things, crossings, the party and items.
        placed = place_things(outline, drawn, board, locks, system, names, findings)
        hiding = frozenset(unknown.id for unknown in placed.unknowns)
        board, unknowns = _crossed(board, placed, outline, system, names, findings)
        groups = read_groups(outline, setup.party, names, findings)
        stated = (*(thing.statement for thing in drawn), *outline.things)
        things = read_entries(stated, placed.things, setup.party, names, findings)
        items, hidden = place_items(outline, placed, board, setup.party, system, names, findings)
        things = read_pushers(
            stated, things, items, (*unknowns, *hidden), setup.party, names, findings
        )

        # Declare all names, and then resolve what happens: every condition may use every name.
        items, flags = declare_play(outline, items, system, names)
        _find_keys(chain(board.gates, things), names)
        known = (system, board, things, setup.party, names)
        conditions = ConditionResolver(*known, findings, hiding, setup.values)
        effects = EffectResolver(conditions, items)
        tables, played = _tables(outline, effects, system, findings)
        actions = read_actions(outline, conditions)
        events = read_events(outline, conditions, effects)
        effects.finish()
        scene = Scene(things, unknowns, board.areas, setup.party, system)
        clearing_actions, clearing_events = add_clearings(scene, names)
        actions, events = (*actions, *clearing_actions), (*events, *clearing_events)
        musters = _musters(outline, conditions, things)
        victories = (
            *read_victories(outline, conditions),
            *self._default_victories(
                system,
                # A figure of whom the game speaks may be missing: then its victory is, too.
                ConditionResolver(*known, Findings(), hiding, setup.values),
            ),
        )

        # Read the texts of the book.
        passages = read_passages(outline, findings)
        blocks = [block for passage in passages for block in passage.blocks]
        blocks += _effect_texts(events, tables, played)
        check_references(blocks, declaration.span.path, names, system)

        id_, title = declaration.name.text, declaration.title
        quest = Quest(
            id=id_,
            title=(title and title.raw.strip()) or id_.replace("-", " ").capitalize(),
            system=system.id,
            party=setup.party,
            settings=setup.values,
            set_here=setup.origins,
            passages=passages,
            board=board,
            things=things,
            items=items,
            flags=flags,
            events=events,
            actions=actions,
            victories=victories,
            expects=tuple(outline.expects),
            allows=tuple(outline.allows),
            origin=declaration.span,
            unknowns=(*unknowns, *hidden, *tables),
            groups=groups,
            musters=musters,
            tables=played,
            deck=deck,
            cards=cards,
            before=tuple(brought_effects(items)),
        )
        quest = quest._replace(unknowns=(*quest.unknowns, *unknown_traps(quest, system)))
        springing = add_springings(scene, events, board, sprung_traps(quest, system), names)
        quest = quest._replace(events=(*springing, *events))
        starts = tuple(statement.span for statement in stated if is_start(statement, system))

        def read_by(elsewhere: Findings) -> ConditionResolver:
            told = (system, board, things, setup.party, names.told_to(elsewhere))
            return ConditionResolver(*told, elsewhere, hiding, setup.values)

        return ResolvedQuest(quest, system, starts, read_by)

    def _read_deck(  # noqa: PLR0913, PLR0917 - what a board is dealt from
        self,
        outline: Outline,
        board: Board,
        system: System,
        tiles: Mapping[str, Declaration],
        party: tuple[Kind, ...],
        findings: Findings,
        sources: Mapping[str, Source],
    ) -> SectionDeck | None:
        """The deck of a quest, with its sections walked through; None where it has none."""
        if not outline.decks:
            return None
        # Loaded here: few games deal their boards.
        from questwright.compiler.passes.board.read_deck import read_deck
        from questwright.compiler.passes.things.walk_sections import SectionGround, walk_sections

        deck = read_deck(outline, board, system, sources, tiles, findings)
        if deck is not None:
            ground = SectionGround(tiles, sources, system, party)
            walk_sections(deck, ground, self._walks, findings)
        return deck

    def _default_victories(
        self, system: System, conditions: ConditionResolver
    ) -> Iterator[Victory]:
        """The victories that the game gives to all quests, where this quest can have them."""
        for default in self._games.default_victories(system):
            found = default_victory(default.side, default.condition, default.text, conditions)
            if found is not None:
                yield found


def _find_keys(owners: Iterable[Gate | Thing], names: SymbolTable) -> None:
    """Report each lock whose key is no item of the quest."""
    for owner in owners:
        if owner.lock is not None and owner.lock.key and not owner.lock.is_barred:
            key = Name(owner.lock.key, owner.lock.origin)
            what = "it" if isinstance(owner, Thing) else "the gate"
            like = f"declare it: `item {key.text} at C4`, or shut {what} with `barred`"
            names.find(key, SymbolSort.ITEM, otherwise=like)


def _effect_texts(
    events: Iterable[Event], tables: Iterable[Unknown], played: Iterable[PlayedTable]
) -> Iterator[Block]:
    """The texts that events and rows of tables read aloud or note."""
    for event in events:
        for effect in event.effects:
            yield from effect.text
    for table in (*tables, *(played_table.table for played_table in played)):
        for row in table.ways:
            for effect in row.effects:
                yield from effect.text


# -- what few quests have: its passes are loaded for those alone -----------------------------


def _with_cards(
    outline: Outline, system: System, findings: Findings
) -> tuple[tuple[DeckChange, ...], System]:
    """What a quest changes in the decks of its game, and the game with these decks."""
    if not outline.cards:
        return (), system
    # Loaded here: few quests have cards of their own.
    from questwright.compiler.model.cards import changed_decks
    from questwright.compiler.passes.text.read_cards import read_cards

    changes = read_cards(outline, system, findings)
    return changes, system._replace(decks=changed_decks(system.decks, changes))


def _crossed(
    board: Board,
    placed: Placed,
    outline: Outline,
    system: System,
    names: SymbolTable,
    findings: Findings,
) -> tuple[Board, tuple[Unknown, ...]]:
    """The board with its crossings, and what is unknown."""
    if not outline.crossings:
        return board, placed.unknowns
    from questwright.compiler.passes.things.add_crossings import add_crossings

    return add_crossings(board, placed.things, placed.unknowns, outline, system, names, findings)


def _tables(
    outline: Outline, effects: EffectResolver, system: System, findings: Findings
) -> tuple[tuple[Unknown, ...], tuple[PlayedTable, ...]]:
    """The tables rolled on at set-up, and those rolled on in play."""
    if not outline.tables:
        return (), ()
    from questwright.compiler.passes.play.read_tables import read_tables

    return read_tables(outline, effects, system, findings)


def _musters(
    outline: Outline, known: ConditionResolver, things: tuple[Thing, ...]
) -> tuple[Muster, ...]:
    """Who is bought with points, in the order of the text."""
    if not outline.musters:
        return ()
    from questwright.compiler.passes.play import read_musters as of

    system, places = known.system, known.places
    context = of.MusterContext(known.board, things, of.last_round(known.settings, system))
    return of.read_musters(outline, context, system, places, known.names, known.findings)
