"""Slips of the hand outside of texts: what a word processor types, and comments of other languages.

Takes a text. Returns a text of the same length in which each slip is what was meant, and a finding
for each kind of slip, so that the parser has nothing to say of it.
"""

from __future__ import annotations

import re

from questwright.dsl import codes
from questwright.dsl.characters import (
    DOUBLE_QUOTES,
    SINGLE_QUOTES,
    is_invisible,
    name_of,
    typed_for,
)
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Span
from questwright.dsl.syntax import CLAUSES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_TRIPLE: Final = f'(?=["{DOUBLE_QUOTES}]{{0,2}}[{DOUBLE_QUOTES}])["{DOUBLE_QUOTES}]{{3}}'
_TOKENS: Final = re.compile(
    r'(?P<prose>"""(?:[^"]|"(?!""))*(?:"""|\Z))'
    rf"|(?P<triple>{_TRIPLE})"
    r'|(?P<text>"[^"\n]*(?:"|$))'
    r"|(?P<comment>#[^\n]*)"
    r"|(?P<line>//[^\n]*)"
    r"|(?P<block>/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|<!--(?:[^-]|-(?!->))*(?:-->|\Z))"
    rf"|(?P<double>[{DOUBLE_QUOTES}])"
    rf"|(?P<single>(?<![^\s:{{])[{SINGLE_QUOTES}])"
    r"|(?P<stop>;)"
    r"|(?P<strange>[^\x00-\x7f])",
    re.MULTILINE,
)
_ENDS: Final = re.compile(rf"{_TRIPLE}")
_ANY_TRIPLE: Final = re.compile(f'["{DOUBLE_QUOTES}]{{3}}')
_WORDLIKE: Final = re.compile(r"[\w.|:-]")
_CELLS: Final = re.compile(r"([A-Z]{1,2}[0-9]{1,3}|[0-9]{1,6})-([A-Z]{1,2}[0-9]{1,3}|[0-9]{1,6})")
_SMALL: Final = "|".join(
    [*CLAUSES, "if", "when", "whenever", "and", "or", "not", "is", "are", "any", "every", "because"]
)
_VERBS: Final = "carries|carry|enters?|leaves?"
_SAID: Final = "opened|searched|defeated|cleared"
_GOES_ON: Final = re.compile(
    rf'[ \t]*(?:"|\{{|,|[A-Z]{{1,2}}[0-9]|(?:{_SMALL}|{_VERBS}|{_SAID})(?![\w:-]))'
)
"""What begins no statement: before it, none can have ended."""
_HEADS: Final = (
    "quest|campaign|include|system|board|draw|tile|spawn|event|action|victory|expect|allow|item|wall"
    "|table|give|read|story|note|rule|outro"
)
_UNFINISHED: Final = re.compile(
    rf"(?:[,:(|]|(?<![\w-])(?:{_SMALL}|{_VERBS})|(?:^|[;{{])[ \t]*(?:{_HEADS}))[ \t]*\Z",
    re.MULTILINE,
)
"""What ends no statement."""
_LETTER: Final = re.compile(r"[ \t]*[A-Za-z0-9][ \t]*\Z")
_MORE: Final = 8
"""The most further places of one kind of slip that its finding shows."""


class Mended(NamedTuple):
    """A text without slips, and the findings about those that it had."""

    text: str
    findings: tuple[Diagnostic, ...]
    lines: frozenset[int]
    """The offsets at which the lines with slips begin."""


def mend(path: str, text: str) -> Mended:
    """Return a text with its slips mended; each kind of slip is told once, at its first place."""
    return _Typist(path, text).run()


class _Typist:
    """One text being mended."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text
        self._pieces: list[tuple[int, int, str]] = []
        self._told: dict[str, list[tuple[Diagnostic, Span]]] = {}

    def run(self) -> Mended:
        at = 0
        while found := _TOKENS.search(self._text, at):
            kind, piece, start = str(found.lastgroup), found[0], found.start()
            at = found.end()
            if kind in ("prose", "text"):
                at = self._ends_otherwise(kind, start, at)
            elif kind == "triple":
                at = self._quoted(start, 3, _ANY_TRIPLE.search(self._text, at))
            elif kind == "double":
                closing = re.compile(f'["{DOUBLE_QUOTES}]').search(
                    self._text, at, self._line_end(at)
                )
                at = self._quoted(start, 1, closing)
            elif kind == "single":
                closing = re.compile(rf"[{SINGLE_QUOTES}](?![^\s,{{}};#)])").search(
                    self._text, at, self._line_end(at)
                )
                if closing is not None:
                    at = self._quoted(start, 1, closing)
            elif kind in ("line", "block"):
                self._foreign_comment(piece, start)
            elif kind == "stop":
                self._stop(start)
            elif kind == "strange":
                self._strange(piece, start)
        return Mended(self._mended(), self._findings(), self._lines())

    # -- the slips ----------------------------------------------------------------------

    def _ends_otherwise(self, kind: str, start: int, end: int) -> int:
        """Close a text where a word processor's quotes were meant to; return where it ends."""
        piece = self._text[start:end]
        if kind == "prose":
            found = _ENDS.search(self._text, start + 3, end)
            size = 3
        else:
            is_closed = len(piece) > 1 and piece.endswith('"')
            marks = [] if is_closed else list(re.finditer(f"[{DOUBLE_QUOTES}]", piece))
            found = marks[-1] if marks else None
            size = 1
        if found is None:
            return end
        at = found.start() if kind == "prose" else start + found.start()
        self._pieces.append((at, at + size, '"' * size))
        char = next(char for char in self._text[at : at + size] if char != '"')
        self._tell_quote(char, at, size, self._text[start : start + size])
        return at + size

    def _quoted(self, start: int, size: int, closing: re.Match[str] | None) -> int:
        """Put straight quotes for others; return where the text that they quote ends."""
        text = self._text
        char = next((char for char in text[start : start + size] if char != '"'), text[start])
        end = closing.end() if closing is not None else start + size
        if size == 1 and '"' in text[start + 1 : end - 1]:
            return end
        self._pieces.append((start, start + size, '"' * size))
        inside = ""
        if closing is not None:
            inside = text[start + size : closing.start()]
            self._pieces.append((closing.start(), end, '"' * size))
        self._tell_quote(char, start, size, '"' * size + inside if inside else "")
        return end

    def _tell_quote(self, char: str, start: int, size: int, begun: str) -> None:
        straight = '"' * size
        is_short = begun and "\n" not in begun and len(begun) < 60
        like = f": `{begun}{straight}`" if is_short and begun != straight else ""
        if char in "'`":
            message = f"`{char}` quotes no text"
        else:
            message = f"`{char * size}` is a quote of a word processor"
        self._tell(
            Diagnostic(
                codes.UNEXPECTED,
                message,
                Label(Span(self._path, start, start + size), name_of(char)),
                reason="a text stands in straight quotes",
                help=f"type `{straight}`{like}",
            )
        )

    def _foreign_comment(self, piece: str, start: int) -> None:
        mark = next(mark for mark in ("//", "/*", "<!--") if piece.startswith(mark))
        first = piece.removeprefix(mark).split("\n", 1)[0].strip(" */->!")
        blank = re.sub(r"[^\n]", " ", piece)
        self._pieces.append((start, start + len(piece), blank))
        end = start + len(piece.split("\n", 1)[0])
        self._tell(
            Diagnostic(
                codes.UNEXPECTED,
                f"`{mark}` begins no comment",
                Label(Span(self._path, start, end), "a comment begins with `#`"),
                help=f"write `# {first[:60]}`" if first else "write `#`, on each of its lines",
            )
        )

    def _stop(self, start: int) -> None:
        """A `;` inside a statement, which the parser would take for its end."""
        begin = self._text.rfind("\n", 0, start) + 1
        before, after = self._text[begin:start], self._text[start + 1 : self._line_end(start)]
        is_letter = _LETTER.match(before) and after.strip()
        if not is_letter and not _GOES_ON.match(after) and not _UNFINISHED.search(before):
            return
        instead = ":" if is_letter else " "
        self._pieces.append((start, start + 1, instead))
        meant = f"{before.strip()}{instead.strip()} {after.strip()}".strip()
        self._tell(
            Diagnostic(
                codes.UNEXPECTED,
                "this `;` stands where a `:` belongs"
                if is_letter
                else "this `;` tears a statement",
                Label(
                    Span(self._path, start, start + 1),
                    "a letter is explained behind a `:`"
                    if is_letter
                    else "a `;` ends the statement before it",
                ),
                help=f"write `{meant[:80]}`",
            )
        )

    def _strange(self, char: str, start: int) -> None:
        typed = typed_for(char)
        if not typed and not is_invisible(char):
            return
        span = Span(self._path, start, start + 1)
        self._pieces.append((start, start + 1, typed[:1] if len(typed) == 1 else " "))
        if typed == " " or not typed:
            looks = "looks like a space, and is none" if typed else "nobody sees it"
            self._tell(
                Diagnostic(
                    codes.UNEXPECTED,
                    f"a {name_of(char)} stands here",
                    Label(span, looks),
                    help="type a space" if typed else "delete it",
                )
            )
            return
        like = self._word_with(start, typed)
        help_ = f"type `{typed}`" + (f": `{like}`" if like else "")
        if ".." in like:
            help_ = f"write `{like}`"
        self._tell(
            Diagnostic(
                codes.UNEXPECTED,
                f"`{char}` does not belong here",
                Label(span, f"{name_of(char)}, as word processors write it"),
                help=help_,
            )
        )

    def _word_with(self, at: int, typed: str) -> str:
        """Return the word around a character, with what is typed for it instead."""
        text, start, end = self._text, at, at + 1
        while start and _WORDLIKE.match(text[start - 1]):
            start -= 1
        while end < len(text) and _WORDLIKE.match(text[end]):
            end += 1
        if end - start == 1:
            return ""
        word = text[start:at] + typed + text[at + 1 : end]
        block = _CELLS.fullmatch(word)
        return f"{block[1]}..{block[2]}" if block else word

    # -- what comes of it -------------------------------------------------------------------

    def _tell(self, finding: Diagnostic) -> None:
        key = finding.message if finding.code is codes.UNEXPECTED else ""
        self._told.setdefault(key, []).append((finding, finding.label.span))

    def _findings(self) -> tuple[Diagnostic, ...]:
        found = []
        for told in self._told.values():
            first, _ = told[0]
            others = tuple(Label(span, "and here") for _, span in told[1 : _MORE + 1])
            found.append(
                Diagnostic(first.code, first.message, first.label, others, first.reason, first.help)
            )
        return tuple(found)

    def _lines(self) -> frozenset[int]:
        starts = (span.start for told in self._told.values() for _, span in told)
        return frozenset(self._text.rfind("\n", 0, start) + 1 for start in starts)

    def _line_end(self, at: int) -> int:
        end = self._text.find("\n", at)
        return len(self._text) if end < 0 else end

    def _mended(self) -> str:
        parts: list[str] = []
        at = 0
        for start, end, instead in sorted(self._pieces):
            parts.extend((self._text[at:start], instead))
            at = end
        return "".join((*parts, self._text[at:]))
