"""TODO-DOC compiler/passes/things."""
