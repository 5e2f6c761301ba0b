"""Have the renderer look up what a style says in less time, and find the same.

A style works out each of its hundreds of properties when it is asked for it. Most have the value
that they have where nobody says anything: these stand in it from the beginning. The face
that a style asks for is described once.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_WORKED_OUT: Final = frozenset({"display", "float", "page", "position"})
"""Properties that depend on each other, or on what stands around, even where nobody sets them."""
_DIRECTIONS: Final = ("ltr", "rtl")
_FACE: Final = (
    "font_style",
    "font_stretch",
    "font_weight",
    "font_size",
    "font_variant_caps",
    "font_variation_settings",
)
"""What a face depends on, besides the families that it is looked for in."""


def style_quicker() -> None:
    """Put quicker functions in the place of those that look up what a style says."""
    styles: Any = importlib.import_module("weasyprint.css")
    percent: Any = importlib.import_module("weasyprint.layout.percent")
    lines: Any = importlib.import_module("weasyprint.text.line_break")
    usual = _usual()
    partners = _partners()
    computed, anonymous = styles.ComputedStyle, styles.AnonymousStyle
    computed.__init__ = _beginning_with(usual, partners, computed.__init__)
    computed.__missing__ = _inheriting(computed.__missing__)
    anonymous.__init__ = _beginning_with_all(usual, anonymous.__init__)
    percent.resolve_one_percentage = _resolved(percent.resolve_one_percentage)
    lines.get_font_description = _kept_faces(lines.get_font_description)


def _usual() -> dict[str, object]:
    """The values of properties where nobody says anything, if these need no working out."""
    values: Any = importlib.import_module("weasyprint.css.properties")
    return {
        name: value
        for name, value in values.INITIAL_VALUES.items()
        if name not in values.INHERITED
        and name not in values.INITIAL_NOT_COMPUTED
        and name not in _WORKED_OUT
        and not name.startswith(("__", "text_decoration_"))
    }


def _partners() -> dict[str, tuple[str, ...]]:
    """By the logical name of a property those of sides and sizes that it may stand for."""
    physical: Any = importlib.import_module("weasyprint.css.computed_values").PHYSICAL_FUNCTIONS
    found: dict[str, tuple[str, ...]] = {}
    for name, logical in physical.items():
        for direction in _DIRECTIONS:
            said = logical(block="ttb", inline=direction)
            found[said] = (*found.get(said, ()), name)
    return found


def _beginning_with(
    usual: dict[str, object], partners: dict[str, tuple[str, ...]], begin: Callable[..., None]
) -> Callable[..., None]:
    """Begin the style of an element with the usual values of all that is not said of it."""

    def begin_with(self: Any, parent: object, cascaded: Any, *given: Any) -> None:  # noqa: ANN401 - the renderer's own, without types
        self.update(usual)
        for name in cascaded:
            self.pop(name, None)
            for physical in partners.get(name, ()):
                self.pop(physical, None)
        begin(self, parent, cascaded, *given)

    return begin_with


def _beginning_with_all(
    usual: dict[str, object], begin: Callable[..., None]
) -> Callable[..., None]:
    """Begin the style of a box without an element with the usual values."""

    def begin_with_all(self: Any, parent: object) -> None:  # noqa: ANN401 - as above
        self.update(usual)
        begin(self, parent)

    return begin_with_all


def _inheriting(look: Callable[[Any, str], object]) -> Callable[[Any, str], object]:
    """What a style says of a property; what is inherited as a word or a number comes at once."""
    values: Any = importlib.import_module("weasyprint.css.properties")
    inherited = {
        name
        for name in values.INHERITED
        if name not in _WORKED_OUT and not name.startswith(("__", "text_decoration_"))
    }
    plain = (str, int, float)

    def found(self: Any, name: str) -> object:  # noqa: ANN401 - as above
        if name in inherited and name not in self.cascaded and self.parent_style is not None:
            value = self.parent_style[name]
            if isinstance(value, plain):
                self[name] = value
                return value
        return look(self, name)

    return found


def _resolved(resolve: Callable[..., None]) -> Callable[..., None]:
    """Set what a length of a box comes to; pixels are what they are."""
    length: Any = importlib.import_module("weasyprint.css.properties").Dimension

    def set_resolved(box: Any, name: str, whole: object) -> None:  # noqa: ANN401 - as above
        value = box.style[name]
        if type(value) is length and value.unit == "px":
            setattr(box, name, value.value)
        else:
            resolve(box, name, whole)

    return set_resolved


def _kept_faces(describe: Callable[[Any], object]) -> Callable[[Any], object]:
    """The face that a style asks for, as the library that shapes lines takes it."""
    kept: dict[tuple[object, ...], object] = {}

    def described(style: Any) -> object:  # noqa: ANN401 - as above
        asked = (*style["font_family"], *(style[name] for name in _FACE))
        if asked not in kept:
            kept[asked] = describe(style)
        return kept[asked]

    return described
