"""What the effects of an event bring about, as facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from questwright.compiler.english import with_article
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.proof.task.task import FactSort
from questwright.compiler.proof.translate.conditions import Asking

if TYPE_CHECKING:
    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.quest import Effect, Item
    from questwright.compiler.proof.task.condition import Facts


class EffectOutcome(NamedTuple):
    """What one effect changes."""

    adds: Facts = 0
    removes: Facts = 0
    cells: Cells = 0
    words: str = ""


class Outcomes(Asking):
    """Turns the effects of one quest into facts."""

    def gain(self, item: Item) -> Facts:
        """The facts that the party has an item, and has taken it at some time."""
        have = self.fact(FactSort.HAVE, item.id, item.title, item.origin)
        taken = self.fact(FactSort.TAKEN, item.id, f"{item.title} taken", item.origin)
        return 1 << have | 1 << taken

    def outcome(self, effect: Effect) -> EffectOutcome:
        """What an effect changes; texts, figures that come and the like change no fact."""
        match effect.kind:
            case EffectKind.GIVE | EffectKind.TAKE:
                return self._of_item(effect)
            case EffectKind.OPEN | EffectKind.UNLOCK | EffectKind.CLOSE | EffectKind.REVEAL:
                return self._of_gate(effect)
            case EffectKind.REMOVE if effect.target in self.leaving:
                fallen = self.fallen(effect.target)
                return EffectOutcome(1 << fallen.fact, words=f"{effect.target_title} is lost")
            case EffectKind.CLEAR | EffectKind.REMOVE | EffectKind.BLOCK:
                return self._of_squares(effect)
            case EffectKind.SET:
                title = f"{effect.target} set"
                return EffectOutcome(
                    1 << self.fact(FactSort.SET, effect.target, title, effect.origin)
                )
            case EffectKind.END:
                won = effect.target == self.system.party.word
                sort = FactSort.WON if won else FactSort.LOST
                title = f"{effect.target_title} win"
                return EffectOutcome(1 << self.fact(sort, "", title, effect.origin))
            case EffectKind.TRIGGER if effect.target != "trap":
                title = f"{effect.target_title} sprung"
                return EffectOutcome(
                    1 << self.fact(FactSort.SPRUNG, effect.target, title, effect.origin)
                )
            case _:
                return EffectOutcome()

    def _of_item(self, effect: Effect) -> EffectOutcome:
        if effect.kind is EffectKind.TAKE:
            have = self.fact(FactSort.HAVE, effect.target, effect.target_title, effect.origin)
            return EffectOutcome(
                removes=1 << have, words=f"lose {with_article(effect.target_title)}"
            )
        item = next((item for item in self.quest.items if item.id == effect.target), None)
        if item is None:
            return EffectOutcome()
        return EffectOutcome(self.gain(item), words=f"gain {with_article(item.title)}")

    def _of_gate(self, effect: Effect) -> EffectOutcome:
        target, title, origin = effect.target, effect.target_title, effect.origin
        opened = 1 << self.fact(FactSort.OPEN, target, title, origin)
        if effect.kind is EffectKind.OPEN:
            return EffectOutcome(opened, words=f"{with_article(title)} opens")
        if effect.kind is EffectKind.CLOSE:
            return EffectOutcome(removes=opened, words=f"{with_article(title)} closes")
        if effect.kind is EffectKind.UNLOCK:
            unlocked = 1 << self.fact(FactSort.UNLOCKED, target, f"{title} unlocked", origin)
            return EffectOutcome(unlocked, words=f"{with_article(title)} is unlocked")
        words = f"{with_article(title)} is revealed"
        if any(gate.id == target for gate in self.board.gates):
            found = 1 << self.fact(FactSort.FOUND, target, f"{title} found", origin)
            return EffectOutcome(opened | found, words=words)
        return EffectOutcome(1 << self.fact(FactSort.REVEALED, target, title, origin), words=words)

    def _of_squares(self, effect: Effect) -> EffectOutcome:
        clear = 0
        for cell in each_cell(effect.cells & self.changing):
            name = self.board.name(cell)
            clear |= 1 << self.fact(FactSort.CLEAR, name, f"{name} clear", effect.origin)
        if effect.kind is EffectKind.BLOCK:
            words = f"{effect.place} is blocked"
            return EffectOutcome(removes=clear, cells=effect.cells, words=words)
        for thing in self.taken_away(effect):
            clear |= 1 << self.gone(thing.id, thing.title, effect.origin).fact
        words = f"{effect.place or with_article(effect.target_title)} is cleared"
        return EffectOutcome(clear, cells=effect.cells, words=words)
