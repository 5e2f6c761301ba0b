"""``NamedTuple`` as ``typing`` has it, made at a fraction of the cost.

A check makes hundreds of these classes before it reads the first word of a quest.
``typing.NamedTuple`` compiles each annotation of each field, which nobody reads, and this costs
more than all else that a class needs. To a type checker, this is ``typing.NamedTuple``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, NamedTuple
else:
    from collections import namedtuple

    class _Making(type):
        """Makes a class of annotated fields into a named tuple."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            """The named tuple with the fields, defaults and methods that the body declares."""
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = body.get("__annotations__", {})
            defaults = [body[field] for field in fields if field in body]
            made = namedtuple(  # noqa: PYI024 - the other way is the slow one
                name, fields, defaults=defaults, module=body["__module__"]
            )
            for key, value in body.items():
                if key not in fields and key != "__module__":
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Making):
        """What a class of fields derives from."""


__all__ = ["NamedTuple"]
