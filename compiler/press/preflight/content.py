"""Follow the content of a page, operator by operator, and judge what it paints.

Takes a page and what judges. The content of a strange PDF may be anything: an operator without the
operands that it needs is told, and the next one follows.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, cast

import pikepdf

from questwright.compiler.press.preflight.colours import (
    Colouring,
    Family,
    Space,
    paint_of,
    space_of,
)
from questwright.compiler.press.preflight.fonts import font_of
from questwright.compiler.press.preflight.graphics import GraphicsState
from questwright.compiler.press.preflight.matrix import UNCHANGED, Extent, Matrix, Point, box_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from questwright.compiler.press.preflight.judge import PageJudge

_DEPTH: Final = 12
"""How many forms may stand in each other."""
_ASCENT: Final = 0.8
_DESCENT: Final = -0.2
"""How far letters reach over and under their line, of their size."""
_INVISIBLE: Final = 3
_CLIPPING: Final = 4
SENSELESS: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
    pikepdf.PdfError,
    pikepdf.ForeignObjectError,
)
"""What comes of operands that are not what an operator needs."""


@dataclass(slots=True)
class _Text:
    """Where a text stands, between `BT` and `ET`."""

    matrix: Matrix = UNCHANGED
    line: Matrix = UNCHANGED


@dataclass(slots=True)
class Content:
    """Follows one stream of content, and the streams that it paints."""

    judge: PageJudge
    resources: pikepdf.Object | None
    state: GraphicsState
    depth: int = 0
    _kept: list[GraphicsState] = field(default_factory=list)
    _path: list[Point] = field(default_factory=list)
    _text: _Text = field(default_factory=_Text)
    _clips: bool = False

    def follow(self, stream: pikepdf.Page | pikepdf.Object) -> None:
        """Follow all operators of a stream."""
        for instruction in pikepdf.parse_content_stream(stream):
            self.judge.count()
            operator = str(instruction.operator)
            try:
                if isinstance(instruction, pikepdf.ContentStreamInlineImage):
                    image = instruction.iimage
                    self.judge.image(image.obj, self.state, self.resources, is_inline=True)
                elif operator in _OPERATORS:
                    _OPERATORS[operator](self, list(instruction.operands))
            except SENSELESS:
                self.judge.senseless(operator)

    # -- state ----------------------------------------------------------------

    def keep(self, _: Sequence[object]) -> None:
        self._kept.append(replace(self.state))

    def restore(self, _: Sequence[object]) -> None:
        self.state = self._kept.pop()

    def transform(self, operands: Sequence[object]) -> None:
        self.state.matrix = _matrix(operands).before(self.state.matrix)

    def set_line(self, operands: Sequence[object]) -> None:
        self.state.line = _float(operands[0])

    def set_graphics(self, operands: Sequence[object]) -> None:
        assert self.resources is not None
        found = self.resources.ExtGState[str(operands[0])]
        self.judge.graphics_state(found, self.state)
        if "/LW" in found:
            self.state.line = _float(found.LW)

    # -- colours --------------------------------------------------------------

    def set_space(self, operands: Sequence[object], *, is_stroke: bool) -> None:
        space = space_of(operands[0], self.resources)
        # Until a colour is set it is black, or white where more light is more.
        self._set(Colouring(space, None), is_stroke=is_stroke)

    def set_colour(self, operands: Sequence[object], *, is_stroke: bool) -> None:
        space = self.state.stroke_space if is_stroke else self.state.fill_space
        names = [operand for operand in operands if isinstance(operand, pikepdf.Name)]
        if names:
            assert self.resources is not None
            pattern = self.resources.Pattern[str(names[0])]
            self._set(Colouring(space, None), is_stroke=is_stroke)
            self._follow_pattern(pattern)
            return
        self._set(paint_of(space, [_float(operand) for operand in operands]), is_stroke=is_stroke)

    def set_device(self, operands: Sequence[object], family: Family, *, is_stroke: bool) -> None:
        wanted = {Family.GREY: 1, Family.RGB: 3, Family.CMYK: 4}[family]
        channels = [_float(operand) for operand in operands[:wanted]]
        if len(channels) < wanted:
            raise ValueError(operands)
        self._set(paint_of(Space(family), channels), is_stroke=is_stroke)

    def _set(self, paint: Colouring, *, is_stroke: bool) -> None:
        if is_stroke:
            self.state.stroke, self.state.stroke_space = paint, paint.space
        else:
            self.state.fill, self.state.fill_space = paint, paint.space

    def _follow_pattern(self, pattern: pikepdf.Object) -> None:
        if "/Shading" in pattern:
            self.judge.shading(pattern.Shading, self.state, self.resources)
        elif self.judge.enters(pattern, self.depth):
            # What a pattern paints is cut by what is painted with it: its colours count alone.
            with self.judge.only_colours():
                self._inner(pattern, GraphicsState(UNCHANGED, self.state.clip)).follow(pattern)

    def _inner(self, stream: pikepdf.Object, state: GraphicsState) -> Content:
        resources = stream.get("/Resources", self.resources)
        return Content(self.judge, resources, state, self.depth + 1)

    # -- paths ----------------------------------------------------------------

    def extend(self, operands: Sequence[object]) -> None:
        numbers = [_float(operand) for operand in operands]
        self._path += [
            self.state.matrix.at(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)
        ]

    def rectangle(self, operands: Sequence[object]) -> None:
        x, y, width, height = (_float(operand) for operand in operands)
        corners = ((x, y), (x + width, y), (x, y + height), (x + width, y + height))
        self._path += [self.state.matrix.at(*corner) for corner in corners]

    def clip(self, _: Sequence[object]) -> None:
        self._clips = True

    def paint(self, _: Sequence[object], *, fills: bool, strokes: bool) -> None:
        if self._path:
            box = box_of(self._path)
            if fills:
                self.judge.drawing(self.state.fill, box, self.state.clip)
            if strokes:
                half = self.state.line * _size_of(self.state.matrix) / 2
                self.judge.drawing(self.state.stroke, box.inset(-half), self.state.clip)
            if self._clips:
                self.state.clip = box.within(self.state.clip) or Extent(0, 0, 0, 0)
        self._path, self._clips = [], False

    # -- text -----------------------------------------------------------------

    def begin_text(self, _: Sequence[object]) -> None:
        self._text = _Text()

    def set_font(self, operands: Sequence[object]) -> None:
        self.state.size = _float(operands[1])
        assert self.resources is not None
        found = self.resources.Font[str(operands[0])]
        self.state.font = self.judge.font(found, font_of)

    def set_number(self, operands: Sequence[object], name: str, factor: float = 1.0) -> None:
        setattr(self.state, name, _float(operands[0]) * factor)

    def set_mode(self, operands: Sequence[object]) -> None:
        self.state.mode = int(_float(operands[0]))

    def move(self, operands: Sequence[object], *, leads: bool = False) -> None:
        x, y = (_float(operand) for operand in operands)
        if leads:
            self.state.leading = -y
        self._text.line = Matrix(e=x, f=y).before(self._text.line)
        self._text.matrix = self._text.line

    def set_text(self, operands: Sequence[object]) -> None:
        self._text.line = self._text.matrix = _matrix(operands)

    def next_line(self, _: Sequence[object]) -> None:
        self.move((0, -self.state.leading))

    def show(self, operands: Sequence[object]) -> None:
        self._show([operands[0]])

    def show_several(self, operands: Sequence[object]) -> None:
        assert isinstance(operands[0], pikepdf.Array)
        self._show(list(operands[0]))

    def show_next(self, operands: Sequence[object]) -> None:
        self.next_line(())
        self._show([operands[-1]])

    def show_spaced(self, operands: Sequence[object]) -> None:
        self.state.word_spacing = _float(operands[0])
        self.state.spacing = _float(operands[1])
        self.show_next(operands[2:])

    def _show(self, parts: Sequence[object]) -> None:
        state = self.state
        if state.font is None:
            raise LookupError
        wide = 0.0
        for part in parts:
            if isinstance(part, (pikepdf.String, bytes, str)):
                text = bytes(part) if isinstance(part, (pikepdf.String, bytes)) else part.encode()
                wide += state.font.width(text) * state.size
                wide += state.spacing * state.font.letters(text)
                wide += state.word_spacing * text.count(b" ")
            else:
                wide -= _float(part) / 1000 * state.size
        wide *= state.stretch
        matrix = self._text.matrix.before(state.matrix)
        low, high = (state.rise + reach * state.size for reach in (_DESCENT, _ASCENT))
        mode = state.mode % _CLIPPING
        # An empty text is nowhere, and an invisible one is not printed.
        if wide and mode != _INVISIBLE:
            box = matrix.box(0, low, wide, high)
            if mode in (0, 2):
                self.judge.text(state.fill, box, state)
            if mode in (1, 2):
                self.judge.text(state.stroke, box, state)
        self._text.matrix = Matrix(e=wide).before(self._text.matrix)

    # -- what is elsewhere ----------------------------------------------------

    def do(self, operands: Sequence[object]) -> None:
        assert self.resources is not None
        found = self.resources.XObject[str(operands[0])]
        if found.get("/Subtype") == "/Image":
            self.judge.image(found, self.state, self.resources)
            return
        if not self.judge.enters(found, self.depth):
            return
        self.judge.group(found, self.state)
        matrix = self.state.matrix
        if "/Matrix" in found:
            matrix = _matrix(list(found.Matrix)).before(matrix)
        clip = self.state.clip
        if "/BBox" in found:
            box = matrix.box(*(_float(value) for value in list(found.BBox)))
            clip = box.within(clip) or Extent(0, 0, 0, 0)
        self._inner(found, replace(self.state, matrix=matrix, clip=clip)).follow(found)

    def shade(self, operands: Sequence[object]) -> None:
        assert self.resources is not None
        found = self.resources.Shading[str(operands[0])]
        self.judge.shading(found, self.state, self.resources)


def _float(value: object) -> float:
    # Whatever has no number in it raises, and is told as senseless.
    return float(cast("float", value))


def _matrix(values: Sequence[object]) -> Matrix:
    a, b, c, d, e, f = (_float(value) for value in values)
    return Matrix(a, b, c, d, e, f)


def _size_of(matrix: Matrix) -> float:
    """How much longer a line becomes, on average."""
    return float(abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5)


def _painting(*, fills: bool = False, strokes: bool = False) -> _Operator:
    return lambda content, operands: content.paint(operands, fills=fills, strokes=strokes)


def _device(family: Family, *, is_stroke: bool) -> _Operator:
    return lambda content, operands: content.set_device(operands, family, is_stroke=is_stroke)


def _setting(name: str, factor: float = 1.0) -> _Operator:
    return lambda content, operands: content.set_number(operands, name, factor)


if TYPE_CHECKING:
    _Operator = Callable[[Content, Sequence[object]], None]

_OPERATORS: Final[dict[str, _Operator]] = {
    "q": Content.keep,
    "Q": Content.restore,
    "cm": Content.transform,
    "w": Content.set_line,
    "gs": Content.set_graphics,
    "g": _device(Family.GREY, is_stroke=False),
    "G": _device(Family.GREY, is_stroke=True),
    "rg": _device(Family.RGB, is_stroke=False),
    "RG": _device(Family.RGB, is_stroke=True),
    "k": _device(Family.CMYK, is_stroke=False),
    "K": _device(Family.CMYK, is_stroke=True),
    "cs": lambda content, operands: content.set_space(operands, is_stroke=False),
    "CS": lambda content, operands: content.set_space(operands, is_stroke=True),
    "sc": lambda content, operands: content.set_colour(operands, is_stroke=False),
    "SC": lambda content, operands: content.set_colour(operands, is_stroke=True),
    "scn": lambda content, operands: content.set_colour(operands, is_stroke=False),
    "SCN": lambda content, operands: content.set_colour(operands, is_stroke=True),
    "m": Content.extend,
    "l": Content.extend,
    "c": Content.extend,
    "v": Content.extend,
    "y": Content.extend,
    "re": Content.rectangle,
    "W": Content.clip,
    "W*": Content.clip,
    "S": _painting(strokes=True),
    "s": _painting(strokes=True),
    "f": _painting(fills=True),
    "F": _painting(fills=True),
    "f*": _painting(fills=True),
    "B": _painting(fills=True, strokes=True),
    "B*": _painting(fills=True, strokes=True),
    "b": _painting(fills=True, strokes=True),
    "b*": _painting(fills=True, strokes=True),
    "n": _painting(),
    "BT": Content.begin_text,
    "Tf": Content.set_font,
    "Td": Content.move,
    "TD": lambda content, operands: content.move(operands, leads=True),
    "Tm": Content.set_text,
    "T*": Content.next_line,
    "Tc": _setting("spacing"),
    "Tw": _setting("word_spacing"),
    "Tz": _setting("stretch", 0.01),
    "TL": _setting("leading"),
    "Ts": _setting("rise"),
    "Tr": Content.set_mode,
    "Tj": Content.show,
    "TJ": Content.show_several,
    "'": Content.show_next,
    '"': Content.show_spaced,
    "Do": Content.do,
    "sh": Content.shade,
}
"""What each operator does; operators that paint nothing are left out."""
