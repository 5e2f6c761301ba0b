"""Write each face of templates/fonts unpacked beside it: run it after a face was added or changed.

    python -m scripts.unpack_fonts

The packed file is the one that its makers publish, and what drawings embed. Unpacked it has the
same tables, and the renderer of books loads it four times as fast.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from fontTools.ttLib import TTFont

from questwright.compiler.assets import TEMPLATES_DIR

if TYPE_CHECKING:
    from pathlib import Path


def unpacked(file: Path) -> bytes:
    """The bytes of a face without its packing."""
    face = TTFont(file, recalcTimestamp=False)
    face.flavor = None
    out = BytesIO()
    face.save(out)
    return out.getvalue()


if __name__ == "__main__":
    for packed in sorted((TEMPLATES_DIR / "fonts").glob("*/*.woff2")):
        packed.with_suffix(".ttf").write_bytes(unpacked(packed))
        print(packed.with_suffix(".ttf").name)
