"""Changes of texts and of data, made at random: some break them, after others they still read."""

from __future__ import annotations

import json
import re

from questwright.dsl import limits

ODD = (
    *"{}()\"'|+-.#:;,=<>*/\\!?%&$@~^`",
    "\n", "\t", "\r", "\0", "\x1b", "\x7f", "\u202e", "\u2028", "\ufeff", "\u0301", "é", "😀", "“",
    '"""', "..", "//", "/*", "0", "-1", "99999999999999999999", "NaN", "null", "[]", "{}", "---",
)  # fmt: skip
"""What is put into texts."""
_WORD = re.compile(r"[\w-]+")


def spoiled(text, chance, others, ways=None):
    """A text with one to six things changed."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        text = chance.choice(ways or CHANGES)(text, chance, others)
    return text[: limits.FILE_BYTES]


def _cut(text, chance, _):
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at + chance.choice((1, 1, 2, 5, 20, 200, 10**6)) :]


def _put(text, chance, _):
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(ODD) * chance.choice((1, 1, 1, 2, 40)) + text[at:]


def _lines(text, chance, _):
    lines = text.split("\n")
    first, second = (chance.randrange(len(lines)) for _ in range(2))
    what = chance.randrange(4)
    if what == 0:
        lines[first], lines[second] = lines[second], lines[first]
    elif what == 1:
        lines.insert(second, lines[first])
    elif what == 2:
        del lines[first]
    else:
        lines[first:first] = [lines[second]] * chance.choice((3, 30))
    return "\n".join(lines)


def _another(pattern):
    """A change: what a pattern finds at one place stands at another, too."""

    def changed(text, chance, _):
        found = list(pattern.finditer(text))
        if not found:
            return text
        gone, come = chance.choice(found), chance.choice(found)[0]
        return text[: gone.start()] + come + text[gone.end() :]

    return changed


def _number(text, chance, _):
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    gone = chance.choice(numbers)
    come = chance.choice(("0", "1", "2", "7", "120", "121", "1000", "-3", "4294967296"))
    return text[: gone.start()] + come + text[gone.end() :]


def _splice(text, chance, others):
    lines, more = text.split("\n"), chance.choice(others).split("\n")
    at, start = chance.randrange(len(lines) + 1), chance.randrange(len(more))
    lines[at:at] = more[start : start + chance.choice((1, 2, 8))]
    return "\n".join(lines)


CHANGES = (_cut, _put, _lines, _another(_WORD), _number, _splice)


# -- changes after which a text still reads as one -----------------------------------------------


def _statement(text, chance, others):
    """A statement on a line of its own is gone, or stands elsewhere, or is another quest's."""
    lines = text.split("\n")
    own = [number for number, line in enumerate(lines) if _STATEMENT.fullmatch(line)]
    if not own:
        return text
    at, what = chance.choice(own), chance.randrange(4)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(chance.choice(own), lines[at])
    elif what == 2:
        lines.insert(chance.choice(own), lines.pop(at))
    else:
        more = _STATEMENT.findall(chance.choice(others))
        lines.insert(at, chance.choice(more) if more else lines[at])
    return "\n".join(lines)


_STATEMENT = re.compile(r"^ +(?:[A-Za-z]: )?[a-z][a-z-]* [^{}\"\n]*$", re.MULTILINE)
_ID = re.compile(r"(?<=[a-z] )[a-z][a-z0-9-]*(?= |$)", re.MULTILINE)
_PLACE = re.compile(r"\b[A-Z][1-9]\d?\b")
_GLYPH = re.compile(r"(?<=[|+ ])[A-Za-z.](?=[ |+])")
_WALL = re.compile(r"(?<=\+)[- ](?=\+)|(?<=\.)[| ](?=\.)")
GENTLE = (_statement, _statement, *map(_another, (_ID, _PLACE, _GLYPH, _WALL)), _number)


# -- data -----------------------------------------------------------------------------------------


def spoil(tree, chance):
    """Change one value of a tree of JSON."""
    if not isinstance(tree, dict | list) or not tree:
        return
    holders = [tree]
    for holder in holders:
        inner = holder.values() if isinstance(holder, dict) else holder
        holders.extend(value for value in inner if isinstance(value, dict | list) and value)
    holder, other = chance.choice(holders), chance.choice(holders)
    key, another = (
        chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
        for place in (holder, other)
    )
    if chance.random() < 0.6:
        _alter(holder, key, holders, chance)
        return
    copied = json.loads(json.dumps(other[another]))
    odd = (None, True, 0, -1, 1, 10**9, "", "a", "A1", [], {}, [None], 1.5, *[copied] * 6)
    if chance.random() < 0.2:
        del holder[key]
    else:
        holder[key] = chance.choice(odd)


def _alter(holder, key, holders, chance):
    """Another value of the same sort: a number one off, or one from under such a key elsewhere."""
    if type(holder[key]) is int and chance.random() < 0.5:
        holder[key] += chance.choice((-1, 1))
        return
    if isinstance(holder, dict):
        like = [place[key] for place in holders if isinstance(place, dict) and key in place]
    else:
        like = holder
    if isinstance(holder[key], list) and holder[key] and chance.random() < 0.5:
        del holder[key][chance.randrange(len(holder[key]))]
    else:
        holder[key] = json.loads(json.dumps(chance.choice(like)))
