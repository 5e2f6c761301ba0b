"""The code of the project as it is parsed, once for all tests of a worker that look at it."""

from __future__ import annotations

import ast
from functools import cache

from support.paths import ROOT

PACKAGES = ("dsl", "compiler", "engine")


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of ours, by its dotted name."""
    found = {}
    for folder in PACKAGES:
        for file in sorted((ROOT / folder).rglob("*.py")):
            parts = ["questwright", *file.relative_to(ROOT).with_suffix("").parts]
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(file.read_text(encoding="utf-8"))
    return found


@cache
def nodes() -> dict[str, tuple[ast.AST, ...]]:
    """All that is in each of them."""
    return {name: tuple(ast.walk(tree)) for name, tree in trees().items()}
