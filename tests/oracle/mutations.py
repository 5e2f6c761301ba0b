"""Changes of the text of a quest, made at random: each takes the lines and returns other ones."""

from __future__ import annotations

import re

KEPT = ("quest", "system", "board", "draw", "heroes", "adventurers", "victory", "tile", "join", "}")
TEXTS = ("story", "read", "note", "outro", "rule")
ID = re.compile(r"^\s*(?:\S: )?[a-z][a-z-]* ([a-z][a-z0-9-]*)")
LOCK = re.compile(r" locked by ([a-z0-9-]+)( spent)?")
PLACE = re.compile(r"\b([A-Z])([1-9][0-9]?)\b")


def statements(text):
    """The statements below the quest: the first line, the one after the last, and the words."""
    lines = text.splitlines()
    found, is_prose, within = [], False, []
    for number, line in enumerate(lines):
        bare = line.split("#")[0].strip() if not is_prose else line.strip()
        opens = bare.count('"""') % 2 == 1
        if is_prose:
            if opens:
                is_prose = False
                if found and found[-1][1] is None:
                    found[-1][1] = number + 1
            continue
        if not bare:
            continue
        if bare == "}":
            if within:
                within.pop()[1] = number + 1
            continue
        entry = [number, number + 1, bare]
        if opens:
            is_prose, entry[1] = True, None
        if bare.endswith("{"):
            entry[1] = None
            within.append(entry)
        if bare.split()[0] != "quest":
            found.append(entry)
    return [tuple(entry) for entry in found if entry[1] is not None]


def fewer(text, members):
    """The text with no more than so many members of the party, and that in words."""
    found = re.search(r"^  (heroes|adventurers) (.*)$", text, re.MULTILINE)
    names = found[2].split(", ") if found else []
    if len(names) <= members:
        return text, ""
    some = ", ".join(names[:members])
    return text[: found.start(2)] + some + text[found.end(2) :], f"only {some}"


def mutated(text, source, ways):
    """The text with one change, and the change in words; as it was if there is none."""
    for way in source.sample(ways, len(ways)):
        changed = way(text, source)
        if changed is not None and changed[0] != text:
            return changed
    return text, ""


def _replaced(text, first, last, lines):
    every = text.splitlines()
    return "\n".join([*every[:first], *lines, *every[last:]]) + "\n"


def _some(text, source, is_fit):
    fit = [one for one in statements(text) if is_fit(one[2])]
    return source.choice(fit) if fit else None


def delete(text, source):
    """Without a statement, and all that is within it."""
    one = _some(
        text, source, lambda line: line.split()[0] not in (*KEPT, *TEXTS, "expect", "allow")
    )
    if one is None:
        return None
    return _replaced(text, one[0], one[1], []), f"without line {one[0] + 1} `{one[2]}`"


def _in_line(text, source, pattern, put, said):
    """One place of the text that a pattern finds, put in other words."""
    places = [
        (one[0], found)
        for one in statements(text)
        if one[2].split()[0] not in (*TEXTS, "draw", "expect", "allow")
        for found in pattern.finditer(text.splitlines()[one[0]])
        if text.splitlines()[one[0]].count('"', 0, found.start()) % 2 == 0
    ]
    if not places:
        return None
    number, found = source.choice(places)
    line = text.splitlines()[number]
    new = line[: found.start()] + put(found) + line[found.end() :]
    return _replaced(text, number, number + 1, [new]), f"{said}: line {number + 1} `{new.strip()}`"


def _ids(text, *words):
    return [
        found[1]
        for _, _, line in statements(text)
        if re.sub(r"^\S: ", "", line).split()[0] in words and (found := ID.match(line))
    ]


def swap_key(text, source):
    """A lock with the key of another."""
    items = _ids(text, "item")
    if not items:
        return None
    way = re.compile(r"(?<= locked by )[a-z0-9-]+|(?<= by )[a-z0-9-]+")
    return _in_line(text, source, way, lambda _: source.choice(items), "another key")


def lock_one(text, source):
    """A gate with a lock more."""
    items = _ids(text, "item")
    if not items:
        return None
    way = re.compile(r"^\s*(?:\S: )?door (?!.*locked).*$")
    key = source.choice(items)
    return _in_line(text, source, way, lambda f: f"{f[0]} locked by {key}", "locked")


def spend(text, source):
    """A key that is used up."""
    way = re.compile(r"(?<= )locked by ([a-z0-9-]+)(?! spent)\b")
    return _in_line(text, source, way, lambda f: f"{f[0]} spent", "used up")


def unlock(text, source):
    """A gate without its lock."""
    return _in_line(text, source, LOCK, lambda _: "", "no lock")


def save_key(text, source):
    """A key that is not used up."""
    way = re.compile(r"(?<= locked by )([a-z0-9-]+) spent")
    return _in_line(text, source, way, lambda f: f[1], "not used up")


def one_way(text, source):
    """A door through which one goes only from one area."""
    areas = _ids(text, "room", "corridor", "area", "cave")
    if not areas:
        return None
    way = re.compile(r"^\s*(?:\S: )?door (?!.* from ).*$")
    return _in_line(text, source, way, lambda f: f"{f[0]} from {source.choice(areas)}", "one way")


def move(text, source):
    """Something a few cells from where it was."""

    def put(found):
        column = chr(min(90, max(65, ord(found[1]) + source.randint(-2, 2))))
        return f"{column}{max(1, int(found[2]) + source.randint(-2, 2))}"

    return _in_line(text, source, PLACE, put, "moved")


def quantify(text, source):
    """All where any was asked for, or the other way round."""

    def put(found):
        who = {"hero": "heroes", "adventurer": "adventurers"}
        back = {many: one for one, many in who.items()}
        return f"all {who[found[2]]}" if found[1] == "any" else f"any {back[found[2]]}"

    way = re.compile(r"\b(any|all) (hero|adventurer|heroes|adventurers)\b")
    return _in_line(text, source, way, put, "who")


def join(text, source):
    """Either where both were asked for."""
    return _in_line(text, source, re.compile(r"(?<= )and(?= )"), lambda _: "or", "or")


def negate(text, source):
    """The contrary of a part of a condition."""
    way = re.compile(r"(?<= )(when |and |or )(?!not )")
    return _in_line(text, source, way, lambda f: f"{f[1]}not ", "not")


def turn_effect(text, source):
    """An effect that does the contrary."""
    contrary = {"open": "close", "close": "open", "set": "clear", "clear": "set"}
    way = re.compile(r"(?<=^    )(open|close|set|clear)\b")
    return _in_line(text, source, way, lambda f: contrary[f[0]], "contrary")


def hurry(text, source):
    """Another round."""
    way = re.compile(r"(?<= round > )\d+")
    part = source.choice((2, 4))
    return _in_line(text, source, way, lambda f: str(max(1, int(f[0]) // part)), "round")


def _added(text, lines, words):
    number = text.rstrip().rfind("\n}")
    return text[: number + 1] + "\n".join(lines) + text[number:], words


def _party_word(text):
    return "adventurer" if re.search(r"^  adventurers ", text, re.MULTILINE) else "hero"


def collapse(text, source):
    """An event more: who enters an area shuts a door, closes a cell or has something taken."""
    areas, doors = _ids(text, "room", "corridor", "area"), _ids(text, "door", "castle-door")
    items = _ids(text, "item")
    if not areas:
        return None
    effects = [f"block {source.choice('ABCDEFGH')}{source.randint(1, 8)}"]
    effects += [f"close {source.choice(doors)}"] if doors else []
    effects += [f"take {source.choice(items)}"] if items else []
    effect, area = source.choice(effects), source.choice(areas)
    lines = [f"  event when any {_party_word(text)} in {area} {{", f"    {effect}", "  }"]
    return _added(text, lines, f"in {area}: {effect}")


def lever(text, source):
    """An action more, that shuts or opens a door."""
    doors = _ids(text, "door", "castle-door")
    if not doors or re.search(r"action pulled ", text):
        return None
    verb, door = source.choice(("close", "open")), source.choice(doors)
    cell = f"{source.choice('ABCDEF')}{source.randint(1, 6)}"
    lines = [f"  action pulled at {cell}", "  event when pulled done {"]
    lines += [f"    {verb} {door}", "  }"]
    return _added(text, lines, f"a lever at {cell}: {verb} {door}")


def lose(text, source):
    """Another side's victory more, where it has one."""
    areas = _ids(text, "room", "corridor", "area")
    sides = {"hero": "overlord", "adventurer": "foes"}
    if not areas:
        return None
    word, area = _party_word(text), source.choice(areas)
    line = f"  victory {sides[word]} when any {word} in {area}"
    return _added(text, [line], line.strip())


# -- drawings -------------------------------------------------------------------------------


def _drawing(text):
    """The first and the last line of the drawing, and how far it is indented; None without one."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.strip() == 'draw """':
            last = next(n for n in range(number + 1, len(lines)) if '"""' in lines[n])
            return number + 1, last, len(lines[number + 1]) - len(lines[number + 1].lstrip())
    return None


def _redrawn(text, source, is_fit, put, said):
    """The drawing with another sign in one place."""
    where = _drawing(text)
    if where is None:
        return None
    first, last, indent = where
    lines = text.splitlines()
    fit = [
        (row, column)
        for row in range(first, last)
        for column in range(indent, len(lines[row]))
        if is_fit(row - first, column - indent, lines[row][column])
    ]
    if not fit:
        return None
    row, column = source.choice(fit)
    return put(lines, row, column), f"{said}: line {row + 1}, column {column + 1}"


def _is_edge(row, column):
    return (row + column) % 2 == 1


def _wall(lines, row, column, first):
    sign = "|" if (row - first) % 2 else "-"
    changed = lines[row][:column] + sign + lines[row][column + 1 :]
    return "\n".join([*lines[:row], changed, *lines[row + 1 :]]) + "\n"


def wall(text, source):
    """A wall more."""
    first = (_drawing(text) or (0,))[0]

    def is_fit(row, column, sign):
        return _is_edge(row, column) and sign == " "

    return _redrawn(text, source, is_fit, lambda *at: _wall(*at, first), "wall")


def no_door(text, source):
    """A wall where a gate was."""
    first = (_drawing(text) or (0,))[0]

    def is_fit(row, column, sign):
        return _is_edge(row, column) and sign.isalpha()

    return _redrawn(text, source, is_fit, lambda *at: _wall(*at, first), "wall for a gate")


def move_sign(text, source):
    """What stands on a cell changes places with what stands on another."""
    where = _drawing(text)
    if where is None:
        return None
    first, last, indent = where

    def is_cell(row, column, sign):
        return row % 2 == 1 and column % 2 == 1 and (sign.isalnum() or sign == ".")

    def put(lines, row, column):
        others = [
            (r, c)
            for r in range(first, last)
            for c in range(indent, len(lines[r]))
            if is_cell(r - first, c - indent, lines[r][c]) and lines[r][c] == "."
        ]
        r, c = source.choice(others)
        signs = [list(line) for line in lines]
        signs[row][column], signs[r][c] = signs[r][c], signs[row][column]
        return "\n".join("".join(line) for line in signs) + "\n"

    def is_fit(row, column, sign):
        return is_cell(row, column, sign) and sign.isalnum()

    return _redrawn(text, source, is_fit, put, "swapped")


MUTATIONS = (
    delete, swap_key, lock_one, spend, unlock, save_key, one_way, move, quantify, join, negate,
    turn_effect, hurry, collapse, lever, lose, wall, no_door, move_sign,
)  # fmt: skip
"""All changes."""
LOOSENING = (unlock, save_key)
"""After these whoever could win still can."""
LIMITING = (wall, no_door, spend)
"""After these whoever could not win still cannot."""
