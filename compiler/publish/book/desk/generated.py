"""Link generated texts: what they name of a quest is called as in its book, and linked."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from questwright.compiler.publish.book.view.text import Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from questwright.compiler.model.quest import Quest
    from questwright.compiler.publish.book.view.text import Line

_SHORTEST_LINK = 4


class GeneratedTexts:
    """Finds the areas, events and actions that the generated texts of one quest name."""

    def __init__(self, quest: Quest, titles: Mapping[str, str], anchors: Mapping[str, str]) -> None:
        """The names of a quest; titles and anchors are those of its book, by id."""
        self._quest = quest
        self._board = quest.board
        self._titles = titles
        self._anchors = anchors

    def renamed(self, text: str) -> str:
        """A generated text in which areas and events without a name go by number and by trigger."""
        return self._nameless.sub(lambda match: self._new_names[match[0]], text)

    def words(self, text: str) -> Line:
        """A generated text as a line, with links to the areas, events and actions that it names."""
        runs: list[Run] = []
        done = 0
        renamed = self.renamed(text)
        for match in self._linked.finditer(renamed):
            if match.start() > done:
                runs.append(Run(renamed[done : match.start()]))
            runs.append(Run(match[0], target=self._targets.get(match[0], "")))
            done = match.end()
        if done < len(renamed):
            runs.append(Run(renamed[done:]))
        return tuple(runs)

    @cached_property
    def _new_names(self) -> Mapping[str, str]:
        names = {
            area.title: self._titles[area.id] for area in self._board.areas if not area.is_named
        }
        for event in self._quest.events:
            if not event.title:
                names[f"Event {event.id}"] = self._titles[event.id]
        return names

    @cached_property
    def _nameless(self) -> re.Pattern[str]:
        return _any_of(self._new_names)

    @cached_property
    def _targets(self) -> Mapping[str, str]:
        areas = {self._titles[area.id]: area.id for area in self._board.areas}
        done = {event.title: self._anchors[event.id] for event in self._quest.events if event.title}
        done |= {action.title: self._anchors[action.id] for action in self._quest.actions}
        found = areas | done
        return {title: slug for title, slug in found.items() if len(title) >= _SHORTEST_LINK}

    @cached_property
    def _linked(self) -> re.Pattern[str]:
        # A gate that is called after an area is not that area.
        return _any_of({*self._targets, *(gate.title for gate in self._board.gates)})


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)")
