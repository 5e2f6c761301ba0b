"""The commands: what a designer types, one module a command."""
