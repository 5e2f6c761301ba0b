"""Text to syntax. The text may be wrong; the parser may not fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from dsl import codes, limits
from dsl.builder import Builder
from dsl.diagnostics import Diagnostic, Label
from dsl.guard import Prepared, prepare, words_of
from dsl.mistakes import describe
from dsl.source import Source, Span
from dsl.syntax import Declaration, File, Include
from dsl.tables import load_parser

if TYPE_CHECKING:
    from lark import Lark
    from lark.parsers.lalr_interactive_parser import InteractiveParser


class Parsed(NamedTuple):
    """What a text says, as far as it could be read, and what is wrong with it."""

    file: File
    findings: tuple[Diagnostic, ...]
    lost: frozenset[str] = frozenset()
    """Words of the stretches that could not be read: what they would have declared is unknown."""


class QuestParser:
    """Reads quest texts; one may read any number of them, one after the other."""

    def __init__(self) -> None:
        self._builder = Builder()
        self._lark: Lark = load_parser(self._builder)

    def parse(self, source: Source) -> Parsed:
        """Read one text; every finding at once, none a consequence of another."""
        prepared = prepare(source)
        if not prepared.readable:
            return Parsed(File(source.path, (), ()), prepared.findings, prepared.lost)
        self._builder.path = source.path
        reading = _Reading(self._lark, source, prepared)
        found = reading.run()
        includes = tuple(part for part in found if isinstance(part, Include))
        declarations = tuple(part for part in found if isinstance(part, Declaration))
        findings = (*prepared.findings, *reading.findings)
        lost = prepared.lost | reading.lost
        return Parsed(File(source.path, includes, declarations), findings, frozenset(lost))


def _is_wordlike(char: str) -> bool:
    return char.isalnum() or char in "_-"


class _Reading:
    """One text being read, with recovery at the next statement after each mistake."""

    def __init__(self, lark: Lark, source: Source, prepared: Prepared) -> None:
        # A declaration ends with its line, also the last one of a file.
        self.text = prepared.text + "\n"
        self.source = source
        self.missing_braces = prepared.missing_braces
        self.limit = limits.FINDINGS - len(prepared.findings)
        self.findings: list[Diagnostic] = []
        self.lost: set[str] = set()
        self.parser: InteractiveParser = lark.parse_interactive(self.text)
        self.state = self.parser.parser_state
        self.table: dict[int, dict[str, Any]] = self.state.parse_conf.parse_table.states

    def run(self) -> list[Include | Declaration]:
        at: int
        found: Token | None
        while True:
            try:
                lexed = self.parser.lexer_thread.lex(self.state)  # type: ignore[no-untyped-call]
                for token in lexed:
                    self.state.feed_token(token)
                self._close()
                result: list[Include | Declaration] = self.state.feed_token(
                    Token.new_borrow_pos("$END", "", Token("$END", "", len(self.text))), is_end=True
                )
            except UnexpectedCharacters as error:
                # Lark declares this as None and sets it to a number.
                position: Any = error.pos_in_stream
                at, found = int(position), None
            except UnexpectedToken as error:
                token = error.token
                at = len(self.text) if token.start_pos is None else token.start_pos
                found = None if token.type == "$END" else token
            else:
                return result
            if not self._recover(at, found):
                return self._rescue()

    def _close(self) -> None:
        """Take braces as written that the guard found missing."""
        end = len(self.text)
        while self.missing_braces and "RBRACE" in self.table[self.state.position]:
            self.missing_braces -= 1
            self.state.feed_token(Token("RBRACE", "}", end, end_pos=end))
        if "_NEWLINE" in self.table[self.state.position]:
            self.state.feed_token(Token("_NEWLINE", "\n", end, end_pos=end))

    def _recover(self, at: int, found: Token | None) -> bool:
        """Report the mistake, unwind to the statement it is in, and go on behind it."""
        if len(self.findings) >= self.limit:
            return False
        stack, values = self.state.state_stack, self.state.value_stack
        accepted = self.table[stack[-1]].keys()
        if at < len(self.text.rstrip()) or not self.findings:
            self.findings.append(self._finding(at, found, frozenset(accepted)))
        while "_BROKEN" not in self.table[stack[-1]]:
            if len(stack) == 1:
                return False
            stack.pop()
            values.pop()
        resume = self._skip(at)
        self.lost.update(words_of(self.text[self.text.rfind("\n", 0, at) + 1 : resume]))
        self.state.feed_token(Token("_BROKEN", self.text[at:resume], at, end_pos=resume))
        lexing = self.parser.lexer_thread.state
        assert lexing is not None
        lexing.line_ctr.char_pos = resume
        return at < len(self.text)

    def _skip(self, at: int) -> int:
        """Where reading can go on: the statement's end, or the block that it opens."""
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

    def _finding(self, at: int, found: Token | None, accepted: frozenset[str]) -> Diagnostic:
        text = self.text
        line_start = text.rfind("\n", 0, at) + 1
        end = found.end_pos if found is not None and found.end_pos else at + 1
        line_end = text.find("\n", at)
        if found is not None and found.type == "_NEWLINE":
            at = len(text[line_start:at].rstrip()) + line_start
            end = at + 1
        elif 0 <= line_end < end:
            end = line_end
        if found is None or found.type != "_NEWLINE":
            while at > line_start and _is_wordlike(text[at - 1]) and _is_wordlike(text[at]):
                at -= 1
            while end < line_end and _is_wordlike(text[end]) and _is_wordlike(text[end - 1]):
                end += 1
        message, label, help_ = describe(text[line_start:at], text[at:end].rstrip("\n"), accepted)
        length = len(self.source.text)
        span = Span(self.source.path, min(at, length), min(max(at + 1, end), length))
        return Diagnostic(codes.UNEXPECTED, message, Label(span, label), help=help_)

    def _rescue(self) -> list[Include | Declaration]:
        """The declarations that were complete before reading had to stop."""
        return [
            value for value in self.state.value_stack if isinstance(value, Declaration | Include)
        ]
