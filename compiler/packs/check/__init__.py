"""TODO-DOC compiler/packs/check."""
