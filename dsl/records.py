"""``NamedTuple`` as ``typing`` has it, made at a fraction of the cost.

A check makes hundreds of these classes before it reads the first word of a quest.
``typing.NamedTuple`` compiles each annotation of each field, which nobody reads, and
``collections.namedtuple`` compiles a constructor for each class: this costs more than all else
that a class needs. Here the classes of as many fields share one constructor under other names.
To a type checker, this is ``typing.NamedTuple``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple
else:
    from collections import _tuplegetter, namedtuple
    from types import FunctionType

    _MODELS: dict[int, type] = {}
    """A named tuple of so many fields, whose constructor the others have under their names."""

    class _Making(type):
        """Makes a class of annotated fields into a named tuple."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            """The named tuple with the fields, defaults and methods that the body declares."""
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            model = _MODELS.get(len(fields)) or _model(len(fields))
            defaults = {field: body[field] for field in fields if field in body}
            made = FunctionType(
                model.__new__.__code__.replace(co_name=name, co_varnames=("_cls", *fields)),
                model.__new__.__globals__,
                "__new__",
                tuple(defaults.values()) or None,
            )
            own = {
                "_fields": fields,
                "_field_at": {field: at for at, field in enumerate(fields)},
                "_field_defaults": defaults,
                "_make": model.__dict__["_make"],
                "_replace": _replace,
                "_asdict": model._asdict,
                "__slots__": (),
                "__new__": made,
                "__repr__": _repr,
                "__getnewargs__": model.__getnewargs__,
                "__match_args__": fields,
            }
            getters = {field: _tuplegetter(at, "") for at, field in enumerate(fields)}
            return type(name, (tuple,), own | body | getters)

    def _model(count: int) -> type:
        made = namedtuple("_Model", [f"f{number}" for number in range(count)])  # noqa: PYI024
        return _MODELS.setdefault(count, made)

    def _replace(self: tuple, /, **changed: object) -> tuple:
        """The same with other values of some fields."""
        values, at = [*self], self._field_at
        try:
            for name, value in changed.items():
                values[at[name]] = value
        except KeyError:
            wrong = f"Got unexpected field names: {[*(changed.keys() - at.keys())]!r}"
            raise ValueError(wrong) from None
        return tuple.__new__(type(self), values)

    def _repr(self: tuple) -> str:
        """Every field by its name."""
        told = (f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({', '.join(told)})"

    class NamedTuple(metaclass=_Making):
        """What a class of fields derives from."""


__all__ = ["NamedTuple"]
