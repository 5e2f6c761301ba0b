"""`questwright new`: writes a small quest to begin with."""

from __future__ import annotations

import sys
from pathlib import Path

from questwright.compiler.assets import SYSTEMS_DIR
from questwright.compiler.frontend.names import unusable
from questwright.compiler.packs.load import find_systems, load_system, pack_cache
from questwright.compiler.report.terminal import render, safe
from questwright.compiler.signals import signals_held
from questwright.compiler.starter import starter_quest
from questwright.dsl.diagnostics import did_you_mean


def new_quest(name: str, system_id: str, folder: Path) -> int:
    """Write a starter quest to a new file; returns 1 if the file exists already."""
    why = unusable(name)
    if why:
        sys.stderr.write(f"{safe(name)!r} cannot be a quest's name\n  = why: {why}\n")
        return 2
    folders = find_systems(SYSTEMS_DIR)
    if system_id not in folders:
        near = did_you_mean(system_id, folders) or f"there is {', '.join(sorted(folders))}"
        sys.stderr.write(f"there is no game called {safe(system_id)!r}\n  = help: {near}\n")
        return 2
    system, findings, sources = load_system(folders[system_id], pack_cache())
    if system is None:
        sys.stdout.write(render(findings, sources))
        return 1
    path = folder / f"{name}.quest"
    try:
        text = starter_quest(name, system)
        with signals_held():
            folder.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
    except FileExistsError:
        sys.stderr.write(
            f"{safe(str(path))} is there already\n  = help: give the quest another name\n"
        )
        return 1
    except OSError as error:
        sys.stderr.write(
            f"error[QW603]: {safe(str(path))} cannot be written\n  = {safe(str(error.strerror))}\n"
            "  = help: name another folder with `--in`, or make room\n"
        )
        return 1
    sys.stdout.write(f"{safe(str(path))}: now `questwright check {safe(str(path))}`\n")
    return 0
