"""lift."""
