"""The commands: what a designer types, one module a command.

Takes arguments. Prints text and returns an exit code. It holds no rule of a quest: each command
calls one function of the compiler.
"""
