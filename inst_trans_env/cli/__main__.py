"""Run the command as ``python -m inst_trans_env.cli``."""

from inst_trans_env.cli import main

main(prog_name="inst-trans")
