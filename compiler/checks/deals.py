"""Report decks of which some deals leave the objective out of reach."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from questwright.compiler import codes
from questwright.compiler.model.deals import Missed
from questwright.compiler.wording.deals import REASONS, lost_in_words, share_in_words

if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.deals import ShownDeal

_HELP = {
    Missed.CLOSED: "leave out the cards that close a way, or leave more ways open",
    Missed.NO_ROOM: "leave out cards that turn the way, or deal fewer cards",
}


def check_deals(case: Case, findings: Findings) -> None:
    """Report deals that nobody can win, and those of which it was not decided."""
    deals, deck = case.deals, case.quest.deck
    if deals is None or deck is None:
        return
    if deals.shown is not None:
        findings.add(
            codes.LOST_IN_SOME_DEALS,
            f"`{deck.objective.word}` is out of reach {lost_in_words(deals)}",
            deck.origin,
            REASONS[deals.shown.why],
            reason=f"for example when the deck lies so, from the top: {_told(deals.shown)}",
            help=_HELP[deals.shown.why],
        )
    if deals.undecided:
        findings.add(
            codes.UNDECIDED,
            f"it was not decided whether `{deck.objective.word}` can be reached in "
            f"{share_in_words(deals.undecided)} of the deals",
            deck.origin,
            "too many layouts",
            help='list fewer cards that turn, or accept it: `allow undecided because "…"`',
        )


def _told(deal: ShownDeal) -> str:
    """The cards of a deal; the same ones in a row are counted."""
    rows = [(word, len(list(same))) for word, same in groupby(deal.cards)]
    return ", ".join(word if many == 1 else f"{many} {word}" for word, many in rows)
