"""Random quests in which nothing but another side's victory is ever lost."""

from __future__ import annotations

from oracle.random_entries import with_entries
from oracle.random_quests import Kinds, Maker

_KEPT = Kinds(spent_keys=False, losses=False, denials=False, ends=False, repeats=False, drops=False)


def random_losing(source):
    """A random quest that another side wins by one or two conditions, now and then by an event."""
    text = _Losing(source, _KEPT).text()
    return with_entries(text, source) if source.random() < 0.3 else text


class _Losing(Maker):
    """One such quest."""

    def _other_goal(self):
        lines = []
        for number in range(1, self.chance.choice((1, 1, 1, 2)) + 1):
            condition = self._losing()
            if self.chance.random() < 0.2:
                lines.append(f"  event lost-{number} when {condition} {{ end overlord }}")
            else:
                lines.append(f"  victory overlord when {condition}")
        return lines

    def _losing(self):
        """What another side wins by: something comes about or, more often, before something."""
        fact = self._timeless()
        roll = self.chance.random()
        if roll < 0.3:
            return fact
        other = self._timeless()
        if roll < 0.75:
            return f"{fact} and not {other}"
        return f"{fact} {'and' if roll < 0.9 else 'or'} {other}"

    def _timeless(self):
        # The other side never wins by time alone: how long a line takes is not played here.
        return next(fact for fact in iter(self._fact, None) if "round" not in fact)
