"""TODO-DOC compiler/proof/schedule."""
