"""TODO-DOC compiler/frontend."""
