"""Judge what a page paints by a print profile."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import pikepdf

from questwright.compiler import codes
from questwright.compiler.press.preflight.colours import Family, is_taken, space_of
from questwright.compiler.press.preflight.matrix import Extent
from questwright.compiler.press.profile import MM, Colour, Fonts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from questwright.compiler.press.preflight.colours import Colouring, Space
    from questwright.compiler.press.preflight.fonts import Font
    from questwright.compiler.press.preflight.graphics import GraphicsState
    from questwright.compiler.press.preflight.trouble import PageSpace, Troubles
    from questwright.compiler.press.profile import Profile
    from questwright.dsl.diagnostics import Code

INSTRUCTIONS: Final = 3_000_000
"""Operators of one PDF that are followed."""
_DEEPEST: Final = 12
_PIXELS: Final = 16_000_000
"""Pixels of one image whose ink is counted."""
_NEAR: Final = 0.3
"""By how many points two lines may differ and be the same."""
_INK_SLACK: Final = 0.005
_NORMAL: Final = ("/Normal", "/Compatible")
_WORDS: Final = {Colour.CMYK: "inks (CMYK)", Colour.SRGB: "RGB", Colour.GREY: "grey"}


class TooMuchError(Exception):
    """A PDF has more in it than is looked at."""


@dataclass(slots=True)
class Allowance:
    """What is left to look at, of the whole PDF."""

    instructions: int = INSTRUCTIONS


@dataclass(slots=True)
class Seen:
    """What the whole PDF has: its fonts, its most ink, and what could not be judged."""

    fonts: dict[object, Font] = field(default_factory=dict)
    ink: float = 0.0
    unjudged: set[str] = field(default_factory=set)


@dataclass(slots=True)
class PageJudge:
    """Judges one page."""

    troubles: Troubles
    profile: Profile
    space: PageSpace
    limits: Allowance
    seen: Seen
    _entered: set[tuple[int, int]] = field(default_factory=set)
    _is_placed: bool = True

    # -- limits -------------------------------------------------------------------

    def count(self) -> None:
        """Count an operator; raises TooMuchError."""
        self.limits.instructions -= 1
        if self.limits.instructions < 0:
            raise TooMuchError(f"it has more than {INSTRUCTIONS:,} operators")

    def enters(self, stream: pikepdf.Object, depth: int) -> bool:
        """Whether a form is followed: not if it is in itself, or in too many others."""
        if depth >= _DEEPEST:
            self._add(codes.GAVE_UP, "drawings stand in each other too deeply", None)
            return False
        return isinstance(stream, pikepdf.Stream)

    @contextmanager
    def only_colours(self) -> Iterator[None]:
        """Judge colours, and not where something stands."""
        before, self._is_placed = self._is_placed, False
        try:
            yield
        finally:
            self._is_placed = before

    def senseless(self, operator: str) -> None:
        """Tell of an operator without what it needs."""
        self._add(codes.UNREADABLE_PDF, f"the operator `{operator[:8]}` has no sense here", None)

    # -- what is painted ------------------------------------------------------------

    def drawing(self, paint: Colouring, box: Extent, clip: Extent) -> None:
        """Judge a path that is filled or stroked."""
        visible = box.within(clip)
        if visible is None:
            return
        self._colour("a drawing", paint, visible)
        if not paint.is_white:
            self._safe("a drawing", visible, may_bleed=True)

    def text(self, paint: Colouring, box: Extent, state: GraphicsState) -> None:
        """Judge some letters."""
        visible = box.within(state.clip)
        if visible is None:
            return
        font = state.font
        if font is not None:
            self._font(font, visible)
        self._colour("a text", paint, visible)
        if not paint.is_white:
            self._safe("a text", visible, may_bleed=False)

    def image(
        self,
        image: pikepdf.Object,
        state: GraphicsState,
        resources: pikepdf.Object | None,
        *,
        is_inline: bool = False,
    ) -> None:
        """Judge an image: its pixels to the inch, its colours, its ink."""
        box = state.matrix.box(0, 0, 1, 1)
        visible = box.within(state.clip)
        if visible is None:
            return
        width = int(image.get("/Width", image.get("/W", 0)))
        height = int(image.get("/Height", image.get("/H", 0)))
        across = float((state.matrix.a**2 + state.matrix.b**2) ** 0.5) / 72
        upright = float((state.matrix.c**2 + state.matrix.d**2) ** 0.5) / 72
        least = self.profile.resolution
        if least and across and upright:
            pixels = min(width / across, height / upright)
            if pixels < least - 1:
                message = f"an image has {pixels:.0f} pixels to the inch, and {least} are asked for"
                self._add(codes.COARSE_IMAGE, message, visible)
        if "/SMask" in image or isinstance(image.get("/Mask"), pikepdf.Array):
            self._transparent("an image lets what is behind it shine through", visible)
        self._safe("an image", visible, may_bleed=True)
        if bool(image.get("/ImageMask", image.get("/IM", False))):
            self._colour("an image", state.fill, visible)
            return
        found = image.get("/ColorSpace", image.get("/CS"))
        if found is None:
            self.seen.unjudged.add("the colours of images that do not say their colour space")
            return
        space = space_of(found, resources)
        self._space("an image", space, visible)
        if self.profile.ink and not is_inline:
            self._image_ink(image, space, width * height, visible)

    def _image_ink(self, image: pikepdf.Object, space: Space, pixels: int, visible: Extent) -> None:
        if space.family is Family.GREY:
            return
        plain = isinstance(image.get("/ColorSpace"), pikepdf.Name)
        bits = int(image.get("/BitsPerComponent", 0))
        filters = str(image.get("/Filter", ""))
        if not (plain and bits == 8 and pixels <= _PIXELS and "DCT" not in filters):
            self.seen.unjudged.add("the ink of images")
            return
        data = image.read_bytes()
        most = max(map(sum, zip(data[0::4], data[1::4], data[2::4], data[3::4], strict=False)))
        self._ink("an image", most / 255, visible)

    def shading(
        self, shading: pikepdf.Object, state: GraphicsState, resources: pikepdf.Object | None
    ) -> None:
        """Judge a shading: its colour space; its ink is nowhere said."""
        self._space("a shading", space_of(shading.ColorSpace, resources), state.clip)
        self.seen.unjudged.add("the ink of shadings")

    def graphics_state(self, found: pikepdf.Object, state: GraphicsState) -> None:
        """Judge a graphics state: nothing may shine through."""
        shines = any(float(found.get(key, 1)) < 1 for key in ("/ca", "/CA"))
        mask = found.get("/SMask")
        shines = shines or (mask is not None and str(mask) != "/None")
        mode = found.get("/BM", "/Normal")
        modes = [str(each) for each in mode] if isinstance(mode, pikepdf.Array) else [str(mode)]
        if shines or modes[0] not in _NORMAL:
            self._transparent("something lets what is behind it shine through", state.clip)

    def group(self, form: pikepdf.Object, state: GraphicsState) -> None:
        """Judge a form: whether it is a group of transparency."""
        if "/Group" in form and str(form.Group.get("/S", "")) == "/Transparency":
            self._transparent("a drawing is a group of transparency", state.clip)

    def font(self, found: pikepdf.Object, make: Callable[[pikepdf.Object], Font]) -> Font:
        """A font of the page's resources; each is looked at once."""
        key: object = found.objgen if found.objgen != (0, 0) else id(found)
        if key not in self.seen.fonts:
            self.seen.fonts[key] = make(found)
        return self.seen.fonts[key]

    # -- judgements -----------------------------------------------------------------

    def _font(self, font: Font, box: Extent) -> None:
        if not font.is_embedded:
            self._add(
                codes.FONT_NOT_EMBEDDED,
                f"the font `{font.name}` is not in the file",
                box,
                reason="a print shop that does not have it prints another one",
                help_="embed all fonts where the PDF is made",
            )
        if font.is_composite and self.profile.fonts is Fonts.DOUBTED:
            self._add(
                codes.COMPOSITE_FONT,
                "letters are of composite (CID) fonts",
                box,
                reason="this print shop has refused files with such fonts",
                help_="send it as it is; if it comes back, turn its letters into outlines",
            )
        if font.is_drawn:
            self.seen.unjudged.add("letters that are drawings (Type 3 fonts)")

    def _colour(self, what: str, paint: Colouring, box: Extent) -> None:
        self._space(what, paint.space, box)
        if paint.ink is not None and self.profile.colour is not Colour.SRGB:
            self._ink(what, paint.ink, box)

    def _space(self, what: str, space: Space, box: Extent) -> None:
        if is_taken(space, self.profile.colour, is_x1a=self.profile.is_x1a):
            return
        wanted = _WORDS[self.profile.colour]
        self._add(
            codes.WRONG_COLOUR,
            f"{what} is coloured in {space.words}",
            box,
            reason=f"the profile `{self.profile.id}` asks for {wanted}",
            help_=f"turn all colours into {wanted} where the PDF is made",
        )

    def _ink(self, what: str, ink: float, box: Extent) -> None:
        self.seen.ink = max(self.seen.ink, ink)
        limit = self.profile.ink
        if limit and ink > limit / 100 + _INK_SLACK:
            self._add(
                codes.TOO_MUCH_INK,
                f"{what} takes {100 * ink:.0f} % of ink, and {limit} % may be",
                box,
                reason="so much ink does not dry, and comes off on the next sheet",
                help_="make the colour lighter, or take black for its grey part",
            )

    def _transparent(self, message: str, box: Extent) -> None:
        if self.profile.is_x1a:
            self._add(
                codes.TRANSPARENT,
                message,
                box,
                reason="PDF/X-1a has no transparency",
                help_="paint with the colours that come of it",
            )

    def _safe(self, what: str, box: Extent, *, may_bleed: bool) -> None:
        trim = Extent(self.space.left, self.space.bottom, self.space.right, self.space.top)
        safety = self.profile.safety
        inside = box.within(trim)
        if not self._is_placed or not safety or inside is None:
            return
        if box.left >= trim.right - _NEAR or box.right <= trim.left + _NEAR:
            return
        if box.bottom >= trim.top - _NEAR or box.top <= trim.bottom + _NEAR:
            return
        safe, bled = trim.inset(safety), trim.inset(-self.profile.bleed)
        sides = (
            (box.left - safe.left, box.left - bled.left),
            (box.bottom - safe.bottom, box.bottom - bled.bottom),
            (safe.right - box.right, bled.right - box.right),
            (safe.top - box.top, bled.top - box.top),
        )
        for to_safe, to_bleed in sides:
            if to_safe >= -_NEAR or (may_bleed and self.profile.bleed and to_bleed <= _NEAR):
                continue
            self._add(
                codes.OUTSIDE_SAFETY,
                f"{what} stands nearer to the edge than {safety / MM:.1f} mm",
                inside,
                reason="pages are cut a little beside where they should be, or not printed there",
                help_="move it inwards"
                + (", or let it reach over the edge to the bleed" if may_bleed else ""),
            )
            return

    def _add(
        self,
        code: Code,
        message: str,
        box: Extent | None,
        *,
        reason: str = "",
        help_: str = "",
    ) -> None:
        place = self.space.place(0, 0)._replace(left=None, top=None)
        if box is not None and self._is_placed:
            place = self.space.place(box.left, box.top)
        self.troubles.add(code, message, place, reason=reason, help_=help_)
