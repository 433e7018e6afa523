"""Rewards for trainers: one core, and one adapter a trainer, which imports its trainer only when it must."""

from inst_trans_env.trainers.core import Outcome, TaskReward

__all__ = ["Outcome", "TaskReward"]
