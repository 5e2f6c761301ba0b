"""Items by their names: one, or the pieces that are alike."""

from __future__ import annotations

from questwright.compiler.english import with_article, with_indefinite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.model.quest import Item


def items_called(name: str, items: Iterable[Item]) -> tuple[Item, ...]:
    """The item with an id, or all pieces that share a name; nothing without a name."""
    return tuple(item for item in items if name and name in (item.id, item.alike))


def item_in_words(item: Item) -> str:
    """An item as it stands in a sentence: ``the Iron Key``, or ``a Small Key`` of several."""
    return with_indefinite(item.title) if item.alike else with_article(item.title)
