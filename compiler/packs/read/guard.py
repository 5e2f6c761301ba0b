"""YAML by its events: bytes to data, with nothing in between that could run, recurse or expand.

The events are walked before any data exists, so that depth, size, aliases and tags are
refused while they are still a few numbers, and scalars get their types from one small table.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeGuard

import yaml

from questwright.compiler.packs import codes
from questwright.compiler.packs.read.tree import Json, Path, Tree
from questwright.dsl.diagnostics import Diagnostic, Label
from questwright.dsl.prepare import unfit_characters
from questwright.dsl.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from questwright.dsl.diagnostics import Code
    from questwright.dsl.prepare import Unfit

DEPTH: Final = 32
"""Mappings and lists inside each other."""
VALUES: Final = 20_000
"""Keys, values, mappings and lists of one file."""
SCALAR_CHARACTERS: Final = 4_000
"""Characters of one text."""
DIGITS: Final = 9
"""Digits of one number."""

_WORDS: Final[dict[str, Json]] = {"true": True, "false": False, "null": None}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_PLAINLY: Final = {
    "found character that cannot start any token": "a tab stands where spaces are needed",
    "mapping values are not allowed in this context": "a `:` stands where no key can begin",
    "could not find expected ':'": "a `:` is missing after a key",
    "did not find expected key": "a key is indented differently from its neighbours",
    "did not find expected '-' indicator": "a `-` is indented differently from its neighbours",
    "found unexpected end of stream": "the file ends inside a quoted text",
    "did not find expected ',' or ']'": "a list in brackets is never closed",
    "did not find expected ',' or '}'": "a mapping in braces is never closed",
}


def decode(path: str, data: bytes) -> tuple[Source, Diagnostic | None]:
    """Return the text of a pack's file, and a finding where its bytes are none."""
    source = Source(path, "")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        source = Source(path, before.replace("\r\n", "\n").replace("\r", "\n"))
        end = len(source.text)
        return source, _refuse(
            Span(path, end, end),
            codes.UNREADABLE_PACK,
            f"byte {error.start:,} of this file is not UTF-8",
            "here",
            "packs are read as UTF-8 text, on every machine alike",
            "save the file again with the encoding UTF-8",
        )
    source = Source(path, text.replace("\r\n", "\n").replace("\r", "\n"))
    unfit = next(unfit_characters(source.text, "pack"), None)
    if unfit is None:
        return source, None
    return source, _unfit(unfit, Span(path, unfit.start, unfit.end))


def _unfit(unfit: Unfit, span: Span) -> Diagnostic:
    code = codes.UNREADABLE_PACK
    return _refuse(span, code, unfit.message, unfit.label, unfit.reason, unfit.help)


def read_yaml(source: Source) -> tuple[Tree | None, tuple[Diagnostic, ...]]:
    """Return the data of one file with its places, or None and what is wrong with it."""
    reader = _GuardedReader(source)
    try:
        reader.read()
    except _Refused as refused:
        return None, (*reader.findings, refused.finding)
    except yaml.MarkedYAMLError as error:
        return None, (*reader.findings, _unreadable(source, error))
    except (yaml.YAMLError, ValueError, RecursionError):
        start = Span(source.path, 0, 0)
        help_ = "check its indentation, colons and quotes"
        return None, (
            *reader.findings,
            _refuse(start, codes.BAD_PACK_YAML, "this file is not YAML", "", None, help_),
        )
    if reader.findings:
        return None, tuple(reader.findings)
    data = reader.root
    if not isinstance(data, dict):
        start = Span(source.path, 0, 0)
        finding = _refuse(
            start,
            codes.BAD_PACK_YAML,
            "this file holds no sections",
            "a section should stand here",
            "a file of a pack is a mapping of sections",
            "begin with a section such as `kinds:`",
        )
        return None, (finding,)
    return Tree(data, reader.keys, reader.values), ()


class _Refused(Exception):  # noqa: N818 - nobody outside this module ever sees it
    def __init__(self, finding: Diagnostic) -> None:
        super().__init__()
        self.finding = finding


class _Open:
    """A mapping or a list whose end has not come yet."""

    __slots__ = ("data", "key", "path", "start")

    def __init__(self, data: list[Json] | dict[str, Json], path: Path, start: int) -> None:
        self.data = data
        self.path = path
        self.start = start
        self.key: str | None = None


class _GuardedReader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.root: Json = None
        self.keys: dict[Path, Span] = {}
        self.values: dict[Path, Span] = {}
        self.findings: list[Diagnostic] = []
        self._stack: list[_Open] = []
        self._count = 0
        self._documents = 0

    def read(self) -> None:
        for event in self._events():
            span = self._span(event)
            self._refuse_extras(event, span)
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event, span)
            elif isinstance(event, yaml.MappingStartEvent):
                self._open({}, span)
            elif isinstance(event, yaml.SequenceStartEvent):
                self._open([], span)
            elif isinstance(event, yaml.CollectionEndEvent):
                opened = self._stack.pop()
                self.values[opened.path] = Span(span.path, opened.start, span.end)

    def _events(self) -> Iterator[yaml.Event]:
        events: Iterator[yaml.Event] = yaml.parse(self.source.text, Loader=_LOADER)
        return events

    def _span(self, event: yaml.Event) -> Span:
        start, end = event.start_mark, event.end_mark
        assert start is not None
        assert end is not None
        return Span(self.source.path, start.index, end.index)

    def _refuse_extras(self, event: yaml.Event, span: Span) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self._stop(
                    span,
                    "a second document begins here",
                    "a file of a pack is one document",
                    "delete the `---`, or move the rest to a file of its own",
                )
            if event.version or event.tags:
                self._stop(span, "a `%` directive stands here", None, "delete it")
        elif isinstance(event, yaml.AliasEvent):
            self._stop(
                span, "an alias (`*`) stands here", "what is written is what counts", "write it out"
            )
        elif isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            self._stop(
                span, "an anchor (`&`) stands here", "what is written is what counts", "delete it"
            )
        elif _is_tagged(event):
            self._stop(
                span,
                "a tag (`!`) stands here",
                "values have the types that they look like",
                "delete it, or quote the text",
            )
        if isinstance(event, yaml.NodeEvent):
            self._count += 1
            if self._count > VALUES:
                self._stop(
                    span, f"this file has more than {VALUES:,} values", None, "split it by subject"
                )

    def _open(self, data: list[Json] | dict[str, Json], span: Span) -> None:
        if len(self._stack) >= DEPTH:
            self._stop(
                Span(span.path, span.start, span.start + 1),
                f"more than {DEPTH} mappings or lists stand inside each other",
                None,
                "close some of them; a pack needs about eight",
            )
        if self._expects_key():
            self._stop(span, "a mapping or a list stands as a key", None, "use a word as the key")
        path = self._add(data)
        self._stack.append(_Open(data, path, span.start))

    def _scalar(self, event: yaml.ScalarEvent, span: Span) -> None:
        text = str(event.value).strip()
        if len(text) > SCALAR_CHARACTERS:
            self._stop(
                span,
                f"this text has {len(text):,} characters",
                f"a text of a pack may have {SCALAR_CHARACTERS:,}",
                "shorten it",
            )
        # An escape may write what the file itself may not hold.
        unfit = next(unfit_characters(event.value, "pack"), None)
        if unfit is not None:
            raise _Refused(_unfit(unfit, span))
        if self._expects_key():
            self._key(text, span)
            return
        is_plain = event.implicit == (True, False)
        self.values[self._add(self._typed(text, span) if is_plain else text)] = span

    def _typed(self, text: str, span: Span) -> Json:
        if text in _WORDS:
            return _WORDS[text]
        if not _NUMBER.match(text):
            return text
        digits = len(text.removeprefix("-"))
        if digits > DIGITS:
            self._stop(
                span,
                f"this number has {digits:,} digits",
                f"a number of a pack may have {DIGITS}",
                "write a smaller one, or quote it if it is a name",
            )
        return int(text)

    def _key(self, text: str, span: Span) -> None:
        top = self._stack[-1]
        if text in {"", "<<"}:
            self._stop(
                span,
                "this key is empty" if not text else "a merge key (`<<`) stands here",
                None,
                "write a word before the `:`" if not text else "write the values out",
            )
        path = (*top.path, text)
        if isinstance(top.data, dict) and text in top.data:
            self.findings.append(
                Diagnostic(
                    codes.PACK_KEY_TWICE,
                    f"`{text[:60]}` stands twice in one mapping",
                    Label(span, "the second time"),
                    (Label(self.keys[path], "first here"),),
                    "one of them would be lost without a word",
                    "keep one of them",
                )
            )
        else:
            self.keys[path] = span
        top.key = text

    def _expects_key(self) -> bool:
        return bool(self._stack) and _is_mapping(self._stack[-1].data) and not self._stack[-1].key

    def _add(self, value: Json) -> Path:
        if not self._stack:
            self.root = value
            return ()
        top = self._stack[-1]
        if isinstance(top.data, list):
            top.data.append(value)
            return (*top.path, len(top.data) - 1)
        key = top.key or ""
        top.data[key] = value
        top.key = None
        return (*top.path, key)

    def _stop(self, span: Span, message: str, reason: str | None, help_: str) -> None:
        finding = _refuse(span, codes.BAD_PACK_YAML, message, "here", reason, help_)
        raise _Refused(finding)


def _is_mapping(data: list[Json] | dict[str, Json]) -> TypeGuard[dict[str, Json]]:
    return isinstance(data, dict)


def _is_tagged(event: yaml.Event) -> bool:
    return isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag is not None


def _unreadable(source: Source, error: yaml.MarkedYAMLError) -> Diagnostic:
    mark = error.context_mark if error.problem_mark is None else error.problem_mark
    start = 0 if mark is None else min(mark.index, len(source.text))
    problem = error.problem or ""
    return _refuse(
        Span(source.path, start, min(start + 1, len(source.text))),
        codes.BAD_PACK_YAML,
        "this cannot be read as YAML",
        _PLAINLY.get(problem, "reading stopped here"),
        None,
        "check the indentation, the colons and the quotes here and on the line before",
    )


def _refuse(
    span: Span, code: Code, message: str, label: str, reason: str | None, help_: str
) -> Diagnostic:
    return Diagnostic(code, message, Label(span, label or "here"), (), reason, help_)
