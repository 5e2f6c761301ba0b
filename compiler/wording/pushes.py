"""What is pushed, and how, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import say, say_as

if TYPE_CHECKING:
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.packs.system.system import System


def pushers_in_words(thing: Thing, quest: Quest, system: System) -> str:
    """Who pushes a thing: ``any Hero``, ``Orlaf or Danor``."""
    if len(thing.pushers) == len(quest.party):
        party = system.party
        return say_as("who may act", "any {name}", name=party.one_title, names=party.many_title)
    able = [kind.title for kind in quest.party if kind.word in thing.pushers]
    return listed_in_words(able, "or")


def pushing_in_words(system: System) -> str:
    """The rule by which things are pushed."""
    return say(
        "It goes one {cell} straight away from whoever pushes it, onto floor on which nobody and "
        "nothing stands; not through a gate, even an open one, and not aslant. Whoever pushes it "
        "stays where they are. The {cell} that it leaves is open floor. Nobody walks over it, and "
        "what lies below it is out of reach.",
        cell=say(system.grid.cell),
    )
