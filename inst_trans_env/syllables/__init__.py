"""syllables."""
