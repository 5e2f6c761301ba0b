"""What members push about, and where it closes cells."""

from __future__ import annotations

from questwright.compiler.english import with_article
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.verdict.task.need import Has, every
from questwright.compiler.verdict.task.task import Deed, DeedSort, FactSort
from questwright.compiler.verdict.task.unjudged import Unjudged
from questwright.compiler.wording.phrases import thing_in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.geometry.pushes import Push
    from questwright.compiler.grid.cells import Cell
    from questwright.compiler.model.quest import Thing
    from questwright.compiler.verdict.task.need import Facts
    from questwright.compiler.verdict.translate.builder import Builder


def add_pushes(to: Builder) -> None:
    """Each push as a deed; what else may befall what is pushed is not judged."""
    pushed = to.ground.pushed
    for id_, thing in pushed.things.items():
        for push in pushed.pushes[id_]:
            _push(thing, push, to)
    for effect in to.quest.every_effect() if pushed.things else ():
        is_cleared = effect.kind is EffectKind.CLEAR and effect.cells & pushed.cells
        if is_cleared or (effect.kind is EffectKind.REMOVE and effect.target in pushed.things):
            told = "that something is taken away that is pushed about"
            to.unjudged.append(Unjudged(told, effect.origin))
        elif effect.kind is EffectKind.BLOCK and effect.cells & pushed.cells:
            told = "a fall where something is pushed about"
            to.unjudged.append(Unjudged(told, effect.origin))


def _push(thing: Thing, push: Push, to: Builder) -> None:
    """A push: whoever stands behind a thing, with nobody and nothing before it."""
    start, end = to.board.name(push.start), to.board.name(push.end)
    access = to.ground.only(thing.pushers, f"pushes {with_article(thing.title)}", thing.origin)
    gates = (gate for gate in to.board.gates if gate.cells >> push.end & 1)
    opened = (to.has(FactSort.OPEN, gate) for gate in gates)
    needs = every(to.stands(thing, push.start), to.free_of(push.end), access.need, *opened)
    to.do(
        Deed(
            DeedSort.PUSH,
            f"{thing.id} {end}",
            f"Push {thing_in_words(thing)} from {start} to {end}",
            0,
            1 << push.start | 1 << push.end,
            needs,
            1 << to.clear(push.start).fact | _stands(thing, push.end, to),
            thing.origin,
            removes=1 << to.clear(push.end).fact | _stands(thing, push.start, to),
            stands=1 << push.stand,
            who=access.who,
            past=to.places_of(1 << push.end),
            actions=1,
        )
    )


def _stands(thing: Thing, cell: Cell, to: Builder) -> Facts:
    """The fact that a thing stands on a cell, where that has one of its own."""
    need = to.stands(thing, cell)
    return 1 << need.fact if isinstance(need, Has) else 0
