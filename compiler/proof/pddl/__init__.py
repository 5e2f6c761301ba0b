"""TODO-DOC compiler/proof/pddl."""
