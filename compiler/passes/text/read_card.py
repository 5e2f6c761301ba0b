"""Read a card of a quest's own."""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import unusable
from questwright.compiler.frontend.outline import StatementReader
from questwright.compiler.model.words import title_from_id
from questwright.compiler.packs.system.cards import Card
from questwright.compiler.passes.text.read_brought import BroughtReader
from questwright.dsl.diagnostics import Label, listed
from questwright.dsl.prose import Style, read_prose
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Name, Prose, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from questwright.compiler.packs.system.cards import Deck
    from questwright.compiler.packs.system.system import System
    from questwright.compiler.passes.text.card_findings import CardFindings
    from questwright.dsl.source import Span

_COPIES: Final = 20
"""The most copies of one card."""
_WORTH: Final = 9_999
_REWARDS: Final = 9
LIKE: Final = 'write it like `cards event { card late-guest "The late guest" { read "…" } }`'
OWN: Final = "quest"
"""The source of a card that the pack does not have."""


class _CardParts(NamedTuple):
    """What the block of a card says; None where it does not."""

    text: str
    numbers: dict[str, int]
    icons: tuple[str, ...]
    brings: tuple[tuple[str, str | int], ...]
    words: dict[str, str]


class CardReader:
    """Reads the cards that a quest adds to one deck."""

    def __init__(
        self, deck: Deck, system: System, taken: dict[str, Span], report: CardFindings
    ) -> None:
        """Take the deck, and the names of the quest's cards so far: each new one is added."""
        self._deck = deck
        self._system = system
        self._taken = taken
        self._report = report
        self._of_game = {card.word for each in system.decks.values() for card in each.cards}

    def read(self, statement: Statement) -> Card | None:
        """Return a card; None, with a finding, where its name cannot be used."""
        taken = StatementReader(statement, self._report.all)
        name = taken.name(is_needed=True)
        taken.finish(LIKE)
        if name is None:
            self._report.lacks(statement, "a name", LIKE)
            return None
        parts = self._parts(statement)
        if not self._is_new(name):
            return None
        if not parts.text:
            self._report.all.add(
                codes.MISSING_PART,
                f"the card `{name.text}` says nothing",
                name.span,
                "no text",
                help='say what happens: `read "…"`',
            )
        title = statement.texts[0].raw.strip() if statement.texts else ""
        return Card(
            word=name.text,
            title=title or title_from_id(name.text),
            copies=parts.numbers.get("count", 1),
            icons=parts.icons,
            text=parts.text,
            gear=parts.words.get("gear", ""),
            does=parts.words.get("does", ""),
            brings=parts.brings,
            worth=parts.numbers.get("worth", 0),
            rewards=parts.numbers.get("rewards", 1),
            source=OWN,
        )

    def _is_new(self, name: Name) -> bool:
        before = self._taken.get(name.text)
        if (why := unusable(name.text)) is not None and why:
            self._report.all.add(
                codes.BAD_ID,
                f"`{name.text[:70]}` cannot be a card's name",
                name.span,
                "unusable",
                reason=why,
            )
            return False
        if before is None and name.text not in self._of_game:
            self._taken[name.text] = name.span
            return True
        self._report.all.add(
            codes.NAME_TWICE,
            f"two cards are called `{name.text}`",
            name.span,
            "the second one",
            related=(Label(before, "the first one"),) if before is not None else (),
            reason=None if before is not None else f"{self._system.title} has a card of this name",
            help="give this one another name",
        )
        return False

    def _parts(self, statement: Statement) -> _CardParts:
        """Read the block of a card, each part of which stands there once."""
        text = ""
        numbers: dict[str, int] = {}
        words: dict[str, str] = {}
        icons: tuple[str, ...] = ()
        brings: tuple[tuple[str, str | int], ...] = ()
        seen: dict[str, Span] = {}
        limits = {"count": (1, _COPIES), **self._scored()}
        for node in statement.body or ():
            head = node.word if isinstance(node, Prose) else getattr(node, "head", None)
            word = head.text if isinstance(head, Name) else ""
            if head is not None and word in seen:
                self._report.all.add(
                    codes.TWICE_SAID,
                    f"this card has two statements `{word}`",
                    head.span,
                    "the second one",
                    related=(Label(seen[word], "the first one"),),
                )
                continue
            if isinstance(node, Prose) and word == "read":
                text = self._text(node)
            elif isinstance(node, Statement) and word in limits:
                numbers |= self._number(node, *limits[word])
            elif isinstance(node, Statement) and word == "icons":
                icons = tuple(self._icons(node))
            elif isinstance(node, Statement) and word == "brings":
                brings = tuple(BroughtReader(self._system, self._report).read(node).items())
            elif isinstance(node, Statement) and word in ("gear", "does"):
                words |= self._word(node)
            else:
                self._report.misplaced(node, "a card of this deck", self._takes())
                continue
            assert head is not None
            seen[word] = head.span
        return _CardParts(text, numbers, icons, brings, words)

    def _scored(self) -> dict[str, tuple[int, int]]:
        """The numbers that only games have which deal boards, with their bounds."""
        dealing = self._system.dealing
        if dealing is None or self._deck.word not in (dealing.events, dealing.rewards):
            return {}
        scored = {"worth": (0, _WORTH)}
        if dealing.rewards and self._deck.word == dealing.events:
            scored["rewards"] = (0, _REWARDS)
        return scored

    def _takes(self) -> str:
        """What the block of a card of this deck takes."""
        own = ["read", "count", "icons", "brings", "gear", "does", *self._scored()]
        return f"it takes {listed(own)}"

    def _text(self, prose: Prose) -> str:
        blocks, broken = read_prose(prose.text)
        self._report.all.extend(broken)
        return " ".join(
            "".join(self._run(run.text, run.style, run.offset, prose) for run in block.runs)
            for block in blocks
        )

    def _run(self, text: str, style: Style, offset: int, prose: Prose) -> str:
        if style is not Style.REFERENCE:
            return text
        system = self._system
        found = system.kinds.get(text) or system.gear.get(text)
        if found is None:
            span = prose.span._replace(start=offset, end=offset + len(text))
            known = [*system.kinds, *system.gear]
            self._report.unknown(Name(text, span), "no figure or thing", system.title, known)
            return text
        return found.title

    def _number(self, statement: Statement, least: int, most: int) -> dict[str, int]:
        taken = StatementReader(statement, self._report.all)
        word, number = statement.head.text, taken.number()
        like = f"write it like `{word} {max(least, 1)}`"
        taken.finish(like)
        if number is None:
            self._report.lacks(statement, "a number", like)
        elif least <= number.value <= most:
            return {word: number.value}
        else:
            self._report.bad_number(
                number.span, f"`{word}` cannot be {number.value:,}", f"from {least} to {most:,}"
            )
        return {}

    def _icons(self, statement: Statement) -> Iterator[str]:
        known = dict.fromkeys(icon for card in self._deck.cards for icon in card.icons)
        for name in self._names(statement, next(iter(known), "skull")):
            if name.text in known:
                yield name.text
            else:
                self._report.unknown(name, "no icon", f"the {self._deck.title}", known)

    def _word(self, statement: Statement) -> dict[str, str]:
        """The gear that a card is kept as, or what it does as a verb of the deck's cards."""
        word, cards = statement.head.text, self._deck.cards
        known = list(self._system.gear) if word == "gear" else list(_verbs(cards))
        for name in self._names(statement, known[0] if known else "rope"):
            if name.text in known:
                return {word: name.text}
            what = "no gear" if word == "gear" else "no card that does"
            where = self._system.title if word == "gear" else f"the {self._deck.title}"
            self._report.unknown(name, what, where, known)
        return {}

    def _names(self, statement: Statement, example: str) -> list[Name]:
        taken = StatementReader(statement, self._report.all)
        values = taken.rest()
        like = f"write it like `{statement.head.text} {example}`"
        taken.finish(like)
        if not values:
            self._report.lacks(statement, "a word", like)
        for value in values:
            if type(value) is not Name:
                self._report.not_understood((value,), like)
        return [value for value in values if type(value) is Name]


def _verbs(cards: Iterable[Card]) -> dict[str, None]:
    return dict.fromkeys(card.does for card in cards if card.does)
