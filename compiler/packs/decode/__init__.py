"""Make a System of the plain data of a pack.

Takes data that the schema and the checks have accepted. Returns the frozen System. It never
reports a finding: what arrives here is right. Each field of a value is said once, as an argument
of its constructor: its name in a pack, its type, and its default if that is not empty.
`plain_data` puts the data into the form that is decoded and cached.
"""
