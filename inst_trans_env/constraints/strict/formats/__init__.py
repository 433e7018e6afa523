"""The sub-checks of format_preserve, one file each; all are pure and linear in source + answer."""
