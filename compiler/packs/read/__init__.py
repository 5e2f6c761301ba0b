"""TODO-DOC compiler/packs/read."""
