"""Values of figures that events change, as far as fights depend on them."""

from __future__ import annotations

from itertools import product

from questwright.compiler.english import with_article
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.verdict.task.need import every, negated
from questwright.compiler.verdict.task.task import FactSort
from questwright.compiler.verdict.translate.builder import About

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.model.quest import Effect, Thing
    from questwright.compiler.verdict.task.need import Facts, Has, Need
    from questwright.compiler.verdict.translate.builder import Builder


def variants(thing: Thing, to: Builder) -> Iterator[tuple[Need, Thing]]:
    """A figure with each of the values that it may have in a fight, and what has to hold for it."""
    changed = _changed(thing, to)
    names = [*changed]
    for numbers in product(*((None, *changed[name]) for name in names)):
        needs: list[Need] = []
        values: dict[str, int] = {}
        for name, number in zip(names, numbers, strict=True):
            if number is None:
                needs += (negated(has) for has in changed[name].values())
            else:
                needs.append(changed[name][number])
                values[name] = number
        yield every(*needs), thing.with_values(values)


def change_of(effect: Effect, to: Builder) -> tuple[Facts, Facts]:
    """What an effect on the values of a figure adds and removes: of each value the last holds."""
    adds = removes = 0
    changed = _changed(to.quest.thing(effect.target), to)
    for name, number in effect.values:
        for other, has in changed.get(name, {}).items():
            if other == number:
                adds |= 1 << has.fact
            else:
                removes |= 1 << has.fact
    return adds, removes & ~adds


def _changed(thing: Thing, to: Builder) -> Mapping[str, Mapping[int, Has]]:
    """The values of a figure that matter in fights and that effects change, with each number."""
    found: dict[str, dict[int, Has]] = {}
    asked = _fought_by(thing, to)
    for effect in to.quest.every_effect():
        if effect.kind is EffectKind.CHANGE and effect.target == thing.id:
            for name, number in effect.values:
                if name in asked:
                    title = f"{with_article(thing.title)} has {name} {number}"
                    about = About(f"{thing.id} {name} {number}", title, effect.origin)
                    has = to.has(FactSort.VALUE, about)
                    found.setdefault(name, {}).setdefault(number, has)
    return found


def _fought_by(thing: Thing, to: Builder) -> set[str]:
    """The values of a figure on which it depends whether, and how soon, it is beaten."""
    fights = to.system.fights
    fall = fights.falls.get(thing.kind.rank) if fights is not None else None
    if fights is None or fall is None:
        return set()
    return {fall.value, fights.defence, fights.behind, fights.armour, *fights.worn}
