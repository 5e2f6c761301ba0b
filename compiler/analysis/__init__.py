"""TODO-DOC compiler/analysis."""
