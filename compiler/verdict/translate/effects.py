"""What the effects of an event bring about, as facts."""

from __future__ import annotations

from questwright.compiler.english import listed_in_words, with_article
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.language import message, say, say_many
from questwright.compiler.model.items import item_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.verdict.task.bits import each_number, union
from questwright.compiler.verdict.task.gifts import Gift
from questwright.compiler.verdict.task.task import FactSort
from questwright.compiler.verdict.translate.builder import About
from questwright.compiler.verdict.translate.values import change_of
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from questwright.compiler.grid.cells import Cells
    from questwright.compiler.model.board import Gate
    from questwright.compiler.model.quest import Effect, Item
    from questwright.compiler.verdict.task.need import Facts, Members
    from questwright.compiler.verdict.translate.builder import Builder


class Effected(NamedTuple):
    """What effects change, one after the other."""

    adds: Facts = 0
    removes: Facts = 0
    cells: Cells = 0
    words: tuple[str, ...] = ()
    gifts: tuple[Gift, ...] = ()

    def then(self, other: Effected) -> Effected:
        """One change and after it another: what is given and then taken is gone."""
        sure = self.surely & ~other.removes | other.surely
        gifts = (*(gift.less(other.removes) for gift in self.gifts), *other.gifts)
        left = (gift._replace(adds=gift.adds & ~sure) for gift in gifts)
        return Effected(
            self.adds & ~other.removes | other.adds,
            # What was taken before is had by nobody if those are lost to whom it is given.
            self.removes & ~other.surely | other.removes,
            self.cells | other.cells,
            (*self.words, *other.words),
            tuple(gift for gift in left if gift.item or gift.adds),
        )

    @property
    def surely(self) -> Facts:
        """What it adds whoever is lost."""
        return self.adds & ~union(gift.adds for gift in self.gifts)


def changes(effects: Iterable[Effect], to: Builder) -> Effected:
    """What effects change in their order; texts, figures that come and the like change no fact."""
    found = Effected()
    for effect in effects:
        found = found.then(_gift(effect, found.adds, to) if effect.to else _change(effect, to))
    return found


def begun_with(effects: Iterable[Effect], to: Builder) -> Effected:
    """What effects change before play begins: all that is given goes to whom the players choose.

    Whoever is lost by then has passed on what they were given.
    """
    found = changes(effects, to)
    lost = _lost(found.adds, to) if found.gifts else 0
    everybody = to.ground.everybody
    gifts = [gift._replace(who=everybody) if gift.who & lost else gift for gift in found.gifts]
    named = {gift.item for gift in gifts}
    others = (
        Gift(1 << fact, 0, everybody, to.facts[fact].title)
        for fact in each_number(found.adds)
        if to.facts[fact].sort is FactSort.HAVE and 1 << fact not in named
    )
    return found._replace(gifts=(*gifts, *others))


def _lost(facts: Facts, to: Builder) -> Members:
    """The members who are lost where some facts hold."""
    return union(
        member
        for word, member in to.ground.members.items()
        if word in to.leaving and facts >> to.fallen(word).fact & 1
    )


def _gift(effect: Effect, added: Facts, to: Builder) -> Effected:
    """What is given to one of some members, who may be lost since some facts were added."""
    item = next((item for item in to.quest.items if item.id == effect.target), None)
    left = sum(to.ground.members[word] for word in effect.to) & ~_lost(added, to)
    if item is None or not left:
        return Effected()
    adds, title = gain(item, to), with_article(item.title)
    told = gained([kind.title for n, kind in enumerate(to.quest.party) if left >> n & 1], title)
    gift = Gift(to.bit(FactSort.HAVE, item), adds, left, title)
    return Effected(adds, words=(told,), gifts=(gift,))


def gained(members: Sequence[str], item: str) -> str:
    """That one of some members gets an item: ``Orlaf gains the Lantern``."""
    who = listed_in_words(members, "or") or say("nobody")
    return say("{who} gains {item}", who=who, item=item)


def gain(item: Item, to: Builder) -> Facts:
    """The facts that the party has an item, and has taken it at some time."""
    return to.bit(FactSort.HAVE, item) | to.bit(FactSort.TAKEN, item)


def revealed_by(gate: Gate, to: Builder) -> Facts:
    """The areas on both sides of a gate, revealed."""
    return union(to.bit(FactSort.REVEALED, to.board.areas[number]) for number in gate.between)


def _change(  # noqa: PLR0911 - each kind of effect returns what it changes
    effect: Effect, to: Builder
) -> Effected:
    target, title = effect.target, effect.target_title
    about = About(target, title, effect.origin)
    match effect.kind:
        case EffectKind.GIVE:
            item = next((item for item in to.quest.items if item.id == target), None)
            if item is None:
                return Effected()
            return Effected(gain(item, to), words=(say("gain {item}", item=item_in_words(item)),))
        case EffectKind.TAKE:
            have = to.bit(FactSort.HAVE, about)
            title = next((item.title for item in to.quest.items if item.id == target), title)
            return Effected(removes=have, words=(say("lose {item}", item=with_article(title)),))
        case EffectKind.OPEN | EffectKind.UNLOCK | EffectKind.CLOSE | EffectKind.REVEAL:
            return _of_gate(effect.kind, about, to)
        case EffectKind.REMOVE if target in to.leaving:
            return Effected(1 << to.fallen(target).fact, words=(say("{who} is lost", who=title),))
        case EffectKind.CLEAR | EffectKind.REMOVE | EffectKind.BLOCK:
            return _of_cells(effect, to)
        case EffectKind.RAISE:
            return _stand_again(effect, to)
        case EffectKind.CHANGE:
            # Loaded here: few quests change values.
            from questwright.compiler.wording.effects import say_effect

            told = say_effect(effect, to.quest, to.system)
            return Effected(*change_of(effect, to), words=(told[:1].lower() + told[1:],))
        case EffectKind.SET:
            return Effected(to.bit(FactSort.SET, about._replace(title=target)))
        case EffectKind.END:
            sort = FactSort.WON if target == to.system.party.word else FactSort.LOST
            return Effected(to.bit(sort, about._replace(id="", title=f"{title} win")))
        case EffectKind.TRIGGER if target != "trap":
            return Effected(to.bit(FactSort.SPRUNG, about))
        case _:
            return Effected()


def _of_gate(kind: EffectKind, about: About, to: Builder) -> Effected:
    name = with_article(about.title)
    gate = next((gate for gate in to.board.gates if gate.id == about.id), None)
    way = to.ground.ways.get(about.id)
    counts = gate.shuts_after if gate is not None else 0
    # One that has fallen shut is as if it were new.
    fallen = 1 << to.passed(gate, counts).fact if gate is not None and counts else 0
    if kind is EffectKind.UNLOCK:
        told = say("{what} is unlocked", what=name)
        return Effected(to.bit(FactSort.UNLOCKED, about), fallen, words=(told,))
    if kind is EffectKind.REVEAL and gate is None:
        told = say("{what} is revealed", what=name)
        return Effected(to.bit(FactSort.REVEALED, about), words=(told,))
    opened = to.bit(FactSort.OPEN, about)
    if kind is EffectKind.CLOSE:
        return Effected(removes=opened, words=(say("{what} closes", what=name),))
    seen = 0 if gate is None else revealed_by(gate, to)
    is_opened = kind is EffectKind.OPEN
    if not is_opened or (way is not None and way.is_hidden):
        # A passage that stands open is found.
        seen |= to.bit(FactSort.FOUND, about)
    form = message("{what} opens") if is_opened else message("{what} is revealed")
    return Effected(opened | seen, fallen, words=(say(form, what=name),))


def _of_cells(effect: Effect, to: Builder) -> Effected:
    clear = 0
    fallen = effect.cells if effect.kind is not EffectKind.REMOVE else 0
    for cell in each_cell(fallen & to.ground.closing):
        clear |= 1 << to.clear(cell).fact
    if effect.kind is EffectKind.BLOCK:
        told = effect.place.replace("..", "–")
        many = effect.cells.bit_count()
        said = say_many("{where} is blocked", "{where} are blocked", many, where=told)
        return Effected(0, clear, effect.cells, (said,))
    for thing in to.ground.taken_away(effect):
        clear |= to.bit(FactSort.GONE, thing)
        if thing.id in to.ground.raised:
            clear |= union(1 << to.down(own).fact for own in to.ground.stations[thing.id])
    name = effect.place or with_article(effect.target_title)
    is_gone = effect.kind is EffectKind.REMOVE
    form = message("{where} is taken away") if is_gone else message("{where} is cleared")
    return Effected(clear, 0, effect.cells, (say(form, where=name),))


def _stand_again(effect: Effect, to: Builder) -> Effected:
    thing = to.quest.thing(effect.target)
    mask = effect.cells if effect.place else thing.mask
    left = facts = 0
    for own in to.ground.stations[thing.id]:
        if own.mask == mask:
            facts = to.bit(FactSort.DEFEATED, thing) | 1 << to.down(own).fact
        else:
            left |= 1 << to.down(own).fact
    if thing.id in to.ground.removed:
        facts |= to.bit(FactSort.GONE, thing)
    who = with_article(thing.title)
    told = say("{who} stands again", who=who)
    if effect.place:
        told = say("{who} stands again at {cells}", who=who, cells=to.board.names(mask))
    return Effected(left, facts, mask, (told,))
