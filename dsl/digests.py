"""The digest SHA-256, without what else ``hashlib`` loads.

``hashlib`` loads OpenSSL, which takes longer than the digests of a whole check. The interpreter has
a small module of its own for this one; where it is called otherwise, ``hashlib`` serves.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:
            from hashlib import sha256

__all__ = ["sha256"]
