"""TODO-DOC compiler/odds."""
