"""strict."""
