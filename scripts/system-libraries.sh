#!/bin/sh
# See that this machine has what pip cannot bring: a Python that is new enough and can make
# an environment, and the libraries with which WeasyPrint sets type. Where something is
# missing it is installed if this user may, and otherwise the command to do so is printed.
#
# usage: scripts/system-libraries.sh [PYTHON]

set -eu

python=${1:-python3}
debian_libraries='libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 libfontconfig1'

say() { printf '%s\n' "$*" >&2; }

has() { command -v "$1" >/dev/null 2>&1; }

# The libraries that cannot be loaded, by the names that WeasyPrint loads them under. It does
# without HarfBuzz's subsetter; we do not, for the same book must come out as the same bytes.
missing_libraries() {
    "$python" - <<'END'
import ctypes
import ctypes.util
import sys

needed = (
    ("gobject-2.0", 0),
    ("pango-1.0", 0),
    ("pangoft2-1.0", 0),
    ("harfbuzz", 0),
    ("harfbuzz-subset", 0),
    ("fontconfig", 1),
)


def loads(name):
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def is_here(stem, version):
    if sys.platform != "darwin":
        return loads(f"lib{stem}.so.{version}")
    found = ctypes.util.find_library(stem)
    return loads(f"lib{stem}.dylib") or (found is not None and loads(found))


print(*(f"lib{stem}" for stem, version in needed if not is_here(stem, version)))
END
}

# The Debian package that lets this Python make an environment, where that is what is missing;
# a Python from elsewhere has no such package, and is told apart by its prefix.
missing_venv() {
    "$python" - <<'END'
import sys

try:
    import venv
    from ensurepip import version
except ImportError:
    if sys.prefix == sys.base_prefix:  # an environment that is there need not make another
        major, minor = sys.version_info[:2]
        print(f"python{major}.{minor}-venv" if sys.prefix == "/usr" else "unknown")
END
}

if ! has "$python"; then
    say "Questwright needs Python 3.11 or newer, and there is no $python here."
    say 'Install it, or name another one: make PYTHON=python3.12 books'
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    say "Questwright needs Python 3.11 or newer, and $python is $("$python" -V 2>&1)."
    say 'Name another one: make PYTHON=python3.12 books'
    exit 1
fi

libraries=$(missing_libraries)
venv=$(missing_venv)
if [ -z "$libraries$venv" ]; then
    exit 0
fi

[ -z "$libraries" ] || say "The PDF books need libraries that are not on this machine: $libraries."
[ -z "$venv" ] || say "This Python cannot make an environment: $python lacks venv or ensurepip."
if [ "$venv" = unknown ] || { [ -n "$venv" ] && ! has apt-get; }; then
    say 'Install a complete Python, or name another one: make PYTHON=python3.12 books'
    exit 1
fi

if has apt-get; then
    packages="$venv${libraries:+ $debian_libraries}"
    packages=${packages# }
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif has sudo && sudo -n true 2>/dev/null; then
        as_root=sudo
    else
        say "Install what is missing, then try again: sudo apt-get install $packages"
        exit 1
    fi
    say "Installing $packages."
    # Stale lists are no reason to stop: the installation below says what it cannot find.
    $as_root apt-get update -qq >&2 || true
    # shellcheck disable=SC2086 # a list of packages is meant to fall into words
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $packages >&2
    left="$(missing_libraries) $(missing_venv)"
    if [ "$left" != ' ' ]; then
        # shellcheck disable=SC2086 # the same
        say "They are installed, and $python still does not find:" $left
        exit 1
    fi
    exit 0
fi

if has brew; then
    command='brew install pango'
elif has dnf; then
    command='sudo dnf install pango harfbuzz fontconfig'
else
    say 'Install Pango, HarfBuzz with its subset library, and Fontconfig, then try again.'
    exit 1
fi
say "Install what is missing, then try again: $command"
if has brew; then
    say 'Where they are installed and not found:'
    # shellcheck disable=SC2016 # this is for the reader's shell, not for ours
    say '    export DYLD_FALLBACK_LIBRARY_PATH="$(brew --prefix)/lib"'
fi
exit 1
