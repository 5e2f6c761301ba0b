"""Check the gear and the money that a quest hands out [DSO-B19, DSO-B20, DSO-B21]."""

from __future__ import annotations

from collections.abc import Mapping

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.compiler.model.conditions import facts_of
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.packs.system.coins import is_payable, nearest_sum
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.quest import Item, Quest


def check_gear(case: Case, findings: Findings) -> None:
    """Check that unique gear is given once, that sums can be paid, and that items are used."""
    _check_unique(case, findings)
    _check_load(case, findings)
    _check_money(case, findings)
    _check_rewards(case, findings)
    _check_unused(case, findings)
    _check_users(case, findings)


def _check_unique(case: Case, findings: Findings) -> None:
    items = {item.id: item for item in case.quest.items}
    for piece in case.quest.items:
        if piece.alike and piece.gear is not None and piece.gear.is_unique:
            findings.add(
                codes.GEAR_TWICE,
                f"there is only one {piece.title}",
                piece.origin,
                "several of it",
                reason="there is one card of it",
                help=f"write `item {piece.alike}` without a number",
            )
            return
    given: dict[str, Effect] = {}
    for event in case.quest.events:
        for effect in event.effects:
            if effect.kind is not EffectKind.GIVE:
                continue
            item = items.get(effect.target)
            if item is not None and item.alike and event.repeats:
                _cannot_repeat(item, effect, findings)
            if item is None or item.gear is None or not item.gear.is_unique:
                continue
            before = given.get(item.id)
            if before is not None or event.repeats or item.holder or item.cell >= 0:
                label = Label(before.origin if before else item.origin, "it is also had here")
                findings.add(
                    codes.GEAR_TWICE,
                    f"there is only one {item.title}",
                    effect.origin,
                    "given again" if not event.repeats else "given each time this happens",
                    related=() if event.repeats else (label,),
                    reason="there is one card of it",
                    help="give something else",
                )
            given[item.id] = effect


def _cannot_repeat(item: Item, effect: Effect, findings: Findings) -> None:
    """Report that an event which repeats gives one of several pieces: there are only so many."""
    findings.add(
        codes.BAD_NUMBER,
        f"a `{item.alike}` cannot be given each time",
        effect.origin,
        "this event repeats",
        reason=f"there are as many `{item.alike}` as its statement says",
        help="write `when` in place of `whenever`",
    )


def _check_load(case: Case, findings: Findings) -> None:
    quest, system = case.quest, case.system
    carry = system.rules.get("carry_limit")
    limit = carry if isinstance(carry, int) else None
    if limit is None:
        return
    worn = [item for item in quest.items if item.gear is not None and item.gear.keywords]
    keywords = {word for item in worn for word in (item.gear.keywords if item.gear else ())}
    room = len(quest.party) * (limit + len(keywords))
    if len(worn) > room:
        findings.add(
            codes.OVERLADEN,
            f"this quest hands out {len(worn)} pieces of gear, the party can bear {room}",
            worn[room].origin,
            "more than they can carry",
            reason=f"each equips one of a keyword and carries {limit} more",
        )


def _check_money(case: Case, findings: Findings) -> None:
    quest, system = case.quest, case.system
    if not system.coins:
        return
    for word, setting in system.settings.items():
        value = quest.settings.get(word)
        is_reward = setting.role is SettingRole.REWARD_GOLD and word in quest.set_here
        if is_reward and isinstance(value, int) and not is_payable(value, system.coins):
            coins = ", ".join(map(str, system.coins))
            findings.add(
                codes.UNPAYABLE,
                f"{value} cannot be paid",
                quest.said_at(word),
                f"`{word} {value}`",
                reason=f"the coins are {coins}",
                help=f"write `{word} {nearest_sum(value, system.coins)}`",
            )


def _check_rewards(case: Case, findings: Findings) -> None:
    coins = case.system.coins
    for event in case.quest.events:
        for effect in event.effects:
            if effect.kind is EffectKind.REWARD and coins and not is_payable(effect.amount, coins):
                findings.add(
                    codes.UNPAYABLE,
                    f"{effect.amount} cannot be paid",
                    effect.origin,
                    f"{effect.amount} {effect.target} for each",
                    reason=f"the coins are {', '.join(map(str, coins))}",
                    help=f"give {nearest_sum(effect.amount, coins)}",
                )


def _check_unused(case: Case, findings: Findings) -> None:
    quest = case.quest
    if case.proof is None:
        # A broken quest may need the item in a statement that was not understood.
        return
    used = {lock.key for _, lock in quest.locked()}
    used.update(effect.target for effect in quest.every_effect() if effect.kind is EffectKind.TAKE)
    used.update(_named_in_conditions(quest))
    told: set[str] = set()
    for item in quest.items:
        name = item.alike or item.id
        is_somewhere = item.holder or item.cell >= 0
        if item.gear is None and not used & {item.id, name} and is_somewhere and name not in told:
            told.add(name)
            findings.add(
                codes.UNUSED_NAME,
                f"nothing in this quest needs `{name}`",
                item.origin,
                "it opens nothing and nobody asks for it",
                help="lock something with it, ask for it in a condition, or delete it",
            )


def _named_in_conditions(quest: Quest) -> set[str]:
    """The ids that the conditions of events, victories and actions speak of."""
    return {
        id_
        for condition in quest.conditions()
        for fact in facts_of(condition)
        for id_ in (*fact.subjects, fact.object)
    }


def _check_users(case: Case, findings: Findings) -> None:
    """Check that no figure holds gear that its rank never uses [DKQ-B26]."""
    rules = case.system.rules.get("items")
    users = rules.get("used_by") if isinstance(rules, Mapping) else None
    if not isinstance(users, tuple | list):
        return
    holders = {thing.id: thing for thing in case.quest.things_of(Category.FIGURE)}
    for item in case.quest.items:
        holder = holders.get(item.holder)
        if item.gear is None or holder is None or holder.kind.rank in users:
            continue
        findings.add(
            codes.GEAR_UNUSED,
            f"{holder.title} never uses {item.title}",
            item.origin,
            f"held by a {holder.kind.rank}",
            related=(Label(holder.origin, "the figure"),),
            reason=f"only {listed_in_words(map(str, users))} use such items",
            help="put it into a container, or let another figure hold it",
        )
