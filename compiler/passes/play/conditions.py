"""Resolve conditions: what each predicate asks, of whom, and where.

A tool of the passes over events, actions and victories. Takes conditions as they are written.
Returns conditions on facts.
"""

from __future__ import annotations

from types import MappingProxyType

from questwright.compiler import codes
from questwright.compiler.english import with_article
from questwright.compiler.frontend.names import SymbolSort, SymbolTable
from questwright.compiler.language import say
from questwright.compiler.model.quest import (
    Condition,
    Every,
    Fact,
    FactKind,
    Not,
    Quantity,
    Some,
    Thing,
)
from questwright.compiler.model.words import is_called, kinds_called
from questwright.compiler.packs.system.system import Category, Kind, Side, System
from questwright.compiler.passes.play.places import PlaceResolver
from questwright.compiler.passes.play.said import LINKING, carried_there, is_said_whole
from questwright.dsl import syntax
from questwright.dsl.diagnostics import did_you_mean, listed
from questwright.dsl.records import NamedTuple
from questwright.dsl.syntax import Clause, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from questwright.compiler.frontend.findings import Findings
    from questwright.compiler.model.board import Board
    from questwright.compiler.packs.system.clocks import ClockKind
    from questwright.compiler.packs.system.values import Plain

_VERBS: dict[str, FactKind] = {
    "opened": FactKind.OPENED,
    "opens": FactKind.OPENED,
    "closed": FactKind.CLOSED,
    "closes": FactKind.CLOSED,
    "found": FactKind.FOUND,
    "revealed": FactKind.REVEALED,
    "searched": FactKind.SEARCHED,
    "cleared": FactKind.CLEARED,
    "defeated": FactKind.DEFEATED,
    "taken": FactKind.TAKEN,
    "carries": FactKind.CARRIES,
    "carry": FactKind.CARRIES,
    "carried": FactKind.CARRIED,
    "leaves": FactKind.LEAVES,
    "leave": FactKind.LEAVES,
    "enters": FactKind.IS_IN,
    "enter": FactKind.IS_IN,
    "done": FactKind.DONE,
    "happened": FactKind.HAPPENED,
    "happens": FactKind.HAPPENED,
    "sprung": FactKind.SPRUNG,
    "set": FactKind.SET,
}
"""The fact that each verb asks for; a game's pack adds the states that its figures can be in."""

_ASKED_OF: dict[FactKind, tuple[SymbolSort, ...]] = {
    FactKind.OPENED: (SymbolSort.GATE, SymbolSort.CROSSING),
    FactKind.CLOSED: (SymbolSort.GATE, SymbolSort.CROSSING),
    FactKind.FOUND: (SymbolSort.GATE,),
    FactKind.REVEALED: (SymbolSort.AREA,),
    FactKind.SEARCHED: (SymbolSort.AREA, SymbolSort.THING),
    FactKind.CLEARED: (SymbolSort.AREA,),
    FactKind.DEFEATED: (SymbolSort.THING, SymbolSort.MEMBER),
    FactKind.STATE: (SymbolSort.THING, SymbolSort.MEMBER),
    FactKind.TAKEN: (SymbolSort.ITEM,),
    FactKind.CARRIES: (SymbolSort.MEMBER, SymbolSort.THING),
    FactKind.CARRIED: (SymbolSort.ITEM,),
    FactKind.IS_IN: (SymbolSort.MEMBER, SymbolSort.THING),
    FactKind.LEAVES: (SymbolSort.MEMBER, SymbolSort.THING),
    FactKind.DONE: (SymbolSort.ACTION,),
    FactKind.HAPPENED: (SymbolSort.EVENT,),
    FactKind.SPRUNG: (SymbolSort.THING,),
    FactKind.SET: (SymbolSort.FLAG,),
}
_CLOCKS = frozenset({"round", "rounds", "turn"})


class _ConditionSubject(NamedTuple):
    """What a predicate is about."""

    ids: tuple[str, ...]
    sorts: frozenset[SymbolSort]
    described: str


class ConditionResolver:
    """Resolves the conditions of one quest."""

    __slots__ = (
        "_kinds",
        "board",
        "findings",
        "names",
        "party",
        "places",
        "settings",
        "system",
        "things",
    )

    def __init__(
        self,
        system: System,
        board: Board,
        things: tuple[Thing, ...],
        party: tuple[Kind, ...],
        names: SymbolTable,
        findings: Findings,
        hidden: frozenset[str] = frozenset(),
        settings: Mapping[str, Plain] = MappingProxyType({}),
    ) -> None:
        self.system = system
        self.board = board
        self.things = {thing.id: thing for thing in things}
        self.party = party
        self._kinds = {kind.word: kind for kind in party}
        self._kinds |= {thing.id: thing.kind for thing in things}
        self.names = names
        self.findings = findings
        self.settings = settings
        self.places = PlaceResolver(board, things, hidden, names, findings)

    def resolve(self, condition: syntax.Condition) -> Condition | None:
        """Return a condition with every name resolved; None, after a finding, where one fails."""
        match condition:
            case syntax.AnyOf():
                parts = [self.resolve(part) for part in condition.parts]
                known = tuple(part for part in parts if part is not None)
                return Some(known, condition.span) if len(known) == len(parts) else None
            case syntax.AllOf():
                parts = [self.resolve(part) for part in condition.parts]
                known = tuple(part for part in parts if part is not None)
                return Every(known, condition.span) if len(known) == len(parts) else None
            case syntax.NoneOf():
                part = self.resolve(condition.part)
                return Not(part, condition.span) if part is not None else None
            case syntax.Predicate():
                return self._fact(condition)

    # -- predicates ---------------------------------------------------------------

    def _fact(self, predicate: syntax.Predicate) -> Condition | None:
        word = predicate.subject.text
        for of_time in self._of_time(predicate):
            return of_time
        subject = self._subject(predicate)
        if subject is None:
            return None
        kind, object_ = self._verb(predicate, subject)
        if kind is None:
            return None
        if kind is FactKind.SEARCHED and self.system.search is None:
            self.findings.add(
                codes.UNKNOWN_VERB,
                f"in {self.system.title} nothing is searched",
                predicate.span,
                "never comes true",
                help=f'let the party do something there: `action look at {word} "Look"`, and ask '
                "for `look done`",
            )
            return None
        able = self._able(predicate, subject, kind, object_)
        if (
            able is None
            or not self._compares(predicate, kind, object_)
            or not is_said_whole(predicate, kind, self.findings)
        ):
            return None
        subject = able
        cells, place, moving = 0, "", None
        if kind in (FactKind.IS_IN, FactKind.LEAVES):
            found = self.places.resolve(_place_clause(predicate), predicate.span)
            if found is None:
                return None
            cells, place, moving = found
        elif kind is FactKind.CARRIES:
            name = self._carried(predicate)
            if name is None:
                return None
            object_ = name
        elif predicate.clause is not None:
            self.findings.add(
                codes.SURPLUS_PART,
                f"a condition does not take `{predicate.clause.word.text}` here",
                predicate.clause.span,
                "has no meaning here",
                help="clauses of the statement stand before `when`",
            )
        quantity, count = self._quantity(predicate)
        fact = Fact(
            kind,
            quantity,
            count,
            subject.ids,
            word,
            object_,
            cells,
            place,
            predicate.comparison,
            predicate.number.value if predicate.number else 0,
            predicate.span,
            moving,
        )
        where = predicate.clause if kind is FactKind.CARRIES else None
        party = self.system.party.one
        return carried_there(fact, where, self.places, party, self.findings) if where else fact

    def _says_how_many(self, predicate: syntax.Predicate, subject: _ConditionSubject) -> bool:
        """Whether a predicate says of how many alike items it is to hold."""
        number = len(subject.ids)
        if predicate.quantifier is not None or number < 2 or SymbolSort.ITEM not in subject.sorts:
            return True
        word = predicate.subject.text
        verb = " ".join(name.text for name in predicate.verb)
        self.findings.add(
            codes.MISSING_PART,
            f"this does not say how many of the {number} `{word}`",
            predicate.span,
            "no number",
            help=f"write `any {word} {verb}`, `all {word} {verb}` or `2 {word} {verb}`",
        )
        return False

    def _of_time(self, predicate: syntax.Predicate) -> Iterator[Fact | None]:
        """Yield what a condition on rounds asks for; nothing where it asks for something else."""
        word = predicate.subject.text
        clock = self.system.clocks.get(word)
        asked_for = next((verb.text for verb in predicate.verb if verb.text not in LINKING), "")
        if clock is not None and asked_for in clock.words:
            yield self._run_out(clock, asked_for, predicate)
        elif word in _CLOCKS and predicate.number is not None:
            fact = _of_round(predicate, predicate.comparison, predicate.number.value)
            yield fact if is_said_whole(predicate, FactKind.ROUND, self.findings) else None

    def _run_out(self, clock: ClockKind, word: str, predicate: syntax.Predicate) -> Fact | None:
        """Return that a clock has run out: that the round is over at the end of which it has."""
        last = clock.last_round(self.settings, word)
        if last is None:
            missing = next(own for own in clock.settings if type(self.settings.get(own)) is not int)
            self.findings.add(
                codes.MISSING_PART,
                f"this quest does not say its `{missing}`",
                predicate.span,
                "so nobody knows when",
                help=f"write `{missing}` with a number at the top of the quest",
            )
            return None
        fact = _of_round(predicate, ">", last)
        where = say(
            "{who} is {state}",
            who=with_article(clock.title),
            state=self.system.printed(word),
        )
        return fact._replace(subject_word=clock.word, object=word, place=where)

    def _is_unlocked(self, kind: FactKind, subject: _ConditionSubject) -> bool:
        """Tell whether it is asked whether containers have been opened, which are locked."""
        things = [self.things.get(id_) for id_ in subject.ids]
        is_locked = all(thing is not None and thing.lock is not None for thing in things)
        return kind is FactKind.OPENED and bool(things) and is_locked

    def _quantity(self, predicate: syntax.Predicate) -> tuple[Quantity, int]:
        quantifier = predicate.quantifier
        if quantifier is None:
            return Quantity.ALL, 1
        if isinstance(quantifier, Number):
            return Quantity.AT_LEAST, quantifier.value
        words = {"any": Quantity.ANY, "all": Quantity.ALL, "every": Quantity.ALL}
        return words.get(quantifier.text, Quantity.NONE), 1

    def _subject(self, predicate: syntax.Predicate) -> _ConditionSubject | None:
        name = predicate.subject
        side = self._side(name.text)
        if side is not None:
            if side.is_party:
                ids = tuple(kind.word for kind in self.party)
                return _ConditionSubject(ids, frozenset({SymbolSort.MEMBER}), f"the {side.many}")
            ids = tuple(
                thing.id
                for thing in self.things.values()
                if thing.kind.category is Category.FIGURE and thing.kind.side == side.word
            )
            return _ConditionSubject(ids, frozenset({SymbolSort.THING}), f"the {side.many}")
        symbol = self.names.get(name.text)
        if symbol is not None:
            found = _ConditionSubject(symbol.ids, frozenset({symbol.sort}), symbol.described)
            return found if self._says_how_many(predicate, found) else None
        if name.text in self.names.poisoned:
            return None
        kinds = kinds_called(name.text, self.system)
        if kinds:
            members = tuple(kind.word for kind in self.party if kind in kinds)
            if members:
                return _ConditionSubject(
                    members, frozenset({SymbolSort.MEMBER}), "one of the party"
                )
            ids = tuple(thing.id for thing in self.things.values() if thing.kind in kinds)
            if ids:
                return _ConditionSubject(ids, frozenset({SymbolSort.THING}), "a thing on the board")
            self.findings.add(
                codes.UNKNOWN_NAME,
                f"no `{name.text}` stands on this board",
                name.span,
                "none is placed",
                help="place one, or name something else",
            )
            return None
        self._unknown(predicate)
        return None

    def _unknown(self, predicate: syntax.Predicate) -> None:
        """Report a name that nothing has, with those that the predicate can be about."""
        name = predicate.subject
        clock = self.system.clocks.get(name.text)
        if clock is not None and self.names.get(name.text) is None:
            self.findings.add(
                codes.UNKNOWN_VERB,
                f"of `{name.text}` a condition asks whether it has run out",
                predicate.span,
                "asks for something else",
                help="write "
                + ", or ".join(f"`{name.text} {word}`" for word in clock.words)
                + "; or ask for the `round`",
            )
            return
        verbs = [verb.text for verb in predicate.verb if verb.text not in LINKING]
        if verbs[:1] == ["set"] or (not verbs and predicate.clause is None):
            flags = self.names.all(SymbolSort.FLAG)
            self.names.unknown(
                name,
                "nothing sets",
                flags,
                label="no event sets it",
                otherwise="write `round = 3`, or `round >= 3`"
                if name.text == "round"
                else f"let an event set it: `event when … {{ set {name.text} }}`",
            )
            return
        kind = _VERBS.get(verbs[0]) if verbs else FactKind.IS_IN
        sorts = _ASKED_OF[kind] if kind is not None else tuple(SymbolSort)
        known = [word for sort in sorts for word in self.names.all(sort)]
        if SymbolSort.THING in sorts or SymbolSort.MEMBER in sorts:
            sides = self.system.sides.values()
            known += [word for side in sides for word in (side.one, side.many)]
        self.names.unknown(name, "there is nothing called", known)

    def _side(self, word: str) -> Side | None:
        return next(
            (side for side in self.system.sides.values() if word in (side.one, side.many)), None
        )

    def _verb(
        self, predicate: syntax.Predicate, subject: _ConditionSubject
    ) -> tuple[FactKind | None, str]:
        words = [verb for verb in predicate.verb if verb.text not in LINKING]
        if not words:
            if predicate.clause is not None and predicate.clause.word.text in ("in", "at"):
                return FactKind.IS_IN, ""
            if predicate.clause is not None:
                self.findings.add(
                    codes.UNKNOWN_VERB,
                    f"a condition cannot say `{predicate.clause.word.text}`",
                    predicate.clause.word.span,
                    "not in a condition",
                    help=f"write `in` or `at` for a place; {self._fitting(subject)}",
                )
                return None, ""
            self.findings.add(
                codes.MISSING_PART,
                f"this says nothing about `{predicate.subject.text}`",
                predicate.span,
                "no verb",
                help=self._fitting(subject),
            )
            return None, ""
        verb = words[0]
        kind = _VERBS.get(verb.text)
        if kind is not None:
            return kind, ""
        if verb.text in self.system.states:
            return FactKind.STATE, verb.text
        known = [*_VERBS, *self.system.states]
        self.findings.add(
            codes.UNKNOWN_VERB,
            f"a condition cannot say `{verb.text}`",
            verb.span,
            "unknown",
            help=did_you_mean(verb.text, known) or self._instead(predicate, subject),
        )
        return None, ""

    def _instead(self, predicate: syntax.Predicate, subject: _ConditionSubject) -> str:
        """What to write where a condition asks for what no game knows: ``lever pulled``."""
        name = predicate.subject.text
        kinds = {self.things[id_].kind.category for id_ in subject.ids if id_ in self.things}
        if not kinds or Category.FIGURE in kinds:
            return self._fitting(subject)
        return (
            f'let somebody do it: `action use-{name} at {name} "Use it"`, and ask for '
            f"`use-{name} done`"
        )

    def _able(
        self,
        predicate: syntax.Predicate,
        subject: _ConditionSubject,
        kind: FactKind,
        state: str,
    ) -> _ConditionSubject | None:
        """What a predicate is about, as far as the fact can hold of it; None if it never does."""
        if not subject.sorts & set(_ASKED_OF[kind]) and not self._is_unlocked(kind, subject):
            verb = predicate.verb[0].text if predicate.verb else "there"
            self.findings.add(
                codes.WRONG_KIND,
                f"`{predicate.subject.text}` cannot be {verb}",
                predicate.span,
                f"`{predicate.subject.text}` is {subject.described}",
                help=self._lying(predicate)
                if kind is FactKind.IS_IN and SymbolSort.ITEM in subject.sorts
                else self._fitting(subject),
            )
            return None
        if kind is not FactKind.STATE:
            return subject
        able = tuple(id_ for id_ in subject.ids if self._can_be(id_, state))
        if not able:
            self._refuse_state(predicate, state)
            return None
        if predicate.number is not None and self.system.states[state].counts:
            able = tuple(id_ for id_ in able if self._can_have(id_, state, predicate))
            if not able:
                self._refuse_number(predicate, state)
                return None
        return subject._replace(ids=able)

    def _compares(self, predicate: syntax.Predicate, kind: FactKind, word: str) -> bool:
        """Whether a predicate has a number where one is needed, and only there."""
        state = self.system.states[word] if kind is FactKind.STATE else None
        like = f"{predicate.subject.text} {word} >= 2"
        if state is not None and state.counts and predicate.number is None:
            self.findings.add(
                codes.MISSING_PART,
                f"`{word}` is asked for by a number",
                predicate.span,
                "no number",
                help=f"write it like `{like}`",
            )
        elif predicate.number is not None and not (state is not None and state.counts):
            self.findings.add(
                codes.SURPLUS_PART,
                f"a condition does not take `{predicate.comparison}` here",
                predicate.number.span,
                "there is no number to compare it with",
                help="leave it out",
            )
        else:
            return True
        return False

    def _lying(self, predicate: syntax.Predicate) -> str:
        """What to write where a condition asks whether an item is in a place."""
        side, clause = self.system.party.one, predicate.clause
        place = clause.items[0][0] if clause is not None and clause.items else None
        where = place.text if isinstance(place, syntax.Name) else "that place"
        return (
            f"an item is where its bearer is: ask for `any {side} carries "
            f"{predicate.subject.text}`, and for `any {side} in {where}`"
        )

    def _refuse_state(self, predicate: syntax.Predicate, word: str) -> None:
        title = self.system.states[word].title
        able = [id_ for id_ in self._kinds if self._can_be(id_, word)]
        self.findings.add(
            codes.WRONG_KIND,
            f"`{predicate.subject.text}` is never {title}",
            predicate.span,
            f"nobody who can be {title}",
            help=f"of those in this quest, {listed(able)} can be" if able else "nobody here can be",
        )

    def _refuse_number(self, predicate: syntax.Predicate, word: str) -> None:
        assert predicate.number is not None
        state, name = self.system.states[word], predicate.subject.text
        self.findings.add(
            codes.WRONG_KIND,
            f"`{name}` never has {predicate.number.value} {state.title}",
            predicate.span,
            "never comes true",
            reason=f"a figure falls at as many as its `{state.counts}` says",
            help="ask for fewer, or ask whether it is `defeated`",
        )

    def _can_have(self, id_: str, word: str, predicate: syntax.Predicate) -> bool:
        """Whether a figure can have a number of what it falls at a number of."""
        own = self._kinds[id_].values.get(self.system.states[word].counts)
        most = own.value if own is not None else None
        if type(most) is not int or predicate.number is None:
            return True
        least = predicate.number.value + (predicate.comparison == ">")
        return predicate.comparison not in (">", ">=", "=") or least < most

    def _can_be(self, id_: str, word: str) -> bool:
        """Whether a figure can be in a state of the game."""
        kind, named = self._kinds[id_], self.system.states[word].of
        counts = self.system.states[word].counts
        is_figure = kind.category is Category.FIGURE and (not counts or counts in kind.values)
        return is_figure and (not named or any(is_called(kind, called) for called in named))

    def _fitting(self, subject: _ConditionSubject) -> str:
        words = [verb for verb, kind in _VERBS.items() if subject.sorts & set(_ASKED_OF[kind])]
        if subject.sorts & {SymbolSort.MEMBER, SymbolSort.THING}:
            words += ["in", *self.system.states]
        if not words:
            return f"no condition is about {subject.described}"
        return f"a condition about {subject.described} can say {listed(dict.fromkeys(words))}"

    def _carried(self, predicate: syntax.Predicate) -> str | None:
        words = [verb for verb in predicate.verb if verb.text not in LINKING]
        if len(words) > 1:
            symbol = self.names.find(words[1], SymbolSort.ITEM)
            if symbol is None:
                return None
            return symbol.ids[0] if len(symbol.ids) == 1 else words[1].text
        self.findings.add(
            codes.MISSING_PART,
            "this does not say what is carried",
            predicate.span,
            "no item",
            help="write it like `any hero carries iron-key`",
        )
        return None


def _of_round(predicate: syntax.Predicate, comparison: str, number: int) -> Fact:
    """Return what a condition on rounds asks for."""
    return Fact(
        FactKind.ROUND, Quantity.ONE, 1, (), "round", "", 0, "", comparison, number, predicate.span
    )


def _place_clause(predicate: syntax.Predicate) -> Clause | None:
    """Return the clause with a predicate's place; in ``enters crypt`` the place has no clause."""
    if predicate.clause is not None or len(predicate.verb) < 2:
        return predicate.clause
    names = predicate.verb[1:]
    items = tuple((name,) for name in names)
    return Clause(predicate.verb[0], items, (), names[0].span.to(names[-1].span))
