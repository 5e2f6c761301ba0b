"""Check the figures that events and tables bring: their room, their facing, and the box."""

from __future__ import annotations

from collections import Counter

from questwright.compiler import codes
from questwright.compiler.geometry.footing import Footing, body_of, union_of
from questwright.compiler.geometry.going import Going, facing_number
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.special import TERRAIN, shares, standable
from questwright.compiler.geometry.terrain import Gait, ground_for, plain_ground
from questwright.compiler.model.conditions import Fact, FactKind, Some
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.packs.system.system import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.quest import Event


def check_spawns(case: Case, findings: Findings) -> None:
    """Check that each `spawn` has room [DSO-B14, DSO-B23] and figures in the box [DSO-B1]."""
    quest = case.quest
    placed = Counter(thing.kind.word for thing in quest.things)
    coming: Counter[str] = Counter()
    for effect in quest.rolled():
        if effect.kind is EffectKind.SPAWN:
            _check_place(case, effect, placed, findings)
    if quest.unknowns:
        # Loaded here: of most quests all is known.
        from questwright.compiler.analysis.needs import rolled_models

        coming.update(rolled_models(quest))
    for event in quest.events:
        for effect in event.effects:
            if effect.kind is EffectKind.SPAWN:
                again = _comes_again(event)
                _check_place(case, effect, placed + coming, findings, again)
                coming[effect.target] += effect.amount * (1 + again)


def _comes_again(event: Event) -> int:
    """How often an event happens after its first time, as far as its condition says so.

    Of one that happens without an end, whoever wrote it knows that the box ends it.
    """
    if not event.repeats:
        return 0
    parts = event.condition.parts if isinstance(event.condition, Some) else (event.condition,)
    is_counted = all(
        isinstance(part, Fact) and part.kind is FactKind.ROUND and part.comparison == "="
        for part in parts
    )
    return len(parts) - 1 if is_counted else 0


def _check_place(
    case: Case, effect: Effect, there: Counter[str], findings: Findings, again: int = 0
) -> None:
    """Check one `spawn`; ``there`` counts the models that may stand on the table before it."""
    kind = case.system.kinds[effect.target]
    _check_stand(case, effect, findings)
    _check_facing(case, effect, findings)
    before = there[kind.word]
    if kind.box is not None and before <= kind.box < before + effect.amount * (1 + again):
        lacking = kind.title if effect.amount == 1 else kind.plural
        is_soon = before + effect.amount > kind.box
        seen = f"{before} may stand on the table by then" if is_soon else "they come more than once"
        findings.add(
            codes.BOX_MAY_RUN_OUT,
            f"{effect.amount} more {lacking.lower()} may not be in the box",
            effect.origin,
            f"{seen}, the box holds {kind.box}",
            reason="what the box lacks is not placed",
            help="let fewer come, or bring another figure",
        )


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
