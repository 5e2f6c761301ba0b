"""Prepare a text for the parser: check its bytes, characters, quotes and braces.

Takes bytes or a Source. Returns a text of the same length in which every mistake found here is
repaired, so that the parser does not report it again, and the findings.
"""

from __future__ import annotations

import re
from itertools import islice

from questwright.dsl import codes, limits
from questwright.dsl.characters import may_have_slips, name_of
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.mend_braces import Mending, mend_braces, repaired, stray_brace
from questwright.dsl.records import NamedTuple
from questwright.dsl.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff\ud800-\udfff\ufff9-\ufffb]"
)
_MARKS = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{"
    + str(limits.COMBINING_MARKS + 1)
    + ",}"
)
_OPENING = re.compile(
    r'\n[ \t]*(?:story|read|note|rule|outro|draw(?:[ \t]+[a-z0-9-]+)?)[ \t]*"""\Z'
)
"""The end of a text that has run into the next one: its own closing quotes are missing."""
ANYTHING = "*"
"""Stands among lost words where they cannot be known: any name may be among them."""

_WORDS = re.compile(r"[A-Za-z0-9]+(?:-[a-z0-9]+)*")
_PIECES = re.compile(r'"""(?:[^"]|"(?!""))*"""|"""|"[^"\n]*"|"|#[^\n]*|[{}()]')
_ALONE = re.compile(r"^[ \t]*\{|[\[(<][ \t]*$", re.MULTILINE)


class Unfit(NamedTuple):
    """Characters that may stand in no text, of a quest or of a pack, and what they are."""

    start: int
    end: int
    message: str
    label: str
    reason: str
    help: str


def unfit_characters(text: str, where: str) -> Iterator[Unfit]:
    """Characters that make a text read otherwise than it looks; ``where`` is what it is part of."""
    for match in _FORBIDDEN.finditer(text):
        char = match[0]
        yield Unfit(
            match.start(),
            match.end(),
            f"the character U+{ord(char):04X} is not allowed in a {where}",
            name_of(char, "a control character"),
            "a text with invisible characters is not what it looks like",
            "delete it",
        )
    for match in _MARKS.finditer(text):
        yield Unfit(
            match.start(),
            match.end(),
            f"{len(match[0])} combining marks stand on one letter",
            "too many to print",
            f"a letter may carry {limits.COMBINING_MARKS}",
            "delete the surplus",
        )


class Prepared(NamedTuple):
    """A repaired text, and the findings about the original."""

    text: str
    missing_braces: int
    """How many closing braces to add at the end."""
    findings: tuple[Diagnostic, ...]
    readable: bool
    """False where parsing would add no useful finding."""
    lost: frozenset[str] = frozenset()
    """The words of the parts that were blanked out: each may be a name that they declare."""
    told: frozenset[int] = frozenset()
    """The offsets of lines about which a finding says all that the parser could say."""


def decode(path: str, data: bytes) -> tuple[Source, tuple[Diagnostic, ...]]:
    r"""Return the text of a file's bytes: UTF-8, no byte-order mark, all line ends ``\n``.

    The text is empty, or cut short, where there are findings.
    """
    source = Source(path, "")
    start = Span(path, 0, 0)
    if len(data) > limits.FILE_BYTES:
        finding = Diagnostic(
            codes.FILE_TOO_LARGE,
            f"this file has {len(data):,} bytes",
            Label(start, "too large to read"),
            reason=f"a quest file may have {limits.FILE_BYTES:,} bytes",
            help="put tiles into a file of their own and `include` it",
        )
        return source, (finding,)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        source = Source(path, before.replace("\r\n", "\n").replace("\r", "\n"))
        at = Span(path, len(source.text), len(source.text))
        finding = Diagnostic(
            codes.NOT_UTF8,
            f"byte {error.start:,} of this file is not UTF-8",
            Label(at, f"the byte {data[error.start]:#04x} stands here"),
            reason="quests are read as UTF-8 text, on every machine alike",
            help="save the file again with the encoding UTF-8",
        )
        return source, (finding,)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(path, text), ()


def prepare(source: Source) -> Prepared:
    """Return a text with its characters, quotes and braces repaired, and findings about them."""
    text = source.text
    findings: list[Diagnostic] = []
    if not text.strip():
        empty = Diagnostic(
            codes.EMPTY_FILE,
            "this file is empty",
            Label(Span(source.path, 0, 0), "no quest here"),
            help="start one with `questwright new`; `questwright systems` lists the games",
        )
        return Prepared(text, 0, (empty,), readable=False)
    findings.extend(_find_characters(source))
    if findings:
        text = _FORBIDDEN.sub(" ", text)
    findings.extend(_find_long_lines(source, text))
    if findings and findings[-1].code is codes.TOO_LONG:
        return Prepared(text, 0, tuple(findings), readable=False)
    if not may_have_slips(text):
        return _find_pieces(source, text, findings)
    # Loaded here: most texts have none.
    from questwright.dsl.slips import mend

    mended = mend(source.path, text)
    findings.extend(mended.findings)
    prepared = _find_pieces(source, mended.text, findings)
    return prepared._replace(told=prepared.told | mended.lines)


def _find_characters(source: Source) -> list[Diagnostic]:
    return [
        Diagnostic(
            codes.FORBIDDEN_CHARACTER,
            unfit.message,
            Label(Span(source.path, unfit.start, unfit.end), unfit.label),
            reason=unfit.reason,
            help=unfit.help,
        )
        for unfit in islice(unfit_characters(source.text, "quest"), limits.FINDINGS)
    ]


def _find_long_lines(source: Source, text: str) -> list[Diagnostic]:
    if len(text) <= limits.LINE_CHARACTERS:
        return []
    start = 0
    for line in text.split("\n"):
        if len(line) > limits.LINE_CHARACTERS:
            return [
                Diagnostic(
                    codes.TOO_LONG,
                    f"this line has {len(line):,} characters",
                    Label(Span(source.path, start, start + 40), "too long to read"),
                    reason=f"a line may have {limits.LINE_CHARACTERS:,} characters",
                    help="break it",
                )
            ]
        start += len(line) + 1
    return []


def _find_pieces(  # noqa: C901, PLR0912, PLR0915 - one walk over the text, a branch a sign
    source: Source, text: str, findings: list[Diagnostic]
) -> Prepared:
    path = source.path
    open_braces: list[int] = []
    parentheses = 0
    repairs: list[tuple[int, int, str]] = []
    unclosed_text = False
    is_odd = text.count('"""') % 2 == 1
    beyond = 0
    strays: list[int] = []
    for match in _PIECES.finditer(text):
        piece = match[0]
        start = match.start()
        first = piece[0]
        if first == "#" or start < beyond:
            continue
        if len(findings) >= limits.FINDINGS:
            return Prepared(text, 0, tuple(findings), readable=False)
        if first == '"':
            if piece == '"':
                beyond = _text_end(text, start)
                findings.append(_unclosed_text(path, start, piece))
                repairs.append(_closed_text(text, start, beyond))
            elif piece == '"""' or (is_odd and _OPENING.search(piece, 3)):
                # Where it should have ended is unknown: the rest of the text is not read.
                unclosed_text = True
                findings.append(_unclosed_text(path, start, '"""'))
                repairs.append((start, len(text), '""""""'.ljust(len(text) - start)))
                break
            elif len(piece) > limits.PROSE_CHARACTERS:
                findings.append(
                    Diagnostic(
                        codes.TOO_LONG,
                        f"this text has {len(piece):,} characters",
                        Label(Span(path, start, start + 3), "too long for one block"),
                        reason=f"a text may have {limits.PROSE_CHARACTERS:,} characters",
                        help="split it",
                    )
                )
        elif first == "{":
            open_braces.append(start)
            if len(open_braces) > limits.NESTING:
                findings.append(_too_deep(path, start))
                return Prepared(text, 0, tuple(findings), readable=False)
        elif first == "}":
            if open_braces:
                open_braces.pop()
            else:
                strays.append(start)
                if len(strays) > limits.FINDINGS:
                    every = (*findings, *(stray_brace(path, at) for at in strays))
                    return Prepared(text, 0, every[: limits.FINDINGS], readable=False)
            parentheses = 0
        elif first == "(":
            parentheses += 1
            if parentheses > limits.NESTING:
                findings.append(_too_deep(path, start))
                return Prepared(text, 0, tuple(findings), readable=False)
        else:
            parentheses = max(0, parentheses - 1)
    mended = Mending(len(open_braces))
    if not unclosed_text and (open_braces or strays or _ALONE.search(text)):
        # An unclosed quotation may hide a brace: those of the repaired text count.
        mended = mend_braces(source, text, repaired(text, sorted(repairs)), open_braces, strays)
        findings += mended.findings[: limits.FINDINGS - len(findings)]
        repairs += mended.repairs
    repairs.sort()
    lost = _lost_words(text, repairs) | ({ANYTHING} if unclosed_text else frozenset())
    text = repaired(text, repairs)
    return Prepared(text, mended.missing, tuple(findings), mended.is_whole, lost, mended.told)


def _lost_words(text: str, repairs: list[tuple[int, int, str]]) -> frozenset[str]:
    return frozenset(word for start, end, _ in repairs for word in _lost(text, start, end))


def _text_end(text: str, start: int) -> int:
    """Return where to end an unclosed text: at the end of its line, or before a `{` there."""
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    line = text[start:end].rstrip()
    return start + len(line) - 1 if line.endswith("{") else end


def _lost(text: str, start: int, end: int) -> list[str]:
    """Return the words of a repaired part, and of the line that it begins on."""
    return words_of(text[text.rfind("\n", 0, start) + 1 : end]) if end > start + 1 else []


def words_of(text: str) -> list[str]:
    """Return the words in a part of a text: names, letters of drawings, keywords."""
    return _WORDS.findall(text)


def is_allowed(char: str) -> bool:
    """Tell whether a character is allowed in a quest."""
    return not _FORBIDDEN.match(char)


def _closed_text(text: str, start: int, end: int) -> tuple[int, int, str]:
    """Return a repair that puts an empty text, padded to the same length, for an unclosed one."""
    if end - start < 2 and text[start - 1 : start].isspace():
        start -= 1
    return start, end, '""'.ljust(end - start) if end - start > 1 else " "


def _unclosed_text(path: str, start: int, quotes: str) -> Diagnostic:
    far = quotes == '"""'
    return Diagnostic(
        codes.UNCLOSED_TEXT,
        "this text is never closed" if far else "this text does not end on its line",
        Label(Span(path, start, start + len(quotes)), "opened here"),
        help=f"close it with `{quotes}`" + ("" if far else ', or use `"""` for several lines'),
    )


def _too_deep(path: str, start: int) -> Diagnostic:
    return Diagnostic(
        codes.NESTING_TOO_DEEP,
        f"more than {limits.NESTING} blocks are nested",
        Label(Span(path, start, start + 1), "one too many"),
        help="close some of them; a quest needs four or five",
    )
