"""Approved human translations as a yardstick for gates: where pairs come from, and how they are broken."""
