"""From syntax to a quest, one step a module; the order stands in ``questwright.compiler.pipeline``."""
