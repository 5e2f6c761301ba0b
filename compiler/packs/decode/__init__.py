"""Make a System of the plain data of a pack.

Takes data that the schema and the checks have accepted, with all defaults filled in. Returns
the frozen System. It never reports a finding: what arrives here is right.
"""
