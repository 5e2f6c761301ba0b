"""Link portals: each to the one that it leads to, as the quest says, or the only other one.

Takes the things of a quest and what is written of its portals. Returns the things with their links.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.packs.system.system import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.quest import Thing
    from questwright.dsl.syntax import Name


def link_portals(
    things: list[Thing], links: dict[str, Name], names: SymbolTable, findings: Findings
) -> tuple[Thing, ...]:
    """The same things; ``links`` has for the id of a portal the name of its other end."""
    by_id = {thing.id: thing for thing in things}
    target: dict[str, str] = {}
    for id_, name in links.items():
        if id_ not in by_id:
            continue
        if by_id[id_].kind.category is Category.PORTAL and names.get(name.text) is None:
            _miss_far_end(by_id[id_], name, by_id, names)
        symbol = names.find(name, SymbolSort.THING)
        if symbol is None:
            target[id_] = "?"
            continue
        far_end = by_id.get(symbol.ids[0])
        if by_id[id_].kind.category is not Category.PORTAL:
            findings.add(
                codes.SURPLUS_PART, f"`{id_}` leads nowhere", name.span, "only portals have `to`"
            )
        elif far_end is None or far_end.kind.category is not Category.PORTAL or far_end.id == id_:
            findings.add(
                codes.UNPAIRED_PORTAL,
                f"`{name.text}` is not another portal",
                name.span,
                "a portal leads to a portal",
                reason="portals come in pairs",
            )
            target[id_] = "?"
        else:
            target[id_] = far_end.id
            target.setdefault(far_end.id, id_)
    portals = [thing for thing in things if thing.kind.category is Category.PORTAL]
    loose = [thing for thing in portals if thing.id not in target]
    if len(loose) == 2 and not links:
        target[loose[0].id], target[loose[1].id] = loose[1].id, loose[0].id
        loose = []
    for thing in loose:
        findings.add(
            codes.UNPAIRED_PORTAL,
            f"the portal `{thing.id}` leads nowhere",
            thing.origin,
            "no other end",
            reason="portals come in pairs",
            help="name both ends and write `to` with the other's name",
        )
    for id_, far in target.items():
        if far != "?" and target.get(far) not in (id_, "?"):
            findings.add(
                codes.UNPAIRED_PORTAL,
                f"`{id_}` leads to `{far}`, which leads elsewhere",
                by_id[id_].origin,
                "not a pair",
                reason="portals come in pairs",
            )
    return tuple(
        thing._replace(link=target[thing.id]) if target.get(thing.id, "?") != "?" else thing
        for thing in things
    )


def _miss_far_end(
    portal: Thing, name: Name, things: Mapping[str, Thing], names: SymbolTable
) -> None:
    """Report that nothing is called as the other end of a portal."""
    if name.text in names.poisoned:
        return
    ends: list[str] = []
    for word in names.all(SymbolSort.THING):
        symbol = names.get(word)
        end = things.get(symbol.ids[0]) if symbol is not None else None
        if end is not None and end.kind.category is Category.PORTAL and end.id != portal.id:
            ends.append(word)
    word, far = portal.kind.word, name.text
    names.unknown(
        name,
        "there is no second portal called",
        ends,
        otherwise=f"draw the second one with a letter of its own, `q: {word} {far} to {portal.id}`,"
        f" or write `{word} {far} at C4 to {portal.id}`",
    )
