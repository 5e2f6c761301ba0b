"""Check the figures of a quest against its settings, its maps and the cells kept free."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.compiler.model.musters import coming, ware_title
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.words import is_called
from questwright.compiler.packs.system.system import Category
from questwright.compiler.wording.unknown import unknown_position
from questwright.dsl.diagnostics import Label, listed
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.case import Case
    from questwright.compiler.packs.system.system import Kind
    from questwright.dsl.source import Span


class _Arrival(NamedTuple):
    """A figure that is set up, or comes into play later."""

    kind: Kind
    title: str
    places: tuple[Cells, ...]
    """The sets of cells where it may stand when it comes."""
    origin: Span
    is_picked: bool = False
    """Its cells are chosen within the place; otherwise its base covers all of one place."""


def check_figures(case: Case, findings: Findings) -> None:
    """Check that the settings allow each figure, and that it may stand where it is placed."""
    arrivals = tuple(_arrivals(case))
    _check_settings(case, arrivals, findings)
    _check_tiles(case, arrivals, findings)
    _check_kept_free(case, arrivals, findings)


def _arrivals(case: Case) -> Iterator[_Arrival]:
    quest, system = case.quest, case.system
    party = {kind.word: kind for kind in quest.party}
    for entry in quest.entries:
        for kind in (party[word] for word in entry.who):
            yield _Arrival(kind, kind.title, (entry.cells,), entry.origin, is_picked=True)
    for thing in quest.things_of(Category.FIGURE):
        unknown = unknown_position(thing.id, quest)
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


def _check_settings(case: Case, arrivals: tuple[_Arrival, ...], findings: Findings) -> None:
    """Check that the quest uses only figures that its settings allow."""
    quest, system = case.quest, case.system
    for setting in system.settings.values():
        allowed = setting.figures.get(str(quest.settings.get(setting.word)), ())
        if not allowed:
            continue
        line = f"{setting.word} {quest.settings[setting.word]}"
        reported: set[str] = set()
        for arrival in arrivals:
            word = arrival.kind.word
            if word in reported or any(is_called(arrival.kind, name) for name in allowed):
                continue
            reported.add(word)
            _add_not_allowed(f"`{word}`", line, allowed, arrival.origin, findings)
        for muster in quest.musters:
            for ware in muster.wares:
                kinds = coming(ware, muster, system)
                if not any(is_called(kind, name) for kind in kinds for name in allowed):
                    title = ware_title(ware.word, system)
                    _add_not_allowed(title, line, allowed, muster.origin, findings)


def _add_not_allowed(
    what: str, setting: str, allowed: tuple[str, ...], origin: Span, findings: Findings
) -> None:
    names = listed_in_words((f"`{word}`" for word in allowed), "or")
    findings.add(
        codes.FIGURE_NOT_HAD,
        f"with `{setting}` there is no {what}",
        origin,
        "of another box",
        reason=f"this setting has only figures called {names}",
        help="change the setting, or take another figure",
    )


def _check_tiles(case: Case, arrivals: tuple[_Arrival, ...], findings: Findings) -> None:
    """Check that no figure is set up on a printed map that bars its kind."""
    for tile in case.quest.board.tiles:
        printed = case.system.tiles.get(tile.tile)
        barred = printed.not_for if printed is not None else ()
        for arrival in arrivals if barred else ():
            inside = [place for place in arrival.places if place and not place & ~tile.cells]
            is_there = len(inside) == len(arrival.places) if arrival.is_picked else bool(inside)
            if is_there and any(is_called(arrival.kind, word) for word in barred):
                findings.add(
                    codes.NOT_ON_THIS_MAP,
                    f"`{arrival.title}` cannot be on {tile.title}",
                    arrival.origin,
                    "this map is closed to it",
                    related=(Label(tile.origin, f"not for {listed(barred)}"),),
                    help="lay another map for it, or take another figure",
                )


def _check_kept_free(case: Case, arrivals: tuple[_Arrival, ...], findings: Findings) -> None:
    """Check that no figure is set up on a thing that its kind may pass but not stop on."""
    quest, system = case.quest, case.system
    for thing in quest.things:
        barred = thing.kind.placing.kept_free_of
        for arrival in arrivals if barred else ():
            over = [place for place in arrival.places if place & thing.mask]
            # In a place that is wider than the thing, players put the figure beside it.
            is_on = all(place and not place & ~thing.mask for place in arrival.places)
            if not (is_on if arrival.is_picked else over):
                continue
            if any(is_called(arrival.kind, word) for word in barred):
                _add_not_free(arrival.title, thing.id, arrival.origin, thing.origin, findings)
        for muster in quest.musters if barred else ():
            sorts = [kind for ware in muster.wares for kind in coming(ware, muster, system)]
            if not muster.cells & ~thing.mask and any(
                is_called(kind, word) for kind in sorts for word in barred
            ):
                _add_not_free(muster.id, thing.id, muster.origin, thing.origin, findings)


def _add_not_free(who: str, what: str, origin: Span, thing: Span, findings: Findings) -> None:
    findings.add(
        codes.KEPT_FREE,
        f"`{who}` cannot stay on `{what}`",
        origin,
        "it may pass here, but not stop here",
        related=(Label(thing, "kept free"),),
        help=f"put it on another {findings.cell}",
    )
