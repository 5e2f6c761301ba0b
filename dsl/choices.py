"""``StrEnum`` as ``enum`` has it, made at a fraction of the cost.

A check makes some forty of these classes before it reads the first word of a quest, and ``enum``
takes five times as long over each as over any other class. Here a member is a string that knows
its name; the class has its members in order, and finds one by its value or its name. To a type
checker, this is ``enum.StrEnum``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from enum import StrEnum
    from typing import Any
else:

    class _Choosing(type):
        """Makes each text of a class body a member of the class."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            """The class, whose attributes are its members and whatever else the body declares."""
            body.setdefault("__slots__", ())
            made = super().__new__(cls, name, bases, body)
            made._by_name = members = {}
            made._by_value = values = {}
            for key, value in body.items():
                if isinstance(value, str) and not key.startswith("_"):
                    if value not in values:
                        values[value] = member = str.__new__(made, value)
                        member.name, member.value = key, value
                    members[key] = values[value]
                    setattr(made, key, values[value])
            return made

        def __call__(cls, value: str) -> StrEnum:
            """The member with a value."""
            try:
                return cls._by_value[value]
            except (KeyError, TypeError):
                wrong = f"{value!r} is not a valid {cls.__qualname__}"
                raise ValueError(wrong) from None

        def __getitem__(cls, name: str) -> StrEnum:
            return cls._by_name[name]

        def __iter__(cls) -> Iterator[StrEnum]:
            return iter(cls._by_value.values())

        def __len__(cls) -> int:
            return len(cls._by_value)

        def __contains__(cls, value: object) -> bool:
            return value in cls._by_value

    class StrEnum(str, metaclass=_Choosing):
        """What a class of named texts derives from."""

        __slots__ = ("name", "value")

        def __repr__(self) -> str:
            """As the member is written, with its value."""
            return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

        def __reduce__(self) -> tuple[type, tuple[str]]:
            """A copy is the same member."""
            return type(self), (self.value,)


__all__ = ["StrEnum"]
