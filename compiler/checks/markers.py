"""Check things that need several possible places, or other parts of the game beside them."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.english import listed_in_words
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.wording.unknown import unknown_position
from questwright.dsl.diagnostics import Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.quest import Thing


def check_markers(case: Case, findings: Findings) -> None:
    """Check that a marker has as many places as the game has markers, and what else it needs."""
    first: dict[str, Thing] = {}
    words: set[str] | None = None
    for thing in case.quest.things:
        placing = thing.kind.placing
        if placing.hidden_in:
            _check_places(case, thing, first.setdefault(thing.kind.word, thing), findings)
        if placing.needs:
            words = words if words is not None else _words_of(case)
            _check_needs(case, thing, words, findings)


def _check_places(case: Case, thing: Thing, first: Thing, findings: Findings) -> None:
    asked = thing.kind.placing.hidden_in
    unknown = unknown_position(thing.id, case.quest)
    many = len(unknown.ways) if unknown is not None else 1
    if first is not thing:
        findings.add(
            codes.WRONG_PLACES,
            f"there are two of {thing.kind.title}",
            thing.origin,
            "the second one",
            related=(Label(first.origin, "the first one"),),
            reason=f"one of {asked} markers is the true one",
            help=f"write one, `among` {asked} {findings.cells}",
        )
    elif many != asked:
        findings.add(
            codes.WRONG_PLACES,
            f"`{thing.id}` is in one of {many} places, and the game has {asked} markers"
            if unknown is not None
            else f"`{thing.id}` lies open, and the game has {asked} markers",
            thing.origin,
            "too few places" if many < asked else "too many places",
            reason=f"one of {asked} markers is the true one, and nobody knows which",
            help=f"write `among` with {asked} {findings.cells}",
        )


def _words_of(case: Case) -> set[str]:
    """The pack's words for all the maps, things and figures of a quest."""
    quest = case.quest
    spawned = {effect.target for effect in quest.every_effect() if effect.kind is EffectKind.SPAWN}
    words = {tile.tile for tile in quest.board.tiles} | spawned
    words |= {kind.word for kind in quest.party}
    return words | {thing.kind.word for thing in quest.things}


def _check_needs(case: Case, thing: Thing, words: set[str], findings: Findings) -> None:
    missing = [word for word in thing.kind.placing.needs if word not in words]
    if not missing:
        return
    titles = {word: tile.title for word, tile in case.system.tiles.items()}
    titles |= {word: kind.title for word, kind in case.system.kinds.items()}
    findings.add(
        codes.NEEDS_MORE,
        f"`{thing.id}` needs {listed_in_words(titles.get(word, word) for word in missing)}",
        thing.origin,
        f"without {listed_in_words(f'`{word}`' for word in missing)} in this quest",
        help="add it to the quest, or leave this out",
    )
