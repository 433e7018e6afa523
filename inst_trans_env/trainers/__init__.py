"""Rewards for trainers: one core, and one adapter a trainer, which imports its trainer only when it must."""

from inst_trans_env.trainers.core import Item, Outcome, Reward
from inst_trans_env.trainers.drafting import DraftReward
from inst_trans_env.trainers.translation import TaskReward

__all__ = ["DraftReward", "Item", "Outcome", "Reward", "TaskReward"]
