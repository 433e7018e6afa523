"""Policies of known behaviour: what honest answers, broken answers and cheats earn under a rule set."""
