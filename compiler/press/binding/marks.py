"""What a chapter that is set by itself has in it for whoever joins it to others.

Its numbers of pages are its own, from 1, with zeros before them, and are set in typefaces under
names that nothing else in it has. Two texts in those typefaces are marks, and are taken out.
"""

from __future__ import annotations

from typing import Final

FOLIO: Final = "Folio"
"""The typeface of the numbers at the feet of the pages, which stand in the middle."""
REFERENCE: Final = "Reference"
"""The typeface of references to pages; all its digits are as wide."""
ALL_DIGITS: Final = "0123456789"
"""Stands on the first page in both typefaces, so that they have every digit."""
TAB: Final = "00000"
"""Stands on each page that has a tab at its edge."""
