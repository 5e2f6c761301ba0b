"""TODO-DOC compiler/publish/book/view."""
