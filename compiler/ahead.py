"""Books that a press begins while later quests are still checked and proven.

Takes what files compile to, as long as there is no error, and their quests. An error in a later
file ends the build, so no more is made ahead than children have time for.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from questwright.compiler.products import TooLongError, volumes
from questwright.compiler.runs import publications

if TYPE_CHECKING:
    from collections.abc import Collection

    from questwright.compiler.model.publication import Publication
    from questwright.compiler.pipeline import Result
    from questwright.compiler.products import BookVolume
    from questwright.compiler.publish.book.render.press import Press


class Ahead:
    """The quests of a build that are ready, and the books of those that were begun."""

    def __init__(
        self,
        press: Press | None,
        author: str = "",
        *,
        true_scale: bool = False,
        without: Collection[str] = (),
        is_held: bool = False,
    ) -> None:
        """Begin books at a press, if there is one, but not those of the quests ``without``.

        While it ``is_held`` none is begun: something else is to be set before.
        """
        self.ready: dict[str, Publication] = {}
        """By id the quests that were made ready, each for the first time that it was asked for."""
        self.begun: dict[str, list[BookVolume]] = {}
        """By id the volumes of each quest whose book was begun."""
        self.is_held = is_held
        self._press = press
        self._author = author
        self._true_scale = true_scale
        self._without = without

    def compiled(self, result: Result) -> None:
        """Make the quests of a file ready and begin their books, if there is time for it."""
        if self._has_time():
            publications([result], known=self.ready, then=self.offer)

    def offer(self, quest: Publication) -> None:
        """Begin the book of a quest if there is time for it."""
        id_ = quest.quest.id
        self.ready.setdefault(id_, quest)
        if self._press is None or id_ in self.begun or id_ in self._without or not self._has_time():
            return
        # Where its seconds are over, whoever asks for the book hears of it.
        with suppress(TooLongError):
            self.begun[id_] = [
                *volumes([quest], [], self._press, self._author, true_scale=self._true_scale)
            ]
            for volume in self.begun[id_]:
                self._press.begin(volume.source)

    def _has_time(self) -> bool:
        """Whether a child may soon have nothing to do."""
        if self._press is None or self.is_held:
            return False
        self._press.look()
        return self._press.is_hungry
