"""The judge: prompts, requests and verdicts (pure), and a client with retries, budget and cache."""

from inst_trans_env.judge.cache import ReplyCache, default_cache_path
from inst_trans_env.judge.client import JudgeClient, RequestRefusedError
from inst_trans_env.judge.config import DEFAULT_MODEL, JudgeConfig
from inst_trans_env.judge.cost import BudgetExceededError, Ledger, Plan, Price, Usage, parse_price
from inst_trans_env.judge.prompts import Prompt, PromptSet, load_prompts
from inst_trans_env.judge.scoring import QualityJudgement, SoftJudgement, judge_quality, judge_soft
from inst_trans_env.judge.verdicts import InvalidVerdictError, SoftVerdict, parse_quality, parse_soft

__all__ = [
    "DEFAULT_MODEL",
    "BudgetExceededError",
    "InvalidVerdictError",
    "JudgeClient",
    "JudgeConfig",
    "Ledger",
    "Plan",
    "Price",
    "Prompt",
    "PromptSet",
    "QualityJudgement",
    "ReplyCache",
    "RequestRefusedError",
    "SoftJudgement",
    "SoftVerdict",
    "Usage",
    "default_cache_path",
    "judge_quality",
    "judge_soft",
    "load_prompts",
    "parse_price",
    "parse_quality",
    "parse_soft",
]
