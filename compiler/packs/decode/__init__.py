"""TODO-DOC compiler/packs/decode."""
