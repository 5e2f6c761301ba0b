"""Hold the sections of a deck to the rules of walking: each is laid alone, and walked through.

Takes the deck of a quest and the party. Reports what is wrong on a section as on any board,
doorways to which somebody of the party does not walk, and squares that nobody reaches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.compiler.frontend.findings import Findings
from questwright.compiler.frontend.names import SymbolTable
from questwright.compiler.frontend.outline import Outline
from questwright.compiler.model.quest import Quest, Thing
from questwright.compiler.movers import movers_of
from questwright.compiler.packs.system.system import Category
from questwright.compiler.passes.board.build_board import build_board
from questwright.compiler.passes.board.draw_board import draw_board
from questwright.compiler.passes.board.read_locks import read_locks
from questwright.compiler.passes.things.place_things import place_things
from questwright.dsl.diagnostics import Label
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Clause, Form, Name, Place, PlaceForm, Statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.sections import Doorway, Section, SectionDeck
    from questwright.compiler.movers import Mover
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.dsl.diagnostics import Diagnostic
    from questwright.dsl.source import Source
    from questwright.dsl.syntax import Declaration

KnownWalks = dict[tuple[str, str, tuple[str, ...]], tuple["Diagnostic", ...]]
"""What was found on sections of a game: by its digest, the section, and the party."""


class SectionGround(NamedTuple):
    """What sections are laid from: the tiles, their texts, the game, and who walks on them."""

    tiles: Mapping[str, Declaration]
    sources: Mapping[str, Source]
    system: System
    party: tuple[Kind, ...]


def walk_sections(
    deck: SectionDeck, ground: SectionGround, known: KnownWalks, findings: Findings
) -> None:
    """Lay each section of a deck besides its objective, and walk through it from each doorway.

    ``known`` keeps what was found on sections that the game draws, for other quests.
    """
    members = tuple(kind.word for kind in ground.party)
    for section in {each.section.word: each.section for each in deck.cards if each.many}.values():
        is_printed = section.word in ground.system.tiles
        key = (ground.system.digest, section.word, members)
        found = known.get(key) if is_printed else None
        if found is None:
            found = tuple(_SectionWalk(section, ground).found())
            if is_printed:
                known[key] = found
        for finding in found:
            # A section of the game is told where the quest deals it: nobody edits the game.
            label = Label(deck.origin, finding.label.text) if is_printed else finding.label
            findings.extend((finding._replace(label=label),))


class _SectionWalk:
    """One section, laid alone at the corner of a board."""

    def __init__(self, section: Section, ground: SectionGround) -> None:
        self._section = section
        self._ground = ground
        self._span = ground.tiles[section.word].name.span

    def found(self) -> Iterator[Diagnostic]:
        """What is wrong on it; where its text has errors, these alone."""
        findings = Findings(self._ground.system.grid)
        quest = self._laid(findings)
        if quest is not None and not any(each.severity == "error" for each in findings.all()):
            self._walk(quest, findings)
        yield from findings.all()

    def _laid(self, findings: Findings) -> Quest | None:
        """A quest of the section alone, in which nobody begins yet."""
        system, span = self._ground.system, self._span
        corner = Place(PlaceForm.CELL, "A1", "", "", span)
        at = Clause(Name("at", span), ((corner,),), (), span)
        tile = Name(self._section.word, span)
        outline = Outline(self._ground.tiles[self._section.word])
        outline.tiles.append(
            Statement(Form.TILE, Name("tile", span), ((tile,),), (at,), (), None, None, span)
        )
        names = SymbolTable(findings)
        canvas = draw_board(
            outline, system, self._ground.sources, self._ground.tiles, set(), findings
        )
        locks = read_locks(outline, system, names, findings)
        board, drawn = build_board(canvas, outline, locks, system, names, findings)
        if not board.floor:
            return None
        placed = place_things(outline, drawn, board, locks, system, names, findings)
        return Quest(
            id=self._section.word,
            title=self._section.title,
            system=system.id,
            party=self._ground.party,
            settings={},
            set_here={},
            passages=(),
            board=board,
            things=placed.things,
            items=(),
            flags=(),
            events=(),
            actions=(),
            victories=(),
            expects=(),
            allows=(),
            origin=span,
        )

    def _walk(self, quest: Quest, findings: Findings) -> None:
        """Walk from each doorway to all others, and look which squares nobody comes to."""
        doors = (self._section.way_in, *self._section.further)
        reached = 0
        for door in doors:
            movers = self._from(door, quest)
            for mover in movers:
                reached |= mover.states[0].reached
            for other in doors:
                cells = _mask(self._cells(other, quest))
                slow = [each for each in movers if not each.states[0].reached & cells]
                if other is not door and (slow or not movers):
                    self._tell_apart(door, other, slow if slow != [*movers] else [], findings)
                    return
        shut = quest.board.floor & ~quest.blocked & ~reached
        if shut:
            findings.add(
                codes.UNREACHABLE_SQUARES,
                f"nobody can reach {quest.board.names(shut)} of the section `{quest.id}`",
                self._span,
                "closed off",
                reason="nobody walks through what stands there",
                help=f"leave a {findings.cell} free",
            )

    def _from(self, door: Doorway, quest: Quest) -> tuple[Mover, ...]:
        """Where the members come who begin at a doorway."""
        system = self._ground.system
        start = next(kind for kind in system.kinds.values() if kind.category is Category.START)
        begin = [
            Thing(
                "", start.title, start, (cell,), "", -1, "", (), is_named=False, origin=self._span
            )
            for cell in self._cells(door, quest)
        ]
        begun = quest._replace(things=(*quest.things, *begin))
        return movers_of(begun, system, sides=[system.party.word])

    def _cells(self, door: Doorway, quest: Quest) -> list[int]:
        """The cells of a doorway on which somebody can stand."""
        row, column = door.square
        is_across = door.side in ("north", "south")
        squares = [
            (row, column + at) if is_across else (row + at, column) for at in range(door.width)
        ]
        cells = [row * quest.board.stride + column for row, column in squares]
        return [cell for cell in cells if not quest.blocked >> cell & 1]

    def _tell_apart(
        self, door: Doorway, other: Doorway, movers: list[Mover], findings: Findings
    ) -> None:
        """Report two doorways between which some do not walk, or where none is named nobody."""
        kinds = dict.fromkeys(kind.title for mover in movers for kind in mover.kinds)
        who = f"{listed_in_words(kinds)} cannot" if kinds else "nobody can"
        findings.add(
            codes.DOORWAY_OUT_OF_REACH,
            f"{who} walk from the doorway in the {door.side} of `{self._section.word}` "
            f"to that in the {other.side}",
            self._span,
            "no way through",
            reason="a party walks through a section to whatever is clipped on behind it, and back",
            help="take away what stands or is drawn between the two, or close one of the doorways",
        )


def _mask(cells: list[int]) -> Cells:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
