"""Where chance enters a line of play, with the exact odds of it.

All figures are the pack's. Where what is drawn from is not known, that is said, and no odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate

from questwright.compiler.analysis.needs import cards_set_aside, wanderers
from questwright.compiler.english import in_sentence, listed_in_words
from questwright.compiler.geometry.cliffs import jump_of
from questwright.compiler.grid.cells import each_cell
from questwright.compiler.language import message, say, say_many
from questwright.compiler.model.chance import Attempts, Chance, Outcome, Rounds
from questwright.compiler.model.quest import EffectKind
from questwright.compiler.model.round_words import round_words
from questwright.compiler.model.words import drawn_deck, what_is_done
from questwright.compiler.odds.battle import fight_odds
from questwright.compiler.odds.dice import Pile
from questwright.compiler.odds.duels import MOST_DICE, Foe, duel_odds, foe_of
from questwright.compiler.packs.system.fights import ODDS
from questwright.compiler.packs.system.settings import SettingRole
from questwright.compiler.packs.system.system import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

    from questwright.compiler.grid.cells import Cell, Cells
    from questwright.compiler.model.quest import Quest, Thing
    from questwright.compiler.model.verdict import Step
    from questwright.compiler.packs.system.cards import Card
    from questwright.compiler.packs.system.fights import Fights
    from questwright.compiler.packs.system.system import Kind, System
    from questwright.compiler.packs.system.turns import TurnRules

_LEAST = Fraction(1, 200)
"""What is rounded to no percent at all."""


def with_odds(
    line: Sequence[Step], quest: Quest, system: System
) -> tuple[tuple[Step, ...], tuple[Chance, ...]]:
    """The steps of a line of play, each with its odds in words; and the odds themselves."""
    odds = _Odds(quest, system)
    steps: list[Step] = []
    chances: list[Chance] = []
    for number, step in enumerate(line, 1):
        if step.path:
            odds.cells[step.who] = step.path[-1]
        chance = odds.of(number, step)
        steps.append(step._replace(chance="" if chance is None else chance.text))
        if chance is not None:
            chances.append(chance)
    return tuple(steps), tuple(chances)


class _Odds:
    """The odds of one quest."""

    def __init__(self, quest: Quest, system: System) -> None:
        self._quest = quest
        """Without the members whom an event has taken."""
        self._system = system
        self.cells: dict[str, Cell] = {}
        """Where members stand."""
        self._changed: dict[str, Thing] = {}
        """Figures that have other values by now."""
        self._unlocked: set[str] = set()
        """What an event has unlocked by now."""
        self._ways: Mapping[str, Callable[[Step], Chance | None]] = {
            "defeat": self._fight,
            "open": self._open,
            "spring": self._spring,
            "search": self._search,
            "explore": self._explore,
            "event": self._happen,
            "jump": self._jump,
            "cast": self._cast,
        }

    def of(self, number: int, step: Step) -> Chance | None:
        """What chance has to do with a step; None where it has nothing."""
        way = self._ways.get(step.kind)
        chance = way(step) if way is not None else None
        return None if chance is None else chance._replace(step=number)

    def _jump(self, step: Step) -> Chance | None:
        """What comes of jumping down."""
        kind = next(member for member in self._quest.party if member.word == step.who)
        jump = jump_of(kind, self._system)
        if jump is None:
            return None
        outcomes = tuple(
            Outcome(result, Fraction(high - low + 1, jump.die))
            for result, (low, high) in jump.results.items()
        )
        return Chance(0, say("a jump: {outcomes}", outcomes=_shared(outcomes)), outcomes=outcomes)

    def _cast(self, step: Step) -> Chance | None:
        """Whether spells come off, all of those that are cast together."""
        crossings = self._quest.board.crossings
        cast = next(crossing.cast for crossing in crossings if crossing.id == step.target)
        if cast is None or cast.chance == 1:
            return None
        is_one = len(cast.spells) == 1
        many = say_many("a spell", "{count} spells", len(cast.spells))
        well = say("comes off") if is_one else say("all come off")
        ill = say("fails") if is_one else say("one fails")
        outcomes = (Outcome(well, cast.chance), Outcome(ill, 1 - cast.chance))
        return Chance(0, f"{many}: {_shared(outcomes)}", outcomes=outcomes)

    def _thing(self, step: Step) -> Thing | None:
        known = self._changed.get(step.target)
        return known or next((own for own in self._quest.things if own.id == step.target), None)

    # -- fights -----------------------------------------------------------------------

    def _fight(self, step: Step) -> Chance:
        fights, thing = self._system.fights, self._thing(step)
        if fights is not None and thing is not None and fights.roll == ODDS:
            ways, rounds = fight_odds(thing, self._quest, self._system)
            return _told(say("a fight"), step, ways, rounds, fights, self._system.turns)
        foe = foe_of(thing, fights) if fights is not None and thing is not None else None
        if fights is None or thing is None or foe is None:
            return Chance(0, say("a fight"))
        # Only of whoever attacks is it told from where.
        near = self._around(thing)
        beside = {
            who: bool(near >> cell & 1) for who, cell in self.cells.items() if who == step.who
        }
        room = (near & ~self._quest.blocked).bit_count()
        every, rounds = duel_odds(foe, fights, self._quest.party, beside, room)
        if not any(own.member == step.who for own in every):
            every, rounds = duel_odds(foe, fights, self._quest.party, room=room)
        return _told(say("a fight"), step, every, rounds, fights, self._system.turns)

    def _around(self, thing: Thing) -> Cells:
        """The floor around a figure, over corners, too."""
        board, near = self._quest.board, 0
        for cell in each_cell(thing.mask):
            near |= sum(1 << other for other in board.beside(cell))
            for shift in board.corners:
                near |= 1 << cell << shift | 1 << cell >> shift
        return near & board.floor & ~thing.mask

    def _open(self, step: Step) -> Chance | None:
        """A lock that is broken by attacks."""
        locks = {owner.id: lock for owner, lock in self._quest.locked()}
        lock, fights = locks.get(step.target), self._system.fights
        if lock is None or lock.kind is None or lock.kind.broken is None or fights is None:
            return None
        if step.target in self._unlocked:
            return None
        how = lock.kind.broken
        dice, armour = how.guard(lock.values)
        if dice > MOST_DICE:
            return Chance(0, say("an attack on the lock"))
        able = tuple(
            member for member in self._quest.party if not lock.by or member.word in lock.by
        )
        foe = Foe(dice, armour, how.hits, is_kept=False, is_large=False)
        fights = fights._replace(attacks=fights.on_lock(how.attacks))
        every, rounds = duel_odds(foe, fights, able)
        return _told(say("an attack on the lock"), step, every, rounds, fights, self._system.turns)

    # -- what is rolled or drawn once ---------------------------------------------------

    def _spring(self, step: Step) -> Chance | None:
        thing = self._thing(step)
        if thing is None or thing.kind.real is None or not thing.kind.box:
            return None
        real = Fraction(thing.kind.real, thing.kind.box)
        squares = len(self._quest.things_of(Category.TRAP))
        laid = sum(
            int(str(self._quest.settings.get(word) or 0))
            for word, setting in self._system.settings.items()
            if setting.role is SettingRole.LAID_TRAPS
        )
        on_square = say("a token is laid on the square")
        on_hex = say("a token is laid on the hex")
        given = on_square if self._system.grid.cell == "square" else on_hex
        given = given if laid < squares else ""
        text = say("the token is a real one in {percent}", percent=_percent(real))
        rolled = self._rolled(thing.kind)
        if not rolled:
            outcomes = (Outcome("real", real), Outcome("false", 1 - real))
            return Chance(0, text, given, outcomes=outcomes)
        does = tuple(Outcome(own.text, real * own.chance) for own in rolled)
        text = say("{what}, and then: {outcomes}", what=text, outcomes=_shared(rolled))
        return Chance(0, text, given, outcomes=(*does, Outcome("false", 1 - real)))

    def _rolled(self, kind: Kind) -> tuple[Outcome, ...]:
        """What the table brings in which it is rolled what a thing does; nothing where it has none.

        Several rows may say the same.
        """
        table = self._system.rules.get(kind.table) if kind.table else None
        die, rows = (table.get("die"), table.get("rows")) if isinstance(table, Mapping) else (0, ())
        found: dict[str, Fraction] = {}
        if not isinstance(die, int) or not die or not isinstance(rows, tuple):
            return ()
        for row in rows:
            faces = row.get("faces") if isinstance(row, Mapping) else None
            if isinstance(row, Mapping) and isinstance(faces, tuple):
                title = str(row.get("title") or row.get("id"))
                found[title] = found.get(title, Fraction(0)) + Fraction(len(faces), die)
        return tuple(Outcome(title, chance) for title, chance in found.items())

    def _explore(self, _: Step) -> Chance | None:
        alarm = self._system.search.alarm if self._system.search is not None else None
        words = wanderers(self._quest, self._system)
        if alarm is None or not words:
            return None
        rolled = Fraction(len(alarm.faces), alarm.die)
        titles = listed_in_words((self._system.kinds[word].title for word in words), "or")
        brings = say("a wandering {who} comes", who=titles)
        outcomes = (Outcome(brings, rolled), Outcome(say("nobody comes"), 1 - rolled))
        return Chance(0, _shared(outcomes[:1]), outcomes=outcomes)

    def _search(self, step: Step) -> Chance | None:
        search, deck = self._system.search, drawn_deck(self._system)
        if search is None or deck is None:
            return None
        areas = self._quest.board.areas
        containers = self._quest.things_of(Category.CONTAINER)
        searched = [thing for thing in containers if thing.lock is None]
        holds = any(areas[thing.area].id == step.target for thing in searched)
        drawn = search.container_draws if holds else search.draws
        if not drawn:
            return None
        cards = say_many("{count} card", "{count} cards", drawn)
        pile = self._pile(deck.cards)
        if pile is None:
            return Chance(0, say("{cards} drawn, of which is not known", cards=cards))
        if not pile.size:
            return None
        text = say("{cards} of {size} drawn", cards=cards, size=pile.size)
        drawable = [card for card in pile.cards if pile.some([card], drawn)]
        woken = [card for card in drawable if card.does in search.wakes]
        if woken:
            titles = listed_in_words((card.title for card in woken), "or")
            share = _percent(pile.some(woken, drawn))
            text = f"{text}: {say('{what} in {percent}', what=titles, percent=share)}"
        given = say("the {deck} deck is not shuffled anew", deck=deck.title)
        outcomes = tuple(Outcome(card.title, pile.some([card], drawn)) for card in drawable)
        return Chance(0, text, given, outcomes=outcomes)

    def _pile(self, every: Sequence[Card]) -> Pile | None:
        """The deck for searches when play begins; None where nobody knows how many it has."""
        taken = dict(cards_set_aside(self._quest, self._system))
        cards = {card: card.copies - taken.get(card, 0) for card in every}
        thinned = (
            what_is_done(word, self._quest.settings.get(word), self._system)
            for word, setting in self._system.settings.items()
            if setting.role is SettingRole.REMOVED_CARDS
        )
        effect = next(thinned, {"remove": "none"})
        marked = frozenset(card for card in cards if effect.get("icon") in card.icons)
        count = sum(cards[card] for card in marked)
        match effect.get("remove"):
            case "none":
                return Pile(cards, marked, 0)
            case "half" if count % 2 == 0:
                return Pile(cards, marked, count // 2)
            case "all":
                return Pile(cards, marked, count)
            case _:
                return None

    def _happen(self, step: Step) -> Chance | None:
        event = next((event for event in self._quest.events if event.id == step.target), None)
        deck = drawn_deck(self._system)
        for effect in event.effects if event is not None else ():
            if effect.kind is EffectKind.CHANGE:
                thing = self._changed.get(effect.target) or self._quest.thing(effect.target)
                self._changed[thing.id] = thing.with_values(dict(effect.values))
            elif effect.kind is EffectKind.UNLOCK:
                self._unlocked.add(effect.target)
            elif effect.kind is EffectKind.REMOVE:
                left = tuple(kind for kind in self._quest.party if kind.word != effect.target)
                self._quest = self._quest._replace(party=left)
        for effect in event.effects if event is not None else ():
            if effect.kind is EffectKind.TRIGGER:
                kinds = [thing.kind for thing in self._quest.things if thing.id == effect.target]
                traps = (
                    kind for kind in self._system.kinds.values() if kind.category is Category.TRAP
                )
                kinds += list(traps) if not kinds else []
                if not kinds or not kinds[0].table:
                    return None  # what it does is certain
                rolled = self._rolled(kinds[0])
                text = say("what the trap does is rolled")
                text += f": {_shared(rolled)}" if rolled else ""
                return Chance(0, text, outcomes=rolled)
            if effect.kind is EffectKind.DRAW and deck is not None and effect.target == deck.word:
                return Chance(0, say("what is drawn is chance"))
        return None


# -- words ------------------------------------------------------------------------------

_ATTEMPTS: Final = (
    message("{count} attempt is enough in {percent}"),
    message("{count} attempts are enough in {percent}"),
)
_ROUNDS: Final = (
    message("{count} {round} is enough in {percent}"),
    message("{count} {rounds} are enough in {percent}"),
)


def _told(
    what: str,
    step: Step,
    every: tuple[Attempts, ...],
    rounds: Rounds | None,
    fights: Fights,
    turns: TurnRules,
) -> Chance:
    if not every and rounds is not None:
        form = message("{what}, with no odds for one alone; by all: {rounds}")
        text = say(form, what=what, rounds=_enough(rounds.chances, _ROUNDS, **round_words(turns)))
        return Chance(0, text, fights.given, (), rounds)
    if not every:
        return Chance(0, say("{what}, with no odds for one alone", what=what), fights.given)
    named = [own for own in every if own.member == step.who]
    best = min(named or every, key=lambda own: own.mean)
    usual = fights.attacks[0].word
    who = in_sentence(best.title)
    by = who if best.way == usual else f"{who} ({best.way_title})"
    text = say(
        "{what}, by {who}: {attempts}, {mean} on average",
        what=what,
        who=by,
        attempts=_enough(best.chances, _ATTEMPTS),
        mean=_tenths(best.mean),
    )
    if rounds is not None:
        enough = _enough(rounds.chances, _ROUNDS, **round_words(turns))
        text = say("{odds}; by all: {rounds}", odds=text, rounds=enough)
    return Chance(0, text, fights.given, every, rounds)


def _enough(chances: Sequence[Fraction], forms: tuple[str, str], **words: str) -> str:
    """How many of a unit are enough: ``1 attempt is enough in 61 %, 3 in 94 %``."""
    sums = list(accumulate(chances))
    first = next(number for number, done in enumerate(sums, 1) if done)
    form = forms[0] if first == 1 else forms[1]
    told = say(form, count=first, percent=_percent(sums[first - 1]), **words)
    if len(sums) == first:
        return told
    form = message("{enough}, {count} in {percent}")
    return say(form, enough=told, count=len(sums), percent=_percent(sums[-1]))


def _percent(chance: Fraction) -> str:
    """A chance in whole percents; what may be is never said to be certain or impossible."""
    if 0 < chance < _LEAST:
        return say("under 1 %")
    if 1 - _LEAST < chance < 1:
        return say("over 99 %")
    return f"{round(chance * 100)} %"


def _shared(outcomes: Sequence[Outcome]) -> str:
    """What may come, each with its share: ``Gas in 33 %, Falling Rocks in 67 %``."""
    form = message("{what} in {percent}")
    return ", ".join(
        say(form, what=say(own.text), percent=_percent(own.chance)) for own in outcomes
    )


def _tenths(number: Fraction) -> str:
    whole, tenths = divmod(round(number * 10), 10)
    return f"{whole}.{tenths}"
