"""Check figures that arrive during play: wanderers, and attackers where the party holds out."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.geometry.openings import openings
from questwright.compiler.geometry.special import standable, stays
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.conditions import Condition, Every, Fact, FactKind, Not, Some
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.packs.system.system import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.packs.system.system import Kind


def check_arrivals(case: Case, findings: Findings) -> None:
    """Check that a wanderer has a figure and room [DSO-B16, DSO-B31]; that a siege has attackers.

    A siege is a quest that the party wins by lasting until a round.
    """
    _check_wanderer(case, findings)
    _check_siege(case, findings)


def _check_wanderer(case: Case, findings: Findings) -> None:
    quest, system = case.quest, case.system
    if system.search is None or not system.search.wanderer_radius or not quest.board.floor:
        return
    for word, setting in system.settings.items():
        kind = system.kinds.get(str(quest.settings.get(word)))
        if setting.role is not SettingRole.WANDERER or kind is None:
            continue
        placed = sum(thing.kind.word == kind.word for thing in quest.things)
        if kind.box is not None and placed >= kind.box:
            findings.add(
                codes.WANDERER_SPENT,
                f"no {kind.title} is left in the box to come as a {setting.title}",
                quest.said_at(word),
                f"all {kind.box} stand on the map",
                reason="a search may call one",
                help=f"name another figure with `{word}`, or place fewer",
            )
        _check_room(case, kind, system.search.wanderer_radius, findings)


def _check_room(case: Case, wanderer: Kind, radius: int, findings: Findings) -> None:
    quest = case.quest
    board = quest.board
    free = openings(board, frozenset())
    walkable = board.floor & ~quest.blocked
    for effect in quest.every_effect():
        if effect.kind in (EffectKind.CLEAR, EffectKind.REMOVE):
            walkable |= effect.cells & board.floor
    stands = walkable | standable(quest, wanderer.specials)
    # Nobody searches from a portal or from an unreachable cell; other checks report the latter.
    searched = walkable if case.proof is None else walkable & case.proof.reached
    for portal in quest.things_of(Category.PORTAL):
        searched &= ~portal.mask
    for area in board.areas:
        for cell in each_cell(area.cells & searched):
            if free.grow(1 << cell) & stands == 1 << cell:
                findings.add(
                    codes.WANDERER_NO_ROOM,
                    f"a wanderer cannot come to {board.name(cell)}",
                    area.origin,
                    f"nobody else can stand near {board.name(cell)}",
                    reason="whoever searches there may call one, and it stands within "
                    f"{radius} {findings.cell if radius == 1 else findings.cells}",
                    help="make the area larger",
                )
                break


def _check_siege(case: Case, findings: Findings) -> None:
    quest, system = case.quest, case.system
    party = system.party.word
    sieges = [
        victory
        for victory in quest.victories
        if victory.side == party and _asks_for_a_round(victory.condition)
    ]
    if not sieges or not quest.board.floor:
        return
    free = openings(quest.board, frozenset())
    near = free.flood(quest.starts, quest.board.floor)
    has_attackers = any(effect.kind is EffectKind.SPAWN for effect in quest.every_effect())
    has_attackers = has_attackers or bool(quest.things_of(Category.SPAWN_POINT))
    has_attackers |= any(muster.rounds or muster.cells & near for muster in quest.musters)
    has_attackers = has_attackers or any(
        thing.mask & near and not stays(thing.exceptions)
        for thing in quest.things_of(Category.FIGURE)
    )
    if not has_attackers:
        findings.add(
            codes.NO_ATTACKERS,
            "the party wins by holding out, and nobody can come",
            sieges[0].origin,
            "nothing threatens them meanwhile",
            reason="the other side opens no gates: figures behind closed gates stay there",
            help="let an event `spawn` some, or place a spawn point",
        )


def _asks_for_a_round(condition: Condition) -> bool:
    """Whether a condition waits until a round has come."""
    match condition:
        case Every(parts, _) | Some(parts, _):
            return any(_asks_for_a_round(part) for part in parts)
        case Not():
            return False
        case Fact():
            return condition.kind is FactKind.ROUND and condition.comparison in (">", ">=")
