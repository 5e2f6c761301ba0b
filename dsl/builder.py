"""The semantic actions of the parser: each builds the syntax of one rule of the grammar.

Takes the parts of a rule, or the text of a token. Returns nodes of `questwright.dsl.syntax`.
"""

from __future__ import annotations

from questwright.dsl.source import Span
from questwright.dsl.syntax import (
    TOLD,
    AllOf,
    Allow,
    AnyOf,
    Claim,
    Clause,
    Condition,
    Declaration,
    Draw,
    Event,
    Expect,
    Form,
    Include,
    Item,
    Legend,
    Name,
    Node,
    NoneOf,
    Number,
    Place,
    PlaceForm,
    Predicate,
    Prose,
    Range,
    Statement,
    Text,
    Value,
    Victory,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Parts = list[Any]
    """The values of a rule's parts, in the order of the grammar."""


class Body(tuple[Node, ...]):
    """The statements of a block."""

    __slots__ = ()


class Items(tuple[Item, ...]):
    """Items separated by commas; their values may still have texts among them."""

    __slots__ = ()


class TokenBuilder:
    """Builds the values of tokens: a method for some of them, named like them.

    A token without a method is a word, and becomes a `Name`.
    """

    def NUMBER(self, written: str, span: Span) -> Number:
        return Number(int(written), span)

    def RANGE(self, written: str, span: Span) -> Range:
        low, _, high = written.partition("..")
        return Range(int(low), int(high), span)

    def STRING(self, written: str, span: Span) -> Text:
        return Text(written[1:-1], span, is_prose=False)

    def PROSE(self, written: str, span: Span) -> Text:
        return Text(written[3:-3], span, is_prose=True)

    def PLACE(self, written: str, span: Span) -> Place:
        instance, _, inside = written.rpartition(":")
        if "|" in inside:
            first, _, second = inside.partition("|")
            return Place(PlaceForm.EDGE, first, second, instance, span)
        if ".." in inside:
            first, _, second = inside.partition("..")
            return Place(PlaceForm.BLOCK, first, second, instance, span)
        if inside[-1].isdigit() and inside[0].isupper():
            return Place(PlaceForm.CELL, inside, "", instance, span)
        # A capital alone may be the letter of a legend; behind a tile's name it is a side of it.
        return Place(PlaceForm.SIDE, inside, "", instance, span)


class Builder:
    """Builds the syntax of rules: a method for each, named like it."""

    # -- small things ---------------------------------------------------------

    def key(self, parts: Parts) -> Name:
        value = parts[0]
        if isinstance(value, Name):
            return value
        return Name(str(value.value) if isinstance(value, Number) else str(value), value.span)

    def item(self, parts: Parts) -> tuple[Any, ...]:
        return tuple(parts)

    def items(self, parts: Parts) -> Items:
        return Items(parts)

    def clause(self, parts: Parts) -> Clause:
        word: Name = parts[0]
        if len(parts) == 1:
            return Clause(word, (), (), word.span)
        items, texts = _part_texts(parts[1])
        return Clause(word, items, texts, word.span.to(parts[1][-1][-1].span))

    def when_clause(self, parts: Parts) -> Condition:
        condition: Condition = parts[1]
        return condition

    # -- statements -----------------------------------------------------------

    def settings(self, parts: Parts) -> Statement:
        return _statement(Form.SYSTEM, parts)

    def board(self, parts: Parts) -> Statement:
        return _statement(Form.BOARD, parts)

    def tile(self, parts: Parts) -> Statement:
        return _statement(Form.TILE, parts)

    def door(self, parts: Parts) -> Statement:
        return _statement(Form.DOOR, parts)

    def lock(self, parts: Parts) -> Statement:
        return _statement(Form.LOCK, parts)

    def spawn(self, parts: Parts) -> Statement:
        return _statement(Form.SPAWN, parts)

    def thing(self, parts: Parts) -> Statement:
        return _statement(Form.THING, parts)

    def counted(self, parts: Parts) -> Statement:
        return _statement(Form.COUNTED, parts)

    def row(self, parts: Parts) -> Statement:
        results: Number | Range = parts[0]
        low, high = _bounds(results)
        written = str(low) if low == high else f"{low}..{high}"
        row = _statement(Form.ROW, [Name(written, results.span), *parts[1:]])
        return row._replace(items=((results,), *row.items))

    def action(self, parts: Parts) -> Statement:
        return _statement(Form.ACTION, parts)

    def effect(self, parts: Parts) -> Statement:
        return _statement(Form.EFFECT, parts)

    def stage(self, parts: Parts) -> Statement:
        return _statement(Form.STAGE, parts)

    def prose(self, parts: Parts) -> Prose:
        word: Name = parts[0]
        text: Text = parts[-1]
        told = parts[1] if len(parts) == 3 else None
        return Prose(word, text, word.span.to(text.span), told)

    def draw(self, parts: Parts) -> Draw:
        word: Name = parts[0]
        name = parts[1] if len(parts) == 3 else None
        text: Text = parts[-1]
        return Draw(word, name, text, word.span.to(text.span))

    def legend(self, parts: Parts) -> Legend:
        key, thing = parts
        return Legend(key, thing, key.span.to(thing.span))

    def event(self, parts: Parts) -> Event:
        word: Name = parts[0]
        name = next((part for part in parts[1:-3] if type(part) is Name), None)
        title = next((part for part in parts[1:-3] if type(part) is Text), None)
        when, condition, body = parts[-3:]
        span = word.span.to(condition.span)
        return Event(word, name, title, when.text == "whenever", condition, body, span)

    def victory(self, parts: Parts) -> Victory:
        word: Name = parts[0]
        title = next((part for part in parts if type(part) is Text), None)
        # `when` is a name as well, and stands before the condition.
        names = [part for part in parts[2:-2] if type(part) is Name]
        told = names.pop() if names and names[-1].text == TOLD else None
        degree = names[0] if names else None
        span = word.span.to(parts[-1].span)
        return Victory(word, parts[1], degree, title, parts[-1], span, told)

    def include(self, parts: Parts) -> Include:
        return Include(parts[1], parts[0].span.to(parts[1].span))

    def broken(self, _parts: Parts) -> None:
        return None

    def body(self, parts: Parts) -> Body:
        return Body(part for part in parts if part is not None)

    # -- conditions ---------------------------------------------------------------

    def any_of(self, parts: Parts) -> Condition:
        if len(parts) == 1:
            only: Condition = parts[0]
            return only
        return AnyOf(tuple(parts), parts[0].span.to(parts[-1].span))

    def all_of(self, parts: Parts) -> Condition:
        if len(parts) == 1:
            only: Condition = parts[0]
            return only
        return AllOf(tuple(parts), parts[0].span.to(parts[-1].span))

    def none_of(self, parts: Parts) -> Condition:
        if type(parts[0]) is NoneOf:
            # Two negations cancel, so that a long row of `not` does not nest.
            return parts[0].part
        return NoneOf(parts[0], parts[0].span)

    def quantifier(self, parts: Parts) -> tuple[Name | Number]:
        return (parts[0],)

    def verb(self, parts: Parts) -> list[Name]:
        return parts

    def comparison(self, parts: Parts) -> tuple[str, Number | Range]:
        return parts[0].text, parts[1]

    def predicate(self, parts: Parts) -> Predicate:
        quantifier: Name | Number | None = None
        verb: tuple[Name, ...] = ()
        clause: Clause | None = None
        comparison, number = "", None
        numbers: Range | None = None
        at = 0
        if type(parts[0]) is tuple:
            quantifier = parts[0][0]
            at = 1
        subject: Name = parts[at]
        end = subject.span
        for part in parts[at + 1 :]:
            kind = type(part)
            if kind is list:
                verb = tuple(part)
                end = part[-1].span
            elif kind is Clause:
                clause = part
                end = part.span
            else:
                comparison, compared = part
                end = compared.span
                if type(compared) is Range:
                    numbers = compared
                else:
                    number = compared
        span = (quantifier.span if quantifier else subject.span).to(end)
        return Predicate(quantifier, subject, verb, clause, comparison, number, span, numbers)

    # -- expectations ---------------------------------------------------------------

    def expect_winnable(self, parts: Parts) -> Expect:
        found: Name = parts[0]
        rounds: Range | None = None
        if len(parts) > 1:
            rounds = parts[-1]
            assert rounds is not None
            return Expect(Claim.WINNABLE, None, (), rounds, found.span.to(rounds.span))
        return Expect(Claim.WINNABLE, None, (), None, found.span)

    def expect_unwinnable(self, parts: Parts) -> Expect:
        return Expect(Claim.UNWINNABLE, None, (), None, parts[0].span)

    def expect_unreachable(self, parts: Parts) -> Expect:
        # The part between the two names is the word `without`.
        names = [parts[0], *parts[2:]]
        span = names[0].span.to(names[-1].span)
        return Expect(Claim.UNREACHABLE, names[0], tuple(names[1:]), None, span)

    def expect_must_face(self, parts: Parts) -> Expect:
        return Expect(Claim.MUST_FACE, parts[0], (), None, parts[0].span)

    def expect_optional(self, parts: Parts) -> Expect:
        return Expect(Claim.OPTIONAL, parts[0], (), None, parts[0].span)

    def expect_cannot_strand(self, _parts: Parts) -> Expect:
        return Expect(Claim.CANNOT_STRAND, None, (), None, Span("", 0, 0))

    def expect(self, parts: Parts) -> Expect:
        word: Span = parts[0].span
        claim: Expect = parts[1]
        end = claim.span if claim.span.end else word
        return Expect(claim.claim, claim.subject, claim.without, claim.rounds, word.to(end))

    def allow(self, parts: Parts) -> Allow:
        given: Name | Place = parts[1]
        code = given if isinstance(given, Name) else Name(str(given), given.span)
        reason: Text = parts[-1]
        word, by = parts[2:4] if len(parts) > 3 else (None, None)
        return Allow(code, reason, parts[0].span.to(reason.span), by, word)

    # -- declarations ---------------------------------------------------------------

    def _declaration(self, parts: Parts) -> Declaration:
        word: Name = parts[0]
        title = next((part for part in parts if type(part) is Text), None)
        body = parts[-1] if type(parts[-1]) is Body else Body()
        return Declaration(word, parts[1], title, body, word.span.to(parts[1].span))

    quest = _declaration
    campaign = _declaration

    def start(self, parts: Parts) -> list[Include | Declaration]:
        declarations: list[Include | Declaration] = []
        for part in parts:
            if type(part) is Statement and part.form is Form.TILE:
                name = part.items[0][0] if part.items else part.head
                title = part.texts[0] if part.texts else None
                text = name if isinstance(name, Name) else part.head
                body = part.body or ()
                declarations.append(Declaration(part.head, text, title, body, part.span))
            elif part is not None:
                declarations.append(part)
        return declarations


def _statement(form: Form, parts: Parts) -> Statement:
    head = parts[0]
    if type(head) is Number:
        head = Name(str(head.value), head.span)
    items: list[Item] = []
    clauses: list[Clause] = []
    texts: list[Text] = []
    condition: Condition | None = None
    body: Body | None = None
    end = head.span
    for part in parts[1:]:
        kind = type(part)
        if kind is Items:
            found, quoted = _part_texts(part)
            items.extend(found)
            texts.extend(quoted)
            end = part[-1][-1].span
        elif kind is Clause:
            clauses.append(part)
            texts.extend(part.texts)
            end = part.span
        elif kind is Body:
            body = part
        elif kind is Text:
            texts.append(part)
            end = part.span
        elif kind is Name:
            items.append((part,))
            end = part.span
        else:
            condition = part
            end = part.span
    return Statement(
        form,
        head,
        tuple(items),
        tuple(clauses),
        tuple(texts),
        condition,
        body,
        head.span.to(end),
    )


def _bounds(results: Number | Range) -> tuple[int, int]:
    if isinstance(results, Range):
        return results.low, results.high
    return results.value, results.value


def _part_texts(items: Items) -> tuple[tuple[Item, ...], tuple[Text, ...]]:
    """Return the items without their texts, and the texts."""
    texts: list[Text] = []
    kept: list[Item] = []
    for item in items:
        # The grammar allows a text among values; `Item` does not.
        mixed: tuple[Value | Text, ...] = item
        texts.extend(value for value in mixed if isinstance(value, Text))
        rest = tuple(value for value in mixed if not isinstance(value, Text))
        if rest:
            kept.append(rest)
    return tuple(kept), tuple(texts)
