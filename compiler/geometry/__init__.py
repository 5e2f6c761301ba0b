"""TODO-DOC compiler/geometry."""
