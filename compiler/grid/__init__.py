"""TODO-DOC compiler/grid."""
