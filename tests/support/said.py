"""What a compiled quest says, found by a path through its document."""

from __future__ import annotations


def at(value, path):
    """What a path leads to: keys, ids and words of a list's members, or `*` for each of them."""
    for number, step in enumerate(path):
        if step == "*":
            return [at(one, path[number + 1 :]) for one in value]
        if isinstance(value, list):
            value = {one.get("id") or one.get("word"): one for one in value}
        value = value[step]
    return value
