"""What a board is made of: grid, areas, gates, locks, terrain, levels, crossings, tiles."""

from __future__ import annotations

from questwright.compiler.language import message
from questwright.compiler.packs.system.crossings import ClosedTile, CrossingKind
from questwright.compiler.packs.system.dealing import Dealing, Overlap, SectionSort
from questwright.compiler.packs.system.heights import RESULTS, BarrierKind, Jump, Level, Stroke
from questwright.compiler.packs.system.locks import Broken, LockKind, Lowered, Lowering
from questwright.compiler.packs.system.system import (
    AreaKind,
    Diagonal,
    GateForm,
    GateKind,
    Grid,
    Terrain,
)
from questwright.compiler.packs.system.tiles import SIDES, JoinKind, PrintedSide, PrintedTile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.packs.decode.fields import Fields


_INCH = 254
"""In tenths of a millimetre."""


def grid(fields: Fields) -> Grid:
    """Decode how the board is drawn."""
    drawing = fields.text("drawing")
    cell, cells = ("hex", "hexes") if drawing == "hexes" else ("square", "squares")
    return Grid(
        drawing=drawing,
        cell=fields.text("cell", cell),
        cells=fields.text("cells", cells),
        across=fields.number("across", _INCH),
        diagonal=Diagonal(fields.text("diagonal")),
        facings=fields.words("facings"),
        front_holds=fields.flag("front_holds"),
        ruler=fields.flag("ruler"),
        friends_block=fields.flag("friends_block"),
        sees_past_figures=fields.flag("sees_past_figures"),
        rules=fields.words("rules"),
    )


def area(fields: Fields) -> AreaKind:
    """Decode a kind of area."""
    return AreaKind(
        word=fields.word,
        title=fields.text("title"),
        is_enclosed=fields.flag("enclosed"),
        clear_by_sight=fields.flag("clear_by_sight"),
        rules=fields.words("rules"),
    )


def gate(fields: Fields, sides: Sequence[str]) -> GateKind:
    """Decode a kind of gate; where it does not say which of the sides open it, all do."""
    form = GateForm(fields.text("form"))
    everybody = () if form is GateForm.WINDOW else tuple(sides)
    return GateKind(
        word=fields.word,
        form=form,
        title=fields.text("title"),
        plural=fields.text("plural"),
        symbol=fields.text("symbol"),
        opened_by=fields.words("opened_by") if "opened_by" in fields.data else everybody,
        verb=fields.text("verb", message("Search")),
        move_cost=fields.number("move_cost"),
        action_cost=fields.number("action_cost"),
        passes_large=fields.flag("passes_large", default=True),
        only=fields.words("only"),
        footprint=_footprint(fields.text("footprint")),
        is_locked=fields.flag("locked"),
        box=fields.limit("box"),
        rules=fields.words("rules"),
    )


def _footprint(text: str) -> tuple[int, int] | None:
    across, by, down = text.partition("x")
    return (int(across), int(down)) if by else None


def lock(fields: Fields) -> LockKind:
    """Decode a kind of lock."""
    return LockKind(
        word=fields.word,
        title=fields.text("title"),
        text=fields.text("text"),
        values=fields.words("values"),
        by=fields.words("by"),
        broken=fields.optional("broken", _broken),
        lowered=fields.optional("lowered", _lowered),
        symbol=fields.text("symbol"),
        action_cost=fields.number("action_cost"),
        rules=fields.words("rules"),
        counters=fields.keys("counters"),
    )


def _broken(fields: Fields) -> Broken:
    return Broken(
        attacks=fields.words("attacks"),
        dice=fields.text("dice"),
        armour=fields.text("armour"),
        hits=fields.number("hits"),
    )


def _lowered(fields: Fields) -> Lowered:
    spells = fields.by_word("spells", _lowering)
    return Lowered(value=fields.text("value"), spells=tuple(spells.values()))


def _lowering(fields: Fields) -> Lowering:
    return Lowering(
        word=fields.word,
        title=fields.text("title"),
        amount=fields.number("amount"),
        by=fields.words("by"),
        rounds=fields.number("rounds", 1),
        needs=fields.text("needs"),
        within=fields.number("within", 1),
        gear=fields.text("gear"),
        is_spare=fields.flag("spare"),
        rules=fields.words("rules"),
    )


def terrain(fields: Fields) -> Terrain:
    """Decode a kind of terrain."""
    return Terrain(
        word=fields.word,
        title=fields.text("title"),
        text=fields.text("text"),
        symbol=fields.text("symbol"),
        cost=fields.number("cost", 1),
        costs=fields.number_by_word("costs"),
        closed_to=fields.words("closed_to"),
        entered_with=fields.words("entered_with"),
        jumped_by=fields.words("jumped_by"),
        joins_levels=fields.flag("joins_levels"),
        holds=fields.number("holds", 1),
        apart_from=fields.words("apart_from"),
        climbed_by=fields.words("climbed_by"),
        traits=fields.plain_by_word("traits"),
        rules=fields.words("rules"),
    )


def level(fields: Fields) -> Level:
    """Decode a level."""
    return Level(
        word=fields.word,
        title=fields.text("title"),
        height=fields.number("height"),
        text=fields.text("text"),
        rules=fields.words("rules"),
    )


def barrier(fields: Fields) -> BarrierKind:
    """Decode a kind of barrier."""
    return BarrierKind(
        word=fields.word,
        title=fields.text("title"),
        plural=fields.text("plural"),
        text=fields.text("text"),
        line=Stroke(fields.text("line")),
        sees=fields.flag("sees"),
        jump_cost=fields.limit("jump_cost"),
        traits=fields.plain_by_word("traits"),
        rules=fields.words("rules"),
    )


def crossing(fields: Fields) -> CrossingKind:
    """Decode a kind of crossing."""
    return CrossingKind(
        word=fields.word,
        title=fields.text("title"),
        plural=fields.text("plural"),
        text=fields.text("text"),
        symbol=fields.text("symbol"),
        rounds=fields.number("rounds"),
        rounds_step=fields.number("rounds_step", 1),
        cost=fields.number("cost", 1),
        only=fields.words("only"),
        closed=fields.each("closed", _closed_tile),
        box=fields.limit("box"),
        is_one_way=fields.flag("one_way"),
        is_vessel=fields.flag("vessel"),
        seats=fields.limit("seats"),
        rows=fields.number("rows"),
        floats_on=fields.words("floats_on"),
        lands_on=fields.words("lands_on"),
        traits=fields.plain_by_word("traits"),
        rules=fields.words("rules"),
    )


def _closed_tile(fields: Fields) -> ClosedTile:
    return ClosedTile(tile=fields.text("tile"), called=fields.words("called"))


def jump(fields: Fields) -> Jump:
    """Decode a way to jump."""
    return Jump(
        word=fields.word,
        title=fields.text("title"),
        by=fields.words("by"),
        die=fields.number("die"),
        results={result: _faces(fields, result) for result in RESULTS if result in fields.data},
        rules=fields.words("rules"),
    )


def _faces(fields: Fields, result: str) -> tuple[int, int]:
    low, high = fields.numbers(result)
    return low, high


def tile(fields: Fields, others: Sequence[Fields]) -> PrintedTile:
    """Decode a printed tile; the box has as many of a back as of its front."""
    front = fields.text("back_of") or fields.word
    return PrintedTile(
        word=fields.word,
        title=fields.text("title"),
        front=front,
        box=next(other.limit("box") for other in others if other.word == front),
        section=fields.text("section"),
        cards=fields.number("cards"),
        not_for=fields.words("not_for"),
        traits=fields.plain_by_word("traits"),
        sides=tuple([_side(fields.inner(side)) for side in SIDES]),
        rules=fields.words("rules"),
    )


def _side(fields: Fields) -> PrintedSide:
    return PrintedSide(side=fields.word, name=fields.text("name"), join=fields.text("join"))


def section(fields: Fields) -> SectionSort:
    """Decode a sort of section."""
    return SectionSort(
        word=fields.word,
        title=fields.text("title"),
        plural=fields.text("plural"),
        is_objective=fields.flag("objective"),
        divides=fields.flag("divides"),
        meets=fields.flag("meets"),
        rules=fields.words("rules"),
    )


def dealing(fields: Fields) -> Dealing:
    """Decode the rules of a deck of sections."""
    return Dealing(
        top=fields.number("top"),
        below=fields.number("below"),
        overlap=Overlap(fields.text("overlap")),
        events=fields.text("events"),
        rewards=fields.text("rewards"),
        worth=fields.text("worth"),
        rules=fields.words("rules"),
    )


def join(fields: Fields, others: Sequence[Fields]) -> JoinKind:
    """Decode a kind of edge; it may be joined to whatever of the others may be joined to it."""
    own = fields.words("with")
    return JoinKind(
        word=fields.word,
        title=fields.text("title"),
        joins=tuple(
            [
                other.word
                for other in others
                if other.word in own or fields.word in other.words("with")
            ]
        ),
        rules=fields.words("rules"),
    )
