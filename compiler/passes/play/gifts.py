"""Resolve gifts that are not items of the quest, cards and rewards by number; and who gets items.

A tool of the effects. Takes the values of a `give` statement. Returns Effects.
"""

from __future__ import annotations

from questwright.compiler import codes
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.frontend.outline import values_of
from questwright.compiler.model.quest import Effect, EffectKind
from questwright.compiler.model.words import card_called, drawn_deck
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.passes.things.read_entries import read_members
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.syntax import Name, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.quest import Item
    from questwright.compiler.packs.system.cards import Deck
    from questwright.compiler.packs.system.system import Kind, System, Token
    from questwright.dsl.source import Span
    from questwright.dsl.syntax import Clause, Value


def _fewer(name: str, number: int) -> str:
    """What to write where only so many pieces of an item are somewhere."""
    if not number:
        return "`brought` behind it"
    return f"`item {number} {name}`" if number > 1 else f"`item {name}`"


class GiftResolver:
    """Resolves the gifts of one quest that are not items of the quest, and who gets items."""

    __slots__ = ("_deck", "_findings", "_left", "_names", "_pieces", "_rewards", "_system")

    def __init__(
        self,
        system: System,
        names: SymbolTable,
        findings: Findings,
        items: Iterable[Item] = (),
    ) -> None:
        self._pieces: dict[str, list[Item]] = {}
        self._left: dict[str, list[Item]] = {}
        for item in items:
            if item.alike:
                self._pieces.setdefault(item.alike, []).append(item)
                if not item.holder and item.cell < 0 and not item.brought:
                    self._left.setdefault(item.alike, []).append(item)
        self._system = system
        self._names = names
        self._findings = findings
        self._deck = drawn_deck(system)
        self._rewards = [
            word
            for word, setting in system.settings.items()
            if setting.role is SettingRole.REWARD_GOLD
        ]

    def counted(self, amount: Number, rest: list[Value], span: Span) -> list[Effect]:
        """Return the effects of a gift with a number; none after a finding.

        ``25 gold`` is for each member of the party, ``2 exploration`` are cards for all together.
        """
        word = rest[0] if rest else None
        for surplus in rest[1:]:
            self._findings.add(
                codes.SURPLUS_PART,
                "`give` does not take this",
                surplus.span,
                "not needed here",
                help="put commas between gifts",
            )
        if isinstance(word, Name) and word.text in self._pieces:
            return self.pieces(word, amount.value, span)
        if isinstance(word, Name) and self._deck is not None and word.text == self._deck.word:
            return self._cards(amount, self._deck, span)
        if isinstance(word, Name) and word.text in self._rewards:
            return self._reward(amount, word, span)
        if isinstance(word, Name) and word.text in self._system.tokens:
            return self._tokens(amount, self._system.tokens[word.text], span)
        self._findings.add(
            codes.UNKNOWN_WORD,
            f"`give {amount.value}` does not say of what",
            word.span if word is not None else span,
            "unknown" if word is not None else "nothing follows",
            help=self._countable(word),
        )
        return []

    def pieces(self, name: Name, count: int, span: Span) -> list[Effect]:
        """Return the effects of a gift of alike items: pieces that no other gift and no place has.

        An empty list, with a finding, where fewer are left.
        """
        left, number = self._left.get(name.text, []), len(self._pieces.get(name.text, ()))
        if not 1 <= count <= len(left):
            self._findings.add(
                codes.BAD_NUMBER,
                f"{count} `{name.text}` cannot be given",
                name.span,
                f"{len(left) or 'none'} of {number} left",
                reason="all others lie somewhere, or are given by other effects",
                help=f"write `item {number + count - len(left)} {name.text}`"
                if count
                else f"write `give {name.text}`",
            )
            return []
        given, self._left[name.text] = left[:count], left[count:]
        return [_effect(EffectKind.GIVE, item.id, item.title, 1, span) for item in given]

    def check_all_had(self) -> None:
        """Report pieces that no place has and no effect gives; all effects have been resolved."""
        for name, left in self._left.items():
            number, many = len(self._pieces[name]), len(left)
            if many:
                self._findings.add(
                    codes.BAD_NUMBER,
                    f"{many} of {number} `{name}` {'is' if many == 1 else 'are'} nowhere",
                    left[0].origin,
                    "no place has them, and no event gives them",
                    help=f"name more places, let an event `give {name}`, or write "
                    f"{_fewer(name, number - many)}",
                )

    def untakeable(self, name: Name) -> list[Effect]:
        """Report that an event is to take an item of which there are several."""
        self._findings.add(
            codes.WRONG_KIND,
            f"`take` does not say which `{name.text}` is lost",
            name.span,
            f"there are {len(self._pieces.get(name.text, ()))}",
            help=f"let a lock use one up: `locked by {name.text} spent`",
        )
        return []

    def _countable(self, word: Value | None) -> str:
        deck = [self._deck.word] if self._deck is not None else []
        known = [*self._rewards, *deck, *self._system.tokens]
        near = did_you_mean(word.text, known) if isinstance(word, Name) else None
        if near is not None:
            return near
        ways = [f"an amount of {listed(self._rewards)} to each member"] if self._rewards else []
        ways += [f"cards of the deck, as in `give 2 {word}`" for word in deck]
        ways += [
            f"{token.plural}, as in `give 1 {word}`" for word, token in self._system.tokens.items()
        ]
        if ways:
            return f"give {', or '.join(ways)}"
        return "this game has nothing to give by number; give an item by its name"

    def _cards(self, count: Number, deck: Deck, span: Span) -> list[Effect]:
        most = sum(card.copies for card in deck.cards)
        if not 1 <= count.value <= most:
            self._findings.add(
                codes.BAD_NUMBER,
                f"{count.value} cards cannot be drawn from the {deck.title} deck",
                count.span,
                f"from 1 to {most}",
            )
            return []
        return [_effect(EffectKind.DRAW, deck.word, deck.title, count.value, span)]

    def _tokens(self, count: Number, token: Token, span: Span) -> list[Effect]:
        if not 1 <= count.value <= token.most:
            self._findings.add(
                codes.BAD_NUMBER,
                f"{count.value} {token.plural} cannot be given at once",
                count.span,
                f"from 1 to {token.most}",
            )
            return []
        return [_effect(EffectKind.GRANT, token.word, token.title, count.value, span)]

    def _reward(self, amount: Number, word: Name, span: Span) -> list[Effect]:
        setting = self._system.settings[word.text]
        if not 1 <= amount.value <= setting.maximum:
            self._findings.add(
                codes.BAD_NUMBER,
                f"{amount.value} {word.text} cannot be given",
                amount.span,
                f"from 1 to {setting.maximum}",
            )
            return []
        return [_effect(EffectKind.REWARD, word.text, setting.title, amount.value, span)]

    def named(self, name: Name, span: Span) -> list[Effect]:
        """Return the effects of a named gift that is not an item: a card that is drawn and read.

        An empty list, with a finding, where the game has no such card.
        """
        card = card_called(name.text, self._system)
        if card is not None:
            return [_effect(EffectKind.DRAW, card.word, card.title, 1, span)]
        if name.text in self._names.poisoned:
            return []
        deck = self._deck
        if deck is not None and name.text == deck.word:
            self._findings.add(
                codes.MISSING_PART,
                f"this does not say how many cards of the {deck.title} deck",
                name.span,
                "no number",
                help=f"write `give 1 {deck.word}`",
            )
            return []
        cards = (card.word for card in deck.cards) if deck is not None else ()
        known = dict.fromkeys([*self._names.all(SymbolSort.ITEM), *self._system.gear, *cards])
        self._names.unknown(name, "there is no item called", list(known))
        return []

    def received(
        self, gifts: list[Effect], clause: Clause, party: tuple[Kind, ...]
    ) -> list[Effect]:
        """Return gifts with the members who get them: ``to orlaf``. Amounts and cards go to all.

        Items are left out, with a finding, if it does not say who gets them.
        """
        to = read_members(values_of(clause), party, self._names, self._findings)
        like = f"write it like `give iron-key to {party[0].word}`" if party else None
        if not clause.items:
            self._findings.add(
                codes.MISSING_PART, "this does not say to whom", clause.span, "no member", help=like
            )
        elif any(gift.kind is not EffectKind.GIVE for gift in gifts):
            self._findings.add(
                codes.SURPLUS_PART,
                "only items are given `to` somebody",
                clause.span,
                "an amount goes to each member, and cards to all together",
                help=like,
            )
        return [
            gift._replace(to=to) if gift.kind is EffectKind.GIVE else gift
            for gift in gifts
            if to or gift.kind is not EffectKind.GIVE
        ]


def _effect(kind: EffectKind, target: str, title: str, count: int, span: Span) -> Effect:
    return Effect(kind, target, title, count, 0, "", "", (), span)
