"""Report decks of which some deals leave the objective out of reach, or use another deck up."""

from __future__ import annotations

from itertools import cycle, groupby, islice

from questwright.compiler import codes
from questwright.compiler.model.deals import Missed
from questwright.compiler.wording.deals import REASONS, lost_in_words, share_in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.case import Case
    from questwright.compiler.model.deals import Deals, ShownDeal
    from questwright.compiler.model.sections import SectionDeck
    from questwright.compiler.packs.system.system import System

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
    _check_draws(case.system, deals, deck, findings)


def _check_draws(system: System, deals: Deals, deck: SectionDeck, findings: Findings) -> None:
    """Report a deck of which more cards may be drawn than it has [WHQ-B12]."""
    met = _most_events(deals, deck)
    piles = {word: own.pile for word, own in system.decks.items()}
    events, rewards = piles.get(deck.rules.events, ()), piles.get(deck.rules.rewards, ())
    # A deck that is used up is shuffled again: the most is what its best cards give, over again.
    best = sorted((card.rewards for card in events), reverse=True)
    given = sum(islice(cycle(best), met))
    for word, cards, drawn in (
        (deck.rules.events, events, met),
        (deck.rules.rewards, rewards, given),
    ):
        if cards and drawn > len(cards):
            title = system.decks[word].title
            findings.add(
                codes.DECK_USED_UP,
                f"the {title} may be used up before the objective is reached",
                deck.origin,
                f"as many as {drawn} of its cards are drawn, and it has {len(cards)}",
                help="list fewer sections in which something is met, or accept that used cards are "
                'shuffled again: `allow deck-used-up because "…"`',
            )


def _most_events(deals: Deals, deck: SectionDeck) -> int:
    """In how many sections something is met at the most."""
    meets = {each.section.word: each.section.sort.meets for each in deck.cards}
    own = [sum(meets[word] for word in words) for words in deals.classes]
    return max(
        (sum(map(min, laid, own)) for explored in deals.ways.values() for laid in explored.laid),
        default=0,
    )


def _told(deal: ShownDeal) -> str:
    """The cards of a deal; the same ones in a row are counted."""
    rows = [(word, len(list(same))) for word, same in groupby(deal.cards)]
    return ", ".join(word if many == 1 else f"{many} {word}" for word, many in rows)
