"""Read the quest actions: what members of the party may do at a place.

Takes the outline of a quest, with every name declared. Returns its actions, each with its cells,
its condition and its cost.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort
from questwright.compiler.frontend.outline import StatementReader, values_of
from questwright.compiler.model.quest import Action
from questwright.compiler.model.words import title_from_id
from questwright.compiler.passes.things.read_entries import read_members
from questwright.dsl.syntax import Name, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.outline import Outline
    from questwright.compiler.passes.play.conditions import ConditionResolver
    from questwright.dsl.syntax import Clause


def read_actions(outline: Outline, conditions: ConditionResolver) -> tuple[Action, ...]:
    """Return the actions in the order of the text; one without a name or a place is left out."""
    actions = []
    for statement in outline.actions:
        taken = StatementReader(statement, conditions.findings)
        name = taken.name()
        at = taken.clause("at", "in", "near")
        takes = taken.clause("takes")
        only = taken.clause("for")
        taken.finish('write it like `action light-fire at brazier "Light the fire"`')
        place = conditions.places.resolve(at, statement.span, on_floor=True)
        condition = None
        if statement.condition is not None:
            condition = conditions.resolve(statement.condition)
            if condition is None:
                continue
        if place is None or name is None:
            continue
        cells, words, moving = place
        first = values_of(at)[0] if at and at.items else None
        symbol = conditions.names.get(first.text) if type(first) is Name else None
        target = symbol.ids[0] if symbol and symbol.sort is SymbolSort.THING else ""
        cost = 1
        if takes is not None:
            number = next((v for v in values_of(takes) if type(v) is Number), None)
            cost = number.value if number else 0
        by: tuple[str, ...] = ()
        side = _side(only, conditions)
        if only is not None and not side:
            party, names = conditions.party, conditions.names
            by = read_members(values_of(only), party, names, conditions.findings)
            if not only.items:
                conditions.findings.add(
                    codes.MISSING_PART,
                    "this does not say for whom",
                    only.span,
                    "no member",
                    help="leave it out if anybody may do it",
                )
            if not by:
                continue
        title = statement.texts[0].raw.strip() if statement.texts else title_from_id(name.text)
        at_place = Action(name.text, title, cells, target, words, condition, cost, statement.span)
        actions.append(at_place._replace(moving=moving, by=by, side=side))
    return tuple(actions)


def _side(only: Clause | None, conditions: ConditionResolver) -> str:
    """The word of the other side that takes an action; empty where the party takes it."""
    match values_of(only) if only is not None else []:
        case [Name(text=word)]:
            side = conditions.system.sides.get(word)
            return word if side is not None and not side.is_party else ""
        case _:
            return ""
