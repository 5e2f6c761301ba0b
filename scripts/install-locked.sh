#!/bin/sh
# Install what lock files pin, each archive held to its hash, into the environment of a Python.
# uv does it in a tenth of the time that pip takes; where uv cannot be had, pip does it.
#
# usage: scripts/install-locked.sh PYTHON LOCK...

set -eu

python=$1
shift

pip() { "$python" -m pip install --quiet --disable-pip-version-check --require-hashes "$@"; }

if pip --requirement requirements/uv.txt 2>/dev/null; then
    with_uv() { "$python" -m uv pip install --quiet --python "$python" --require-hashes "$@"; }
else
    with_uv() { false; }
fi

for lock in "$@"; do
    with_uv --requirement "$lock" || pip --requirement "$lock"
done
