"""Check the figures that events and tables bring: their room, their facing, and the box."""

from __future__ import annotations

from collections import Counter

from questwright.compiler import codes
from questwright.compiler.analysis.arrivals import Arrivals
from questwright.compiler.analysis.rolled import each_roll
from questwright.compiler.geometry.footing import Footing, body_of, union_of
from questwright.compiler.geometry.going import Going, facing_number
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.special import TERRAIN, shares, standable
from questwright.compiler.geometry.terrain import Gait, ground_for, plain_ground
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.packs.system.system import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case


def check_spawns(case: Case, findings: Findings) -> None:
    """Check that each `spawn` has room [DSO-B14, DSO-B23] and figures in the box [DSO-B1]."""
    quest = case.quest
    placed = Counter(thing.kind.word for thing in quest.things)
    for effect in quest.rolled():
        if effect.kind is EffectKind.SPAWN:
            _check_place(case, effect, findings)
            _check_box(case, effect, placed[effect.target], findings)
    every = [own for event in quest.events for own in event.effects]
    spawned = {own.target for own in every if own.kind is EffectKind.SPAWN}
    rolls = each_roll(quest) if spawned else ()
    came = {word: Arrivals(word, quest, case.system, rolls) for word in spawned}
    for event in quest.events:
        coming: Counter[str] = Counter()
        for effect in event.effects:
            if effect.kind is EffectKind.SPAWN:
                _check_place(case, effect, findings)
                word, arrivals = effect.target, came[effect.target]
                there = placed[word] + arrivals.before(event) + coming[word]
                often = arrivals.times(event)
                _check_box(case, effect, there, findings, often)
                coming[word] += effect.amount * (often or 1)


def _check_box(
    case: Case, effect: Effect, before: int, findings: Findings, often: int | None = 1
) -> None:
    """Check one `spawn` that happens so often; None without an end.

    ``before`` counts the models that may stand on the table then.
    """
    kind = case.system.kinds[effect.target]
    if kind.box is None or before > kind.box:
        return
    is_soon = before + effect.amount > kind.box
    if not is_soon and often is not None and before + effect.amount * often <= kind.box:
        return
    lacking = kind.title if effect.amount == 1 else kind.plural
    seen = f"{before} may stand on the table by then" if is_soon else "they come more than once"
    findings.add(
        codes.BOX_MAY_RUN_OUT,
        f"{effect.amount} more {lacking.lower()} may not be in the box",
        effect.origin,
        f"{seen}, the box holds {kind.box}",
        reason="what the box lacks is not placed",
        help="let fewer come, or bring another figure"
        if is_soon
        else "let them come once, with `when`, or fewer of them, or bring another figure",
    )


def _check_place(case: Case, effect: Effect, findings: Findings) -> None:
    _check_stand(case, effect, findings)
    _check_facing(case, effect, findings)


def _check_stand(case: Case, effect: Effect, findings: Findings) -> None:
    """Check that cells named exactly are free floor; `near` a place some have to be free."""
    quest, system = case.quest, case.system
    board = quest.board
    kind = system.kinds[effect.target]
    specials = (*kind.specials, *effect.specials)
    walkable = standable(quest, specials)
    on_each = 2 if shares(specials, Category.FIGURE) else 1
    if effect.place.startswith("near "):
        near = openings(board, frozenset()).flood(effect.cells, board.floor)
        room = (near or board.floor) & walkable
    else:
        room = effect.cells & walkable
    whole = walkable if effect.cells.bit_count() == 1 else room
    body = body_of(kind, board.lattice)
    ground = plain_ground(whole)
    if not shares(specials, TERRAIN):
        ground = ground_for(kind, board, whole, Gait(system.move_value))
    footing = Footing(body, Going(board, openings(board, frozenset())), ground)
    facings = range(len(body.shapes))
    if effect.facing:
        facings = range(number := body.shape(facing_number(board, effect.facing)), number + 1)
    fits = room & union_of(footing.stands[number] for number in facings)
    if not fits or (body.size == 1 and fits.bit_count() * on_each < effect.amount):
        findings.add(
            codes.NO_ROOM,
            f"{effect.target_title} cannot stand at {effect.place.removeprefix('near ')}",
            effect.origin,
            f"room for {fits.bit_count()} of {effect.amount}" if fits else "no free floor for it",
            reason=f"a figure stands on free {findings.cells}, on one side of a wall",
            help=f"name free {findings.cells}, an area, or write `near`",
        )


def _check_facing(case: Case, effect: Effect, findings: Findings) -> None:
    allowed = case.system.grid.facings
    if effect.facing and effect.facing not in allowed:
        findings.add(
            codes.UNKNOWN_WORD,
            f"`{effect.target}` cannot face that way",
            effect.origin,
            f"`{effect.facing}` is not a direction",
            help=f"it may be {', '.join(f'`{direction}`' for direction in allowed)}"
            if allowed
            else "in this game nothing faces any way",
        )
