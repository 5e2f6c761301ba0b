"""Look up what the pack of a game says in books: passages, headings, and titles of its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questwright.compiler.language import say
from questwright.compiler.model.words import title_from_id
from questwright.compiler.packs.system.texts import HEADINGS

if TYPE_CHECKING:
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.values import Plain


class PackTexts:
    """The words of a pack that stand in books, and what they say of figures."""

    def __init__(self, system: System) -> None:
        self._system = system

    def text(self, key: str) -> str:
        """A standing passage of the pack; empty if it has none."""
        return self._system.texts.get(key, "")

    def heading(self, key: str) -> str:
        """What stands above a part of the book: the pack's words for it, or ours."""
        return self._system.texts.get(f"{key}_title", "") or say(HEADINGS[key])

    def setting_word(self, setting: str, word: str, part: str = "title") -> str:
        """The title, or another part, of a word that a setting takes."""
        tables = self._system.rules.get("setting_words")
        table = _inside(tables, setting)
        found = _inside(_inside(table, word), part)
        if isinstance(found, str):
            return found
        return title_from_id(word) if part == "title" else ""

    def gate_symbol(self, word: str, trait: str, default: str) -> str:
        """The symbol of a gate in the state that `trait` names, or the default."""
        found = _inside(_inside(self._system.rules.get("gate_traits"), word), trait)
        return found if isinstance(found, str) else default

    def rank_title(self, kind: Kind) -> str:
        """The title of a figure's rank; empty if it has none."""
        found = _inside(_inside(self._system.rules.get("ranks"), kind.rank), "title")
        return found if isinstance(found, str) else ""

    def is_foe(self, kind: Kind) -> bool:
        """Whether a figure belongs to a side other than the party."""
        return bool(kind.side) and kind.side != self._system.party.word

    def is_boss(self, kind: Kind) -> bool:
        """Whether a figure is a foe of a rank that is told apart from the common ones."""
        ranks = self._system.rules.get("ranks")
        return self.is_foe(kind) and _inside(_inside(ranks, kind.rank), "boss") is True


def _inside(value: Plain, key: str) -> Plain:
    return value.get(key) if hasattr(value, "get") else None  # type: ignore[union-attr]
