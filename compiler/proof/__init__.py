"""What can be proven of a quest: that it can be won, how, and what stands in the way."""
