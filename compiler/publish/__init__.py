"""Publishers: what a compiled quest becomes on paper and on screen."""
