"""Which figures a quest has: those that its settings leave in the box, on maps that take them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.compiler.model.musters import bought, ware_title
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.system import Category
from questwright.compiler.wording.unknown import hidden
from questwright.dsl.diagnostics import Label, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.case import Case
    from questwright.compiler.packs.system.system import Kind
    from questwright.dsl.source import Span


class _Arrival(NamedTuple):
    """A figure that is set up, or comes into play."""

    kind: Kind
    title: str
    places: tuple[Cells, ...]
    """Where it may stand then: the cells of its base, wherever these are told."""
    origin: Span
    is_picked: bool = False
    """A cell of that place is chosen; otherwise it covers one of these places."""


def check_figures(case: Case, findings: Findings) -> None:
    """Every figure is had, is on a map that takes it, and leaves free what is kept free of it."""
    every = tuple(_comings(case))
    _check_settings(case, every, findings)
    _check_tiles(case, every, findings)
    _check_kept_free(case, every, findings)


def _comings(case: Case) -> Iterator[_Arrival]:
    quest, system = case.quest, case.system
    party = {kind.word: kind for kind in quest.party}
    for entry in quest.entries:
        for kind in (party[word] for word in entry.who):
            yield _Arrival(kind, kind.title, (entry.cells,), entry.origin, is_picked=True)
    for thing in quest.things_of(Category.FIGURE):
        unknown = hidden(thing.id, quest)
        bodies = [thing.cells] if unknown is None else [way.cells for way in unknown.ways]
        places = tuple(sum(1 << cell for cell in body) for body in bodies)
        yield _Arrival(thing.kind, thing.id, places, thing.origin)
    for effect in quest.every_effect():
        if effect.kind is EffectKind.SPAWN and system.kinds[effect.target].category is (
            Category.FIGURE
        ):
            kind = system.kinds[effect.target]
            cells = 0 if effect.place.startswith("near ") else effect.cells
            yield _Arrival(kind, effect.target_title, (cells,), effect.origin, is_picked=True)


def _check_settings(case: Case, every: tuple[_Arrival, ...], findings: Findings) -> None:
    """What a setting says of the figures that there are."""
    quest, system = case.quest, case.system
    for setting in system.settings.values():
        had = setting.figures.get(str(quest.settings.get(setting.word)), ())
        if not had:
            continue
        word = quest.settings[setting.word]
        told: set[str] = set()
        for one in every:
            if one.kind.word in told or any(is_called(one.kind, name) for name in had):
                continue
            told.add(one.kind.word)
            _not_had(f"`{one.kind.word}`", f"{setting.word} {word}", had, one.origin, findings)
        for muster in quest.musters:
            for ware in muster.wares:
                kinds = bought(ware.word, system)
                if not any(is_called(kind, name) for kind in kinds for name in had):
                    title = ware_title(ware.word, system)
                    _not_had(title, f"{setting.word} {word}", had, muster.origin, findings)


def _not_had(
    what: str, setting: str, had: tuple[str, ...], origin: Span, findings: Findings
) -> None:
    called = listed_in_words((f"`{word}`" for word in had), "or")
    findings.add(
        codes.FIGURE_NOT_HAD,
        f"with `{setting}` there is no {what}",
        origin,
        "of another box",
        reason=f"figures are those that are called {called}",
        help="set something else, or take another figure",
    )


def _check_tiles(case: Case, every: tuple[_Arrival, ...], findings: Findings) -> None:
    """A printed map may be no place for some."""
    for tile in case.quest.board.tiles:
        printed = case.system.tiles.get(tile.tile)
        barred = printed.not_for if printed is not None else ()
        for one in every if barred else ():
            inside = [place for place in one.places if place and not place & ~tile.cells]
            is_there = len(inside) == len(one.places) if one.is_picked else bool(inside)
            if is_there and any(is_called(one.kind, word) for word in barred):
                findings.add(
                    codes.NOT_ON_THIS_MAP,
                    f"`{one.title}` cannot be on {tile.title}",
                    one.origin,
                    "set up where nobody of its sort comes",
                    related=(Label(tile.origin, f"not for {listed(barred)}"),),
                    help="lay another map for it, or take another figure",
                )


def _check_kept_free(case: Case, every: tuple[_Arrival, ...], findings: Findings) -> None:
    """Who only passes some things is not set up on them."""
    quest, system = case.quest, case.system
    for thing in quest.things:
        barred = thing.kind.placing.kept_free_of
        for one in every if barred else ():
            over = [place for place in one.places if place & thing.mask]
            # Who comes somewhere in a wider place is put beside it.
            is_on = all(place and not place & ~thing.mask for place in one.places)
            if not (is_on if one.is_picked else over):
                continue
            if any(is_called(one.kind, word) for word in barred):
                _not_free(one.title, thing.id, one.origin, thing.origin, findings)
        for muster in quest.musters if barred else ():
            sorts = [kind for ware in muster.wares for kind in bought(ware.word, system)]
            if not muster.cells & ~thing.mask and any(
                is_called(kind, word) for kind in sorts for word in barred
            ):
                _not_free(muster.id, thing.id, muster.origin, thing.origin, findings)


def _not_free(who: str, what: str, origin: Span, other: Span, findings: Findings) -> None:
    findings.add(
        codes.KEPT_FREE,
        f"`{who}` cannot stay on `{what}`",
        origin,
        "whoever it is passes there, and does not stop",
        related=(Label(other, "kept free"),),
        help=f"put it beside, on another {findings.cell}",
    )
