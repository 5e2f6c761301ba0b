"""TODO-DOC compiler/proof/translate."""
