"""TODO-DOC compiler/wording."""
