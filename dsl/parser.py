"""The parser: from text to syntax.

Takes a Source. Returns the syntax of what could be read, and findings about the rest. It recovers
at the next statement after each mistake, and never raises for a bad text.
"""

from __future__ import annotations

from questwright.dsl import codes, limits
from questwright.dsl.builder import Builder, TokenBuilder
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.driver import END, BoundReduction, Driver, Mistake, bind
from questwright.dsl.prepare import Prepared, prepare, words_of
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source, Span
from questwright.dsl.syntax import Declaration, File, Include
from questwright.dsl.tables import Tables, load_tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.dsl.driver import Value

_BROKEN = "_BROKEN"
_BRACE = "RBRACE"
_BREAK = "_NEWLINE"


class Parsed(NamedTuple):
    """The syntax of a text, as far as it could be read, and the findings about it."""

    file: File
    findings: tuple[Diagnostic, ...]
    lost: frozenset[str] = frozenset()
    """The words of the parts that could not be read: each may be a name that they declare."""


class QuestParser:
    """Reads quest texts, any number of them one after the other."""

    def __init__(self) -> None:
        tokens = TokenBuilder()
        self._tables = load_tables()
        self._reductions = bind(self._tables, Builder())
        self._token_values: dict[str, Value] = {
            "NUMBER": tokens.NUMBER,
            "RANGE": tokens.RANGE,
            "STRING": tokens.STRING,
            "PROSE": tokens.PROSE,
            "PLACE": tokens.PLACE,
        }

    def parse(self, source: Source) -> Parsed:
        """Return the syntax of a text with all findings, none of which follows from another."""
        prepared = prepare(source)
        if not prepared.readable:
            return Parsed(File(source.path, (), ()), prepared.findings, prepared.lost)
        reading = _Reading(self._tables, self._reductions, self._token_values, source, prepared)
        found = reading.run()
        includes = tuple(part for part in found if isinstance(part, Include))
        declarations = tuple(part for part in found if isinstance(part, Declaration))
        findings = (*prepared.findings, *_without(prepared.told, reading.findings, source))
        lost = prepared.lost | reading.lost
        return Parsed(File(source.path, includes, declarations), findings, frozenset(lost))


def _without(
    told: frozenset[int], findings: list[Diagnostic], source: Source
) -> Iterator[Diagnostic]:
    """Yield the findings about lines of which nothing has been told yet."""
    for finding in findings:
        line = source.text.rfind("\n", 0, finding.label.span.start) + 1
        if line not in told:
            yield finding


def _is_wordlike(char: str) -> bool:
    return char.isalnum() or char in "_-"


class _Reading:
    """One text being read, with recovery at the next statement after each mistake."""

    def __init__(
        self,
        tables: Tables,
        reductions: list[BoundReduction],
        token_values: dict[str, Value],
        source: Source,
        prepared: Prepared,
    ) -> None:
        # The grammar ends each declaration with a line end: add one for the last.
        self.text = prepared.text + "\n"
        self.source = source
        self.missing_braces = prepared.missing_braces
        self.limit = limits.FINDINGS - len(prepared.findings)
        self.findings: list[Diagnostic] = []
        self.lost: set[str] = set()
        self.driver = Driver(tables, reductions, token_values, source.path, self.text)

    def run(self) -> list[Include | Declaration]:
        at = 0
        while True:
            mistake = self.driver.read(at) or self._close()
            if mistake is None:
                result: list[Include | Declaration] = self.driver.values[-1]
                return result
            resume = self._recover(mistake)
            if resume is None:
                return self._rescue()
            at = resume

    def _close(self) -> Mistake | None:
        """End the text, with the closing braces that `prepare` found missing."""
        driver, end = self.driver, len(self.text)
        while self.missing_braces and _BRACE in driver.row:
            self.missing_braces -= 1
            driver.feed(_BRACE, None)
        if _BREAK in driver.row:
            driver.feed(_BREAK, None)
        return None if driver.finish() else Mistake(end, end, END)

    def _recover(self, mistake: Mistake) -> int | None:
        """Report a mistake and unwind the stacks to the statement that it is in.

        Returns the offset at which reading goes on; None where it cannot.
        """
        if len(self.findings) >= self.limit:
            return None
        driver, at = self.driver, mistake.start
        if at < len(self.text.rstrip()) or not self.findings:
            self.findings.append(self._finding(mistake, frozenset(driver.row)))
        while _BROKEN not in driver.row:
            if len(driver.states) == 1:
                return None
            driver.states.pop()
            driver.values.pop()
        resume = self._skip(at)
        self.lost.update(words_of(self.text[self.text.rfind("\n", 0, at) + 1 : resume]))
        driver.feed(_BROKEN, None)
        return resume if at < len(self.text) else None

    def _skip(self, at: int) -> int:
        """Return where reading can go on: the statement's end, or the block that it opens."""
        text = self.text
        line_end = text.find("\n", at)
        while at < len(text):
            char = text[at]
            if text.startswith('"""', at):
                at = text.find('"""', at + 3) + 3
                line_end = text.find("\n", at)
                continue
            if char == '"':
                close = text.find('"', at + 1)
                at = close + 1 if 0 <= close < line_end else at + 1
                continue
            if char == "#":
                return line_end
            if char in "\n;{}":
                return at
            at += 1
        return len(text)

    def _finding(self, mistake: Mistake, accepted: frozenset[str]) -> Diagnostic:
        text = self.text
        at, end, terminal = mistake
        line_start = text.rfind("\n", 0, at) + 1
        line_end = text.find("\n", at)
        if terminal == _BREAK:
            at = len(text[line_start:at].rstrip()) + line_start
            end = at + 1
        elif 0 <= line_end < end:
            end = line_end
        if terminal != _BREAK:
            while at > line_start and _is_wordlike(text[at - 1]) and _is_wordlike(text[at]):
                at -= 1
            while end < line_end and _is_wordlike(text[end]) and _is_wordlike(text[end - 1]):
                end += 1
            if text.startswith("..", end) and text[at:end].isdigit():
                # A range is one word.
                end += len(text[end:line_end]) - len(text[end:line_end].lstrip(".0123456789"))
        found = text[at:end].rstrip("\n")
        rest = text[at : max(line_end, at)]
        # Loaded here: most texts have no mistake.
        from questwright.dsl.mistakes import describe

        message, label, help_ = describe(text[line_start:at], found, rest, accepted)
        length = len(self.source.text)
        span = Span(self.source.path, min(at, length), min(max(at + 1, end), length))
        return Diagnostic(codes.UNEXPECTED, message, Label(span, label), help=help_)

    def _rescue(self) -> list[Include | Declaration]:
        """Return the declarations that were complete before reading stopped."""
        return [value for value in self.driver.values if isinstance(value, Declaration | Include)]
