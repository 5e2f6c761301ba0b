"""Find figures that stand on the party's side though they may be meant as its foes.

In some games a setting says which of the party's people play against it in a quest. Who leaves it
out has a figure that nobody of the party attacks.
"""

from __future__ import annotations

from questwright.compiler.model.words import setting_against
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from questwright.compiler.model.case import Case
    from questwright.compiler.model.quest import Thing


def friends_of(case: Case) -> tuple[Thing, ...]:
    """The figures on the board, one of each kind, that a setting could put against the party."""
    found: dict[str, Thing] = {}
    for thing in case.quest.things_of(Category.FIGURE):
        if setting_against(thing.kind, case.system) is not None:
            found.setdefault(thing.kind.word, thing)
    return tuple(found.values())


def for_the_party(friends: Sequence[Thing]) -> str:
    """That some figures are no foes of the party."""
    names = listed(own.kind.word for own in friends)
    plays = "play" if len(friends) > 1 else "plays"
    return f"{names} {plays} for the party in this quest, which attacks no friends"


def against(friends: Sequence[Thing], case: Case) -> Iterator[str]:
    """How the figures are made foes of the party: one sentence for each setting that makes some."""
    words: dict[str, list[str]] = {}
    for own in friends:
        setting = setting_against(own.kind, case.system)
        if setting is not None:
            words.setdefault(setting.word, []).append(own.kind.word)
    for word, kinds in words.items():
        chosen = case.quest.settings.get(word)
        if isinstance(chosen, tuple) and chosen:
            yield f"name {listed(kinds)} in `{word}` too"
        else:
            yield f"write `{word} {', '.join(kinds)}`"
