"""Read whom a card of a quest's own brings onto the board."""

from __future__ import annotations

import re

from questwright.compiler import codes
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.packs.system.moves import reckoned
from questwright.compiler.packs.system.system import Category
from questwright.dsl.diagnostics import listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Name, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.text.card_findings import CardFindings
    from questwright.dsl.syntax import Item, Statement, Value

_FIGURES: Final = 60
"""The most figures of a kind that a card brings, where the box sets no limit."""
_DICE: Final = 6
_FACES: Final = 20
_DIE: Final = re.compile(r"d([0-9]{1,3})")
_LIKE: Final = "write it like `brings 2 KIND, d6 KIND`, with words of the game"


class _Rolled(NamedTuple):
    """A number of figures: dice of so many faces, and more."""

    dice: int
    faces: int
    more: int

    def and_also(self, other: _Rolled) -> _Rolled | None:
        """Both added; None where their dice differ."""
        if self.dice and other.dice and self.faces != other.faces:
            return None
        return _Rolled(self.dice + other.dice, self.faces or other.faces, self.more + other.more)

    @property
    def written(self) -> str | int:
        """As packs write it: ``4``, ``d6``, ``2d6+3``."""
        if not self.dice:
            return self.more
        many = str(self.dice) if self.dice > 1 else ""
        return f"{many}d{self.faces}{f'+{self.more}' if self.more else ''}"


class BroughtReader:
    """Reads `brings` of the cards of one game."""

    def __init__(self, system: System, report: CardFindings) -> None:
        """Take the game, and where findings are added."""
        self._system = system
        self._report = report

    def read(self, statement: Statement) -> dict[str, str | int]:
        """Return how many of whom a card brings; who is named twice is added."""
        taken = StatementReader(statement, self._report.all)
        taken.rest()
        taken.finish(_LIKE)
        if not statement.items:
            self._report.lacks(statement, "whom it brings", _LIKE)
        found: dict[str, _Rolled] = {}
        for item in statement.items:
            *rolled, name = item
            number = self._rolled(rolled, item)
            if type(name) is not Name or number is None:
                if number is not None:
                    self._report.not_understood(item, _LIKE)
                continue
            if not self._is_foe(name):
                continue
            whole = found.get(name.text, _Rolled(0, 0, 0)).and_also(number)
            if whole is None:
                self._report.bad_number(name.span, "dice of two sorts are not added", "another die")
                continue
            found[name.text] = whole
            self._hold_to_box(name, whole)
        return {word: rolled.written for word, rolled in found.items()}

    def _rolled(self, values: list[Value], item: Item) -> _Rolled | None:
        """Return how many are brought: ``3``, ``d6``, ``2 d6``; one where nothing is said."""
        first = values[0] if values else None
        many = first.value if isinstance(first, Number) else 1
        rest = values[1:] if isinstance(first, Number) else values
        named = rest[0].text if rest and isinstance(rest[0], Name) else ""
        die = _DIE.fullmatch(named)
        if len(rest) > 1 or (rest and die is None):
            self._report.not_understood(item, _LIKE)
            return None
        if die is None:
            if not 1 <= many <= _FIGURES:
                self._report.bad_number(item[0].span, f"a card cannot bring {many:,}", "too many")
                return None
            return _Rolled(0, 0, many)
        faces = int(die[1])
        if not (1 <= many <= _DICE and 2 <= faces <= _FACES):
            self._report.bad_number(
                item[0].span,
                f"a card cannot bring `{many} d{faces}`",
                f"1 to {_DICE} dice, with 2 to {_FACES} faces",
            )
            return None
        return _Rolled(many, faces, 0)

    def _is_foe(self, name: Name) -> bool:
        kind = self._system.kinds.get(name.text)
        foes = [
            word
            for word, each in self._system.kinds.items()
            if each.category is Category.FIGURE and each.side != self._system.party.word
        ]
        if name.text in foes:
            return True
        if kind is None:
            self._report.unknown(name, "no figure", self._system.title, foes)
        else:
            self._report.all.add(
                codes.WRONG_KIND,
                f"a card cannot bring `{name.text}`",
                name.span,
                "one of the party" if kind.category is Category.FIGURE else "no figure",
                help=f"it brings figures of another side: {listed(foes, 6)}",
            )
        return False

    def _hold_to_box(self, name: Name, rolled: _Rolled) -> None:
        kind = self._system.kinds[name.text]
        most = reckoned(rolled.written)
        if most is not None and kind.box is not None and most.most > kind.box:
            self._report.all.add(
                codes.TOO_MANY,
                f"this card brings as many as {most.most} {kind.plural}, the box has {kind.box}",
                name.span,
                "more than the box holds",
                help="bring fewer, or somebody else besides",
            )
