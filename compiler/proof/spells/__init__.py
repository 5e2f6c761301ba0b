"""TODO-DOC compiler/proof/spells."""
