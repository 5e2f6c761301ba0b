"""Build an edition from a document that its schema has accepted.

Takes the document's top object and the pack of its game. Returns an edition: this undoes what
`quest_json` does. Raises `DocumentError` for a name that neither the document nor the pack has.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

from questwright.compiler.analysis.brought import brought_effects
from questwright.compiler.geometry.cliffs import with_barriers, with_cliffs
from questwright.compiler.grid.cells import Edge, each_cell
from questwright.compiler.grid.lattice import lattice_of
from questwright.compiler.model.board import Area, Barrier, Board, Gate, Lock, Patch, Tier
from questwright.compiler.model.cards import changed_decks
from questwright.compiler.model.quest import (
    Action,
    Effect,
    EffectKind,
    Event,
    Every,
    Fact,
    FactKind,
    Item,
    Moving,
    Not,
    Passage,
    Quantity,
    Quest,
    Some,
    Thing,
    Unknown,
    UnknownSort,
    Victory,
    Way,
)
from questwright.compiler.model.verdict import VerdictKind
from questwright.compiler.model.words import title_from_id
from questwright.compiler.publish.document.read.cards import read_changes
from questwright.compiler.publish.document.read.crossings import read_crossings
from questwright.compiler.publish.document.read.deck import read_deck
from questwright.compiler.publish.document.read.edition import Edition, ProofSummary
from questwright.compiler.publish.document.read.part import DocumentError
from questwright.compiler.publish.document.read.party import (
    read_groups,
    read_musters,
    with_entries,
)
from questwright.compiler.publish.document.read.tiles import read_tiles
from questwright.dsl import limits
from questwright.dsl.drawing import cell_name
from questwright.dsl.prose import Block, Run, Style
from questwright.dsl.source import Span
from questwright.dsl.syntax import Allow, Claim, Expect, Name, Range, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Condition
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.publish.document.read.part import Part

T = TypeVar("T")

_NOWHERE: Final = Span("", 0, 0)
"""The span of everything: comparisons do not look at spans."""
_NEAR: Final = "near "


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
        self.cells, self.board = _board(top, system)
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
            party=tuple(_look_up(system.kinds, word, "a kind of the game") for word in members),
            settings={setting.text("word"): setting.pack_data("value") for setting in settings},
            set_here=frozenset(
                setting.text("word") for setting in settings if setting.flag("given")
            ),
            passages=tuple(
                Passage(part.text("word"), _blocks(part, "blocks"), _NOWHERE)
                for part in top.parts("texts")
            ),
            board=self.board,
            things=things,
            items=items,
            flags=top.words("flags"),
            events=tuple(map(self.event, top.parts("events"))),
            actions=tuple(map(self.action, top.parts("actions"))),
            victories=tuple(map(self.victory, top.parts("victories"))),
            expects=tuple(map(_expect, top.parts("expects"))),
            allows=tuple(map(_allow, top.parts("allows"))),
            origin=_NOWHERE,
            unknowns=tuple(map(self.unknown, top.parts("unknowns"))),
            groups=read_groups(top.part("party")),
            musters=read_musters(top, self.cells, system),
            deck=read_deck(top.part_or_none("dealt"), system),
            before=tuple(brought_effects(items)),
        )

    def unknown(self, part: Part) -> Unknown:
        """An unknown with all its ways."""
        return Unknown(
            id=part.text("id"),
            title=part.text("title"),
            sort=UnknownSort(part.text("sort")),
            ways=tuple(map(self.way, part.parts("ways"))),
            origin=_NOWHERE,
            dice=part.number("dice"),
            die=part.number("die"),
        )

    def way(self, part: Part) -> Way:
        """One way of an unknown."""
        cell, area, chance = part.text("cell"), part.text("area"), part.text("chance")
        return Way(
            title=part.text("title"),
            chance=Fraction(chance) if chance else None,
            low=part.number("low"),
            high=part.number("high"),
            holder=part.text("holder"),
            cell=_look_up(self.cells, cell, "a square") if cell else -1,
            cells=tuple(_look_up(self.cells, name, "a square") for name in part.words("cells")),
            area=_look_up(self.areas, area, "an area") if area else -1,
            is_absent=part.flag("absent"),
            effects=tuple(map(self.effect, part.parts("effects"))),
        )

    # -- what stands on the board ---------------------------------------------------

    def thing(self, part: Part) -> Thing:
        """A thing on the board."""
        first = self.first_ways.get(part.text("id"))
        place = part if first is None or part.words("cells") else first
        cells = tuple(_look_up(self.cells, name, "a square") for name in place.words("cells"))
        if not cells:
            raise DocumentError(f"nothing in it says where `{part.text('id')[:60]}` stands")
        area = place.text("area")
        lock, pushed = part.part_or_none("lock"), part.part_or_none("pushed")
        return Thing(
            id=part.text("id"),
            title=part.text("title"),
            kind=_look_up(self.system.kinds, part.text("kind"), "a kind of the game"),
            cells=cells,
            facing=part.text("facing"),
            area=_look_up(self.areas, area, "an area") if area else -1,
            link=part.text("link"),
            specials=tuple(
                _look_up(self.system.specials, word, "a special of the game")
                for word in part.words("specials")
            ),
            is_named=part.flag("named"),
            origin=_NOWHERE,
            lock=None if lock is None else _lock(lock, self.system),
            pushers=pushed.words("by") if pushed is not None else (),
        )

    def item(self, part: Part) -> Item:
        """An item."""
        place = self.first_ways.get(part.text("id"), part)
        cell, gear = place.text("cell"), part.text("gear")
        return Item(
            id=part.text("id"),
            title=part.text("title"),
            gear=_look_up(self.system.gear, gear, "gear of the game") if gear else None,
            card=part.text("card"),
            holder=place.text("holder"),
            cell=_look_up(self.cells, cell, "a square") if cell else -1,
            origin=_NOWHERE,
            alike=part.text("alike"),
            brought=part.words("brought"),
            is_bound=part.flag("bound"),
        )

    # -- what happens -----------------------------------------------------------------

    def event(self, part: Part) -> Event:
        """An event."""
        return Event(
            id=part.text("id"),
            title=part.text("title"),
            repeats=part.flag("repeats"),
            condition=self.condition(part.part("condition")),
            effects=tuple(map(self.effect, part.parts("effects"))),
            is_named=part.flag("named"),
            origin=_NOWHERE,
        )

    def action(self, part: Part) -> Action:
        """An action of the quest."""
        condition = part.part_or_none("condition")
        return Action(
            id=part.text("id"),
            title=part.text("title"),
            cells=self.places(part),
            target=part.text("target"),
            place=part.text("place"),
            moving=self.moving(part),
            condition=self.condition(condition) if condition is not None else None,
            cost=part.number("cost"),
            by=part.words("by"),
            is_beside=part.flag("beside"),
            side=part.text("side"),
            origin=_NOWHERE,
        )

    def victory(self, part: Part) -> Victory:
        """How a side wins."""
        side = _look_up(self.system.sides, part.text("side"), "a side of the game")
        condition = self.condition(part.part("condition"))
        title, is_default = part.text("title"), part.flag("default")
        return Victory(side.word, title, condition, is_default, _NOWHERE, part.text("degree"))

    def condition(self, part: Part) -> Condition:
        """A condition tree."""
        form = part.text("is")
        if form == "not":
            return Not(self.condition(part.part("part")), _NOWHERE)
        if form in ("every", "some"):
            parts = tuple(map(self.condition, part.parts("parts")))
            return Every(parts, _NOWHERE) if form == "every" else Some(parts, _NOWHERE)
        return Fact(
            kind=FactKind(part.text("fact")),
            quantity=Quantity(part.text("quantity")),
            least=part.number("count"),
            subjects=part.words("subjects"),
            subject_word=part.text("subject_word"),
            object=part.text("object"),
            cells=self.places(part),
            place=part.text("place"),
            comparison=part.text("comparison"),
            number=part.number("number"),
            origin=_NOWHERE,
            moving=self.moving(part),
        )

    def effect(self, part: Part) -> Effect:
        """An effect."""
        kind, target = EffectKind(part.text("do")), part.text("target")
        title = self._title(kind, target)
        near = _NEAR if part.flag("near") else ""
        return Effect(
            kind=kind,
            target=target or ("trap" if kind is EffectKind.TRIGGER else ""),
            target_title=title,
            amount=part.number("count"),
            cells=self.places(part),
            place=near + part.text("place"),
            facing=part.text("facing"),
            text=_blocks(part, "text"),
            origin=_NOWHERE,
            specials=tuple(
                _look_up(self.system.specials, word, "a special of the game")
                for word in part.words("specials")
            ),
            moving=self.moving(part),
            to=part.words("to"),
            values=tuple(part.numbers("values").items()),
        )

    def moving(self, part: Part) -> Moving | None:
        """A place that differs from world to world, or None."""
        moving = part.part_or_none("moving")
        if moving is None:
            return None
        fixed = _mask(self.cells, moving.words("fixed"))
        return Moving(fixed, moving.words("things"))

    def _title(self, kind: EffectKind, target: str) -> str:
        """The title of an effect's target."""
        system = self.system
        if kind is EffectKind.SPAWN:
            return _look_up(system.kinds, target, "a kind of the game").title
        if kind is EffectKind.GRANT:
            return _look_up(system.tokens, target, "a token of the game").title
        if kind is EffectKind.END:
            return _look_up(system.sides, target, "a side of the game").title
        if kind is EffectKind.TRIGGER and not target:
            return "a trap"
        if kind is EffectKind.DRAW:
            cards = {card.word: card.title for deck in system.decks.values() for card in deck.cards}
            decks = {word: deck.title for word, deck in system.decks.items()}
            return _look_up({**cards, **decks}, target, "a card or deck of the game")
        return self.titles.get(target) or title_from_id(target)

    def places(self, part: Part) -> Cells:
        """The squares of a place as a bit set."""
        cells = 0
        for name in part.words("cells"):
            cells |= 1 << _look_up(self.cells, name, "a square")
        moving = part.part_or_none("moving")
        for id_ in moving.words("things") if moving is not None else ():
            way = self.first_ways.get(id_)
            cells |= _mask(self.cells, way.words("cells")) if way is not None else 0
        return cells


def _look_up(table: Mapping[str, T], word: str, what: str) -> T:
    """The entry of a table; raises `DocumentError` (“`word` is not `what`”) if it has none."""
    if word not in table:
        raise DocumentError(f"`{word[:60]}` is not {what}; build it anew with `questwright build`")
    return table[word]


def _require_unique(ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for id_ in ids:
        if id_ in seen:
            raise DocumentError(f"two things in it have the id `{id_[:60]}`")
        seen.add(id_)


# -- the board --------------------------------------------------------------------------


def _board(top: Part, system: System) -> tuple[dict[str, Cell], Board]:
    """The squares by name, and the board with its areas, gates, terrain and crossings."""
    part = top.part("board")
    columns, rows = part.number("columns"), part.number("rows")
    if max(columns, rows) > limits.DRAWING_SIDE:
        raise DocumentError(f"its board has more than {limits.DRAWING_SIDE} squares in a row")
    bare = Board(columns, rows, 0, 0, (), (), (), (), lattice_of(part.text("drawing")))
    cells = {
        cell_name(row, column): bare.cell(row, column)
        for row in range(rows)
        for column in range(columns)
    }
    floor = _mask(cells, (cell.text("name") for cell in part.parts("cells")))
    solid = _mask(cells, part.words("solid"))
    walls = {shift: 0 for shift, _ in bare.onward}
    for wall in part.pairs("walls"):
        edge = _edge(wall, cells, bare)
        walls[edge.second - edge.first] |= 1 << edge.first
    areas = tuple(_area(part, cells, system) for part in top.parts("areas"))
    numbers = {area.id: number for number, area in enumerate(areas)}
    gates = tuple(_gate(part, cells, bare, numbers, system) for part in top.parts("gates"))
    board = bare._replace(floor=floor, solid=solid, walls=tuple(walls.values()))
    terrain = tuple(
        Patch(
            _look_up(system.terrains, patch.text("word"), "a terrain"),
            _mask(cells, patch.words("cells")),
            _NOWHERE,
        )
        for patch in part.parts("terrain")
    )
    levels = tuple(
        Tier(
            _look_up(system.levels, tier.text("word"), "a level"),
            _mask(cells, tier.words("cells")),
            _NOWHERE,
        )
        for tier in part.parts("levels")
    )
    barriers = tuple(
        Barrier(
            _look_up(system.barriers, barrier.text("word"), "a barrier"),
            tuple(_edge(edge, cells, bare) for edge in barrier.pairs("edges")),
            _NOWHERE,
        )
        for barrier in part.parts("barriers")
    )
    board = board._replace(areas=areas, gates=gates, terrain=terrain)
    crossings = read_crossings(part, cells, system)
    board = board._replace(levels=levels, crossings=crossings, tiles=read_tiles(part, cells))
    return cells, with_cliffs(with_barriers(board, barriers))


def _mask(cells: Mapping[str, Cell], names: Iterable[str]) -> Cells:
    mask = 0
    for name in names:
        mask |= 1 << _look_up(cells, name, "a square")
    return mask


def _edge(names: Iterable[str], cells: Mapping[str, Cell], board: Board) -> Edge:
    first, second = (_look_up(cells, name, "a square") for name in names)
    if second < first or not board.are_beside(first, second):
        _refuse_edge(names)
    return Edge(first, second)


def _refuse_edge(names: Iterable[str]) -> NoReturn:
    raise DocumentError(f"`{'|'.join(names)}` is no edge: these squares do not lie side by side")


def _area(part: Part, cells: Mapping[str, Cell], system: System) -> Area:
    return Area(
        id=part.text("id"),
        title=part.text("title"),
        kind=_look_up(system.areas, part.text("kind"), "a kind of area of the game"),
        cells=_mask(cells, part.words("cells")),
        is_named=part.flag("named"),
        origin=_NOWHERE,
    )


def _gate(
    part: Part, cells: Mapping[str, Cell], board: Board, areas: Mapping[str, int], system: System
) -> Gate:
    first, second = (_look_up(areas, id_, "an area") for id_ in part.words("areas"))
    lock, way_from = part.part_or_none("lock"), part.text("from")
    return Gate(
        id=part.text("id"),
        title=part.text("title"),
        kind=_look_up(system.gates, part.text("kind"), "a kind of gate of the game"),
        edges=tuple(_edge(edge, cells, board) for edge in part.pairs("edges")),
        is_open=part.flag("open"),
        lock=None if lock is None else _lock(lock, system),
        between=(first, second),
        is_named=part.flag("named"),
        origin=_NOWHERE,
        only=part.words("only"),
        way_from=_look_up(areas, way_from, "an area") if way_from else -1,
        shuts_after=part.number("shuts_after") or 0,
        cells=_mask(cells, part.words("cells")),
    )


def _lock(part: Part, system: System) -> Lock:
    kind = part.text("kind")
    return Lock(
        part.text("id"),
        part.text("key"),
        part.flag("spent"),
        part.text("note"),
        _NOWHERE,
        part.words("by"),
        _look_up(system.locks, kind, "a kind of lock of the game") if kind else None,
        part.numbers("values"),
    )


# -- texts, expectations, verdict ------------------------------------------------------------


def _blocks(part: Part, key: str) -> tuple[Block, ...]:
    return tuple(
        Block(block.flag("entry"), tuple(map(_run, block.parts("runs"))))
        for block in part.parts(key)
    )


def _run(part: Part) -> Run:
    style = Style(part.text("style"))
    # Of a reference, `text` is the title and `target` the name that the author wrote.
    written = part.text("target") if style is Style.REFERENCE else part.text("text")
    return Run(written, style, 0)


def _expect(part: Part) -> Expect:
    subject, rounds = part.text("subject"), part.part_or_none("rounds")
    return Expect(
        claim=Claim(part.text("claim")),
        subject=Name(subject, _NOWHERE) if subject else None,
        without=tuple(Name(word, _NOWHERE) for word in part.words("without")),
        rounds=None
        if rounds is None
        else Range(rounds.number("low"), rounds.number("high"), _NOWHERE),
        span=_NOWHERE,
    )


def _allow(part: Part) -> Allow:
    reason = Text(part.text("reason"), _NOWHERE, is_prose=False)
    by = part.text("by")
    given = Name(by, _NOWHERE) if by else None
    return Allow(Name(part.text("finding"), _NOWHERE), reason, _NOWHERE, given)


def _proof(top: Part, board: Board) -> ProofSummary | None:
    part = top.part_or_none("verdict")
    if part is None:
        return None
    cells = {board.name(cell): cell for cell in each_cell(board.floor)}
    rounds = part.part_or_none("rounds")
    return ProofSummary(
        kind=VerdictKind(part.text("kind")),
        steps=len(part.parts("line")),
        rounds=None if rounds is None else (rounds.number("low"), rounds.number("high")),
        causes=tuple(cause.text("text") for cause in part.parts("causes")),
        reached=_mask(cells, part.words("reached")),
        required=part.words("required"),
        optional=part.words("optional"),
        undecided=part.words("undecided"),
        degrees={
            part.text("title"): VerdictKind(part.text("kind")) for part in top.parts("degrees")
        },
    )
