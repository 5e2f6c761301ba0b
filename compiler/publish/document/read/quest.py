"""Build an edition from a document that its schema has accepted.

Takes the document's top object and the pack of its game. Returns an edition: this undoes what
`quest_json` does. Raises `DocumentError` for a name that neither the document nor the pack has.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from questwright.compiler.analysis.brought import brought_effects
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.cards import changed_decks
from questwright.compiler.model.quest import Item, Passage, Quest, Thing, Unknown, UnknownSort, Way
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.publish.document.read.board import read_board, read_lock
from questwright.compiler.publish.document.read.cards import read_changes
from questwright.compiler.publish.document.read.deck import read_deck
from questwright.compiler.publish.document.read.edition import Edition, ProofSummary
from questwright.compiler.publish.document.read.lookup import NOWHERE, look_up, mask_of
from questwright.compiler.publish.document.read.part import DocumentError
from questwright.compiler.publish.document.read.party import read_groups, read_musters, with_entries
from questwright.compiler.publish.document.read.play import PlayReader
from questwright.compiler.publish.document.read.texts import read_allow, read_blocks, read_expect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.document.read.part import Part


def edition_from(top: Part, system: System) -> Edition:
    """The edition that a document holds, with the summary of its proof."""
    game = top.part("system")
    changes = read_changes(top, system)
    system = system._replace(decks=changed_decks(system.decks, changes))
    quest = _QuestReader(top, system).quest()._replace(cards=changes)
    return Edition(
        quest, system, _proof(top, quest.board), game.text("version"), game.text("digest")
    )


class _QuestReader:
    """Reads the quest of one document; `cells` and `areas` are its symbol tables."""

    def __init__(self, top: Part, system: System) -> None:
        self.top = top
        self.system = system
        self.cells, self.board = read_board(top, system)
        self.areas = {area.id: number for number, area in enumerate(self.board.areas)}
        self.titles = self.board.titles
        self.first_ways = {part.text("id"): part.parts("ways")[0] for part in top.parts("unknowns")}
        """By the id of what is unknown its first way, which a quest shows where it is not told."""

    def quest(self) -> Quest:
        """The quest of the document."""
        top, system = self.top, self.system
        things = tuple(map(self.thing, top.parts("things")))
        things = with_entries(things, top.part("party"), self.cells)
        self.titles |= {thing.id: thing.title for thing in things}
        play = PlayReader(system, self.cells, self.titles, self.first_ways)
        items = tuple(map(self.item, top.parts("items")))
        _require_unique(area.id for area in self.board.areas)
        _require_unique(gate.id for gate in self.board.gates)
        _require_unique(crossing.id for crossing in self.board.crossings)
        _require_unique(thing.id for thing in things)
        _require_unique(item.id for item in items)
        settings = top.parts("settings")
        members = top.part("party").words("members")
        return Quest(
            id=top.text("id"),
            title=top.text("title"),
            system=system.id,
            party=tuple(look_up(system.kinds, word, "a kind of the game") for word in members),
            settings={setting.text("word"): setting.pack_data("value") for setting in settings},
            set_here={
                setting.text("word"): NOWHERE for setting in settings if setting.flag("given")
            },
            passages=tuple(
                Passage(part.text("word"), read_blocks(part, "blocks"), NOWHERE, part.flag("told"))
                for part in top.parts("texts")
            ),
            board=self.board,
            things=things,
            items=items,
            flags=top.words("flags"),
            events=tuple(map(play.event, top.parts("events"))),
            actions=tuple(map(play.action, top.parts("actions"))),
            victories=tuple(map(play.victory, top.parts("victories"))),
            expects=tuple(map(read_expect, top.parts("expects"))),
            allows=tuple(map(read_allow, top.parts("allows"))),
            origin=NOWHERE,
            unknowns=tuple(self.unknown(part, play) for part in top.parts("unknowns")),
            groups=read_groups(top.part("party")),
            musters=read_musters(top, self.cells, system),
            deck=read_deck(top.part_or_none("dealt"), system),
            before=tuple(brought_effects(items)),
        )

    def unknown(self, part: Part, play: PlayReader) -> Unknown:
        """An unknown with all its ways."""
        return Unknown(
            id=part.text("id"),
            title=part.text("title"),
            sort=UnknownSort(part.text("sort")),
            ways=tuple(self.way(way, play) for way in part.parts("ways")),
            origin=NOWHERE,
            dice=part.number("dice"),
            die=part.number("die"),
        )

    def way(self, part: Part, play: PlayReader) -> Way:
        """One way of an unknown."""
        cell, area, chance = part.text("cell"), part.text("area"), part.text("chance")
        return Way(
            title=part.text("title"),
            chance=Fraction(chance) if chance else None,
            low=part.number("low"),
            high=part.number("high"),
            holder=part.text("holder"),
            cell=look_up(self.cells, cell, "a square") if cell else -1,
            cells=tuple(look_up(self.cells, name, "a square") for name in part.words("cells")),
            area=look_up(self.areas, area, "an area") if area else -1,
            is_absent=part.flag("absent"),
            effects=tuple(map(play.effect, part.parts("effects"))),
        )

    def thing(self, part: Part) -> Thing:
        """A thing on the board."""
        first = self.first_ways.get(part.text("id"))
        place = part if first is None or part.words("cells") else first
        cells = tuple(look_up(self.cells, name, "a square") for name in place.words("cells"))
        if not cells:
            raise DocumentError(f"nothing in it says where `{part.text('id')[:60]}` stands")
        area = place.text("area")
        lock, pushed = part.part_or_none("lock"), part.part_or_none("pushed")
        return Thing(
            id=part.text("id"),
            title=part.text("title"),
            kind=look_up(self.system.kinds, part.text("kind"), "a kind of the game"),
            cells=cells,
            facing=part.text("facing"),
            area=look_up(self.areas, area, "an area") if area else -1,
            link=part.text("link"),
            specials=tuple(
                look_up(self.system.specials, word, "a special of the game")
                for word in part.words("specials")
            ),
            is_named=part.flag("named"),
            origin=NOWHERE,
            lock=None if lock is None else read_lock(lock, self.system),
            pushers=pushed.words("by") if pushed is not None else (),
        )

    def item(self, part: Part) -> Item:
        """An item."""
        place = self.first_ways.get(part.text("id"), part)
        cell, gear = place.text("cell"), part.text("gear")
        return Item(
            id=part.text("id"),
            title=part.text("title"),
            gear=look_up(self.system.gear, gear, "gear of the game") if gear else None,
            card=part.text("card"),
            holder=place.text("holder"),
            cell=look_up(self.cells, cell, "a square") if cell else -1,
            origin=NOWHERE,
            alike=part.text("alike"),
            brought=part.words("brought"),
            is_bound=part.flag("bound"),
        )


def _require_unique(ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for id_ in ids:
        if id_ in seen:
            raise DocumentError(f"two things in it have the id `{id_[:60]}`")
        seen.add(id_)


def _proof(top: Part, board: Board) -> ProofSummary | None:
    part = top.part_or_none("verdict")
    if part is None:
        return None
    cells = {board.name(cell): cell for cell in each_cell(board.floor)}
    return ProofSummary(
        kind=VerdictKind(part.text("kind")),
        steps=len(part.parts("line")),
        rounds=_rounds(part),
        causes=tuple(cause.text("text") for cause in part.parts("causes")),
        reached=mask_of(cells, part.words("reached")),
        required=part.words("required"),
        optional=part.words("optional"),
        undecided=part.words("undecided"),
        degrees={
            own.text("title"): (VerdictKind(own.text("kind")), _rounds(own))
            for own in top.parts("degrees")
        },
    )


def _rounds(part: Part) -> tuple[int, int] | None:
    rounds = part.part_or_none("rounds")
    return None if rounds is None else (rounds.number("low"), rounds.number("high"))
