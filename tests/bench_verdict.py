"""Check one quest as `check` does, and print its verdict: a process that `bench_proof` measures."""

from __future__ import annotations

import sys

from questwright.compiler.cli.check import collect_garbage
from questwright.compiler.runs import compile_files, new_compiler


def main() -> None:
    """Print the verdict on the one quest of a file."""
    (file,) = compile_files(sys.argv[1:], new_compiler())
    collect_garbage()
    (quest,) = file.result.quests
    print(quest.proof.kind if quest.proof is not None else file.findings[0].message)


if __name__ == "__main__":
    main()
