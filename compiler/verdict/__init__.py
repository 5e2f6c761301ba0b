"""What can be proven of a quest: that it can be won, how, and what stands in the way.

Takes a Quest and its System. Returns a Proof, which gives the verdict, the winning line, and
the causes where there is none. It never reports a finding: `checks` turn a verdict into
messages.
"""
