"""The luck that the line of a verdict needs: its jumps and its spells, with their chances."""

from __future__ import annotations

from questwright.compiler.english import listed_in_words
from questwright.compiler.language import message, say, say_many
from questwright.dsl.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from questwright.compiler.model.cast import Cast
    from questwright.compiler.model.verdict import Verdict
    from questwright.compiler.packs.system.system import Kind


class Jumps(NamedTuple):
    """The jumps that a line needs."""

    steps: tuple[int, ...]
    """The numbers of their steps, from 1."""
    who: tuple[str, ...]
    """The titles of the members who jump."""
    unharmed: Fraction
    """The probability that all of them jump unharmed."""
    alive: Fraction
    """The probability that nobody dies of a jump."""

    @property
    def text(self) -> str:
        """In words: ``a jump by Eeler (step 3): unharmed in 2/5, alive in 7/10``."""
        return say(
            "{jumps} by {who} ({steps}): unharmed in {unharmed}, alive in {alive}",
            jumps=say_many("a jump", "{count} jumps", len(self.steps)),
            who=listed_in_words(self.who),
            steps=_numbered(self.steps),
            unharmed=self.unharmed,
            alive=self.alive,
        )


def jumps_of(verdict: Verdict, party: Iterable[Kind]) -> Jumps | None:
    """The jumps that the winning line needs; None if it needs none."""
    numbers = [n for n, step in enumerate(verdict.line, 1) if step.kind == "jump"]
    if not numbers:
        return None
    from fractions import Fraction

    titles = {kind.word: kind.title for kind in party}
    who = dict.fromkeys(titles.get(verdict.line[n - 1].who, "") for n in numbers)
    unharmed = alive = Fraction(1)
    for chance in verdict.chances:
        if chance.step in numbers:
            shares = {outcome.text: outcome.chance for outcome in chance.outcomes}
            unharmed *= shares.get("unharmed", Fraction(0))
            alive *= 1 - shares.get("dead", Fraction(0))
    return Jumps(tuple(numbers), tuple(who), unharmed, alive)


class Spells(NamedTuple):
    """The spells that a line needs."""

    steps: tuple[int, ...]
    """The numbers of the steps in which they are cast, from 1."""
    casts: tuple[Cast, ...]
    """The spells that are cast in each of these steps."""
    chance: Fraction
    """The probability that all of them succeed at the first attempt."""
    text: str
    """In words: ``a spell by Zacharie (step 3): 20 of 100 points; comes off at once in 9/10``."""


def spells_of(verdict: Verdict, party: Iterable[Kind]) -> Spells | None:
    """The spells that the winning line needs; None if it needs none."""
    known = {cast.id: cast.cast for cast in verdict.casts if cast.cast is not None}
    casts = [
        (number, known[step.target])
        for number, step in enumerate(verdict.line, 1)
        if step.kind == "cast"
    ]
    if not casts:
        return None
    from fractions import Fraction

    chance = Fraction(1)
    for _, cast in casts:
        chance *= cast.chance
    titles = {kind.word: kind.title for kind in party}
    spent: dict[str, int] = {}
    for _, cast in casts:
        spent[cast.caster] = spent.get(cast.caster, 0) + cast.points
    stocks = {cast.caster: cast.stock for _, cast in casts}
    form = message("{points} of {stock} points")
    paid = [say(form, points=points, stock=stocks[who]) for who, points in spent.items()]
    count = sum(len(cast.spells) for _, cast in casts)
    steps = tuple(number for number, _ in casts)
    text = say(
        "{spells} by {who} ({steps}): {points}",
        spells=say_many("a spell", "{count} spells", count),
        who=listed_in_words([titles.get(who, who) for who in spent]),
        steps=_numbered(steps),
        points=listed_in_words(paid),
    )
    if chance < 1:
        form = message("comes off at once in {chance}")
        form = form if count == 1 else message("all come off at once in {chance}")
        text = f"{text}; {say(form, chance=chance)}"
    return Spells(steps, tuple(cast for _, cast in casts), chance, text)


def _numbered(steps: Sequence[int]) -> str:
    """Numbers of steps in words: ``step 3``, ``steps 3, 5``."""
    numbers = ", ".join(map(str, steps))
    return say_many("step {numbers}", "steps {numbers}", len(steps), numbers=numbers)


def luck_in_words(verdict: Verdict, party: Sequence[Kind]) -> tuple[str, ...]:
    """Phrases for the jumps and the spells that the winning line needs, with their chances."""
    needs = (jumps_of(verdict, party), spells_of(verdict, party))
    return tuple(need.text for need in needs if need is not None)
