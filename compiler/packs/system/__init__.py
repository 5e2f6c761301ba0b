"""TODO-DOC compiler/packs/system."""
