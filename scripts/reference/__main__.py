"""``python -m scripts.reference [FOLDER]``: write the pages, into docs/reference if left out."""

from __future__ import annotations

import sys
from pathlib import Path

from scripts.reference import ROOT
from scripts.reference.pages import write


def main(arguments: list[str]) -> None:
    """Write the pages and say how many there are."""
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "reference"
    print(f"{len(write(folder))} pages of the reference are written")


if __name__ == "__main__":
    main(sys.argv[1:])
