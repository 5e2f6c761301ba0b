"""The symbol table of one quest: declares names, looks them up, and suggests near misses."""

from __future__ import annotations

import re

from questwright.compiler import codes
from questwright.compiler.model.board import BARRED
from questwright.dsl import limits
from questwright.dsl.choices import StrEnum
from questwright.dsl.diagnostics import Label, did_you_mean, listed
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.frontend.findings import Findings
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Name

_USABLE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul"]
    + [f"com{digit}" for digit in range(10)]
    + [f"lpt{digit}" for digit in range(10)]
)
_SHOWN = 8
"""The most names of which a finding says that there are such."""


class SymbolSort(StrEnum):
    """What a name stands for."""

    AREA = "area"
    GATE = "gate"
    CROSSING = "crossing"
    LOCK = "lock"
    THING = "thing"
    ITEM = "item"
    EVENT = "event"
    ACTION = "action"
    FLAG = "flag"
    TABLE = "table"
    MEMBER = "member"
    MUSTER = "muster"


_WORDS = {
    SymbolSort.AREA: "an area",
    SymbolSort.GATE: "a gate",
    SymbolSort.CROSSING: "a crossing",
    SymbolSort.LOCK: "a lock",
    SymbolSort.THING: "a thing on the board",
    SymbolSort.ITEM: "an item",
    SymbolSort.EVENT: "an event",
    SymbolSort.ACTION: "an action",
    SymbolSort.FLAG: "a flag",
    SymbolSort.TABLE: "a table",
    SymbolSort.MEMBER: "one of the party",
    SymbolSort.MUSTER: "a muster",
}


class Symbol(NamedTuple):
    """What a name stands for: one or several ids of one sort."""

    sort: SymbolSort
    ids: tuple[str, ...]
    span: Span

    @property
    def described(self) -> str:
        """Its sort in words: ``an item``."""
        return _WORDS[self.sort]


def described(sorts: Iterable[SymbolSort]) -> str:
    """Several sorts in words: ``an item or a gate``."""
    words = [_WORDS[sort] for sort in sorts]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def unusable(name: str) -> str | None:
    """Why a name cannot be an id, and so part of a file name; None if it can."""
    if len(name) > limits.NAME_CHARACTERS:
        return f"a name may have {limits.NAME_CHARACTERS} characters"
    if name == BARRED:
        return "a small word of the language"
    if name in _RESERVED:
        return "some machines keep this name for themselves"
    if not _USABLE.fullmatch(name):
        return "a name has small letters, digits and single hyphens, and begins with a letter"
    return None


class SymbolTable:
    """The names of a quest, with a finding for each name that is wrong."""

    __slots__ = ("_findings", "_quiet", "_symbols", "poisoned")

    def __init__(self, findings: Findings) -> None:
        self._symbols: dict[str, Symbol] = {}
        self._findings = findings
        self._quiet: set[str] = set()
        self.poisoned: set[str] = set()
        """Names whose declaration is broken, or that were reported: no further findings."""

    def told_to(self, findings: Findings) -> SymbolTable:
        """The same names, with findings that go elsewhere."""
        table = SymbolTable(findings)
        table._symbols, table._quiet = self._symbols, self._quiet
        table.poisoned = {*self.poisoned}
        return table

    def declare_generated(self, sort: SymbolSort, id_: str, span: Span) -> None:
        """Declare an id that the compiler made up: it can be used, but is never suggested."""
        if self.declare(sort, id_, (id_,), span):
            self._quiet.add(id_)

    def declare(self, sort: SymbolSort, name: str, ids: tuple[str, ...], span: Span) -> bool:
        """Declare a name; returns False, with a finding, if it is unusable or taken."""
        why = unusable(name)
        if why:
            self._findings.add(
                codes.BAD_ID, f"`{name[:70]}` cannot be a name here", span, "unusable", reason=why
            )
            self.poisoned.add(name)
            return False
        before = self._symbols.get(name)
        if before is not None:
            self._findings.add(
                codes.NAME_TWICE,
                f"the name `{name}` is given twice",
                span,
                "the second time",
                related=(Label(before.span, f"first given to {before.described}"),),
                help="call one of them something else",
            )
            return False
        self._symbols[name] = Symbol(sort, ids, span)
        return True

    def is_free(self, name: str) -> bool:
        """Whether no symbol has this name."""
        return name not in self._symbols

    def get(self, name: str) -> Symbol | None:
        """What a name stands for; None, without a finding, if it is unknown."""
        return self._symbols.get(name)

    def all(self, sort: SymbolSort) -> list[str]:
        """The names that the author declared of a sort, in the order of their declarations."""
        return [
            name
            for name, symbol in self._symbols.items()
            if symbol.sort is sort and name not in self._quiet
        ]

    def find(self, name: Name, *sorts: SymbolSort, otherwise: str | None = None) -> Symbol | None:
        """What a name stands for; None, with a finding, if it is of none of these sorts.

        ``otherwise`` is the remedy where no known name is near.
        """
        symbol = self._symbols.get(name.text)
        if symbol is not None and symbol.sort in sorts:
            return symbol
        if name.text in self.poisoned:
            return None
        wanted = described(sorts)
        if symbol is not None:
            self._findings.add(
                codes.WRONG_KIND,
                f"`{name.text}` is {symbol.described}, not {wanted}",
                name.span,
                f"expected {wanted}",
                related=(Label(symbol.span, "declared here"),),
            )
            return None
        known = [declared for sort in sorts for declared in self.all(sort)]
        plain = wanted.partition(" ")[2].replace(" or a ", " or ").replace(" or an ", " or ")
        headline = f"there is no {plain} called"
        self.unknown(name, headline, known, otherwise=otherwise)
        return None

    def unknown(
        self,
        name: Name,
        headline: str,
        known: list[str],
        *,
        label: str = "not declared",
        otherwise: str | None = None,
    ) -> None:
        """Report an unknown name, with the nearest known name, a remedy, or what there is."""
        help_ = did_you_mean(name.text, known)
        if help_ is None:
            longer = [word for word in known if len(word) > 1]
            help_ = otherwise or (f"there is {listed(longer, _SHOWN)}" if longer else None)
        self._findings.add(
            codes.UNKNOWN_NAME, f"{headline} `{name.text}`", name.span, label, help=help_
        )
        self.poisoned.add(name.text)
