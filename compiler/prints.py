"""The PDFs for paper of quests and campaigns, by print profiles; each one is held to its profile.

Takes quests and campaigns without errors. Returns the bytes of PDFs and what preflight found, or
why there are none.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from questwright.compiler.press.page_rules import edge_of, page_rules, takes_cards
from questwright.compiler.products import UnprintedBook, composed
from questwright.compiler.publish.book.view.book import Volume
from questwright.dsl.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questwright.compiler.model.publication import CampaignPublication, Publication
    from questwright.compiler.press.preflight.run import Flight
    from questwright.compiler.press.profile import Profile
    from questwright.compiler.products import Products
    from questwright.compiler.publish.book.render.press import Press

ON_PAPER: Final = (Volume.BOOK, Volume.PLAYERS, Volume.SHEETS, Volume.CARDS)
"""The volumes that are printed: what was proven is read at a desk."""
_FOLDED: Final = (Volume.BOOK,)
"""What is printed as a booklet: of pieces to cut out, one side alone has to be printed."""


class Prints(NamedTuple):
    """PDFs for paper, by the id of a quest or campaign and by name; and what preflight found."""

    products: Products
    flights: tuple[tuple[str, Flight], ...]
    """Of each PDF its id and name as a path, and what was found."""


def prints_of(
    ready: Sequence[Publication],
    bound: Sequence[CampaignPublication],
    profiles: Sequence[Profile],
    press: Press,
    author: str = "",
) -> Prints | UnprintedBook:
    """The PDFs for each profile; the first one that cannot be set ends it."""
    from questwright.compiler.press.finish import finish
    from questwright.compiler.press.preflight.run import preflight
    from questwright.compiler.publish.book.render.html import book_source
    from questwright.compiler.publish.book.render.source import RenderFailure
    from questwright.compiler.publish.book.volumes import volumes_of

    books = dict(composed(ready, bound, press, author))
    wanted = [
        (id_, volume, profile)
        for profile in profiles
        for id_, book in books.items()
        for volume in volumes_of(
            book if takes_cards(profile) else replace(book, cards=None)
        ).values()
        if volume.volume in (_FOLDED if profile.sheet else ON_PAPER)
    ]
    rendered = press.set(
        book_source(volume, page_rules(profile), edge_of(profile)) for _, volume, profile in wanted
    )
    products: Products = {id_: {} for id_ in books}
    flights: list[tuple[str, Flight]] = []
    with tempfile.TemporaryDirectory(prefix="questwright-print-") as scratch:
        for (id_, volume, profile), pdf in zip(wanted, rendered, strict=True):
            name = f"{volume.volume}-{profile.id}.pdf"
            if isinstance(pdf, RenderFailure):
                return UnprintedBook(id_, pdf, name)
            data = products[id_][name] = finish(pdf, profile)
            path = Path(scratch, "print.pdf")
            path.write_bytes(data)
            flights.append((f"{id_}/{name}", preflight(path, profile, f"{id_}/{name}")))
    return Prints(products, tuple(flights))
