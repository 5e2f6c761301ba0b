"""TODO-DOC compiler/publish/book/svg."""
