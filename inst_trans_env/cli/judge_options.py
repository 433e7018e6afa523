"""Options that say which judge is asked, how, and for how much."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from inst_trans_env.cli.options import Number
from inst_trans_env.judge import (
    DEFAULT_MODEL,
    JudgeClient,
    JudgeConfig,
    Plan,
    Prompt,
    PromptSet,
    ReplyCache,
    default_cache_path,
    load_prompts,
    parse_price,
)
from inst_trans_env.judge.requests import api_for

F = TypeVar("F", bound=Callable[..., Any])

judge_api_option = click.option(
    "--judge-api", type=click.Choice(["chat", "responses"]), help="Request shape; by name if unset."
)
dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Print calls, tokens and cost, and send nothing."
)


def endpoint_options(who: str = "Judge", replies: str = "verdicts", at_once: int = 64) -> Callable[[F], F]:
    """Return what adds the options on how an endpoint is used: how much at once, for how much, from which cache.

    Args:
        who: is asked, for the help.
        replies: what the cache holds, likewise.
        at_once: default of --concurrency.
    """
    options = (
        click.option(
            "--concurrency",
            type=click.IntRange(1),
            default=at_once,
            show_default=True,
            help=f"{who} calls at once.",
        ),
        click.option(
            "--price", metavar="IN,OUT", help="US dollars per million tokens, if not the list price."
        ),
        click.option("--max-cost", type=Number(0), metavar="USD", help="Stop before this cost is passed."),
        click.option("--max-calls", type=click.IntRange(0), metavar="N", help="Stop after so many requests."),
        click.option(
            "--cache", type=click.Path(path_type=Path), help=f"Cache of {replies}.  [default: user's cache]"
        ),
    )
    return lambda function: _decorated(function, options)


def _decorated(function: F, options: Sequence[Callable[[F], F]]) -> F:
    for option in reversed(options):
        function = option(function)
    return function


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--judge-model", default=DEFAULT_MODEL, show_default=True, help="Model that judges."),
    judge_api_option,
    click.option(
        "--judge-prompts",
        default="zh",
        show_default=True,
        help="Prompts: `zh`, `en` or a folder of your own.",
    ),
    click.option("--judge-schema", is_flag=True, help="Hold the judge to a JSON schema where it takes one."),
    click.option(
        "--votes", type=click.IntRange(1), default=1, show_default=True, help="Verdicts a question (odd)."
    ),
    endpoint_options(),
    dry_run_option,
)


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """What the options below say; the endpoint and its key come from the environment."""

    judge_model: str
    judge_api: Any
    judge_prompts: str
    judge_schema: bool
    votes: int
    concurrency: int
    price: str | None
    max_cost: float | None
    max_calls: int | None
    cache: Path | None
    dry_run: bool

    @classmethod
    def take(cls, options: dict[str, Any]) -> JudgeOptions:
        """Return the options of a command that `judge_options` decorates."""
        return cls(**{name: options[name] for name in cls.__slots__})

    @property
    def protocol(self) -> str:
        """The judge's name, with what else of the options its verdicts depend on."""
        votes = f"+{self.votes}votes" if self.votes > 1 else ""
        return self.judge_model + votes + ("+schema" if self.judge_schema else "")

    def prompts(self) -> PromptSet:
        """Return the prompts that are asked for."""
        return load_prompts(self.judge_prompts)

    def client(self, *, fail_together: bool = True) -> JudgeClient:
        """Return a client with its cache; `UserError` when endpoint, cache or limits cannot be.

        `fail_together`: whether one failure of the judge ends the run.
        """
        return open_client(
            dry_run=self.dry_run,
            model=self.judge_model,
            api=self.judge_api,
            concurrency=self.concurrency,
            votes=self.votes,
            json_schema=self.judge_schema,
            price=self.price,
            max_cost=self.max_cost,
            max_calls=self.max_calls,
            cache=self.cache,
            fail_together=fail_together,
        )


def judge_config(judging: JudgeOptions | None) -> dict[str, Any]:
    """Return what a summary says of the judge, so that runs by different judges can be told apart.

    Each field is None in a run without one. The signature holds model, votes, schema and prompts; endpoint
    and request shape stand here alone.
    """
    names = ("judge_model", "judge_endpoint", "judge_api", "judge_votes", "judge_schema", "prompt_version")
    if judging is None:
        return dict.fromkeys(names)
    shape = api_for(judging.judge_model, judging.judge_api)
    endpoint = os.environ.get("JUDGE_API_BASE", "").rstrip("/") or None
    told = (judging.judge_model, endpoint, shape, judging.votes, judging.judge_schema)
    return dict(zip(names, (*told, judging.prompts().version), strict=True))


def open_client(
    *, price: str | None, cache: Path | None, dry_run: bool = False, **settings: Any
) -> JudgeClient:
    """Return a client whose cache is closed with the command.

    Args:
        price: as the option has it.
        cache: the cache's file; None for the user's.
        dry_run: whether it is for an estimate, which needs no endpoint.
        settings: of a `JudgeConfig`; endpoint and key come from the environment.

    Raises:
        UserError: endpoint, cache or limits cannot be.
    """
    unset = {"base_url": "http://unset"} if dry_run and not os.environ.get("JUDGE_API_BASE") else {}
    config = JudgeConfig.from_env(**unset, price=parse_price(price) if price else None, **settings)
    replies = ReplyCache(cache or default_cache_path())
    click.get_current_context().call_on_close(replies.close)
    return JudgeClient(config, replies)


def judge_options(function: F) -> F:
    """Add the judge's options to a command that takes them as ``**options``."""
    return _decorated(function, _OPTIONS)


def plan_text(plan: Plan) -> str:
    """Return an estimate in one line."""
    cost = "unknown (give --price IN,OUT)" if plan.cost is None else f"${plan.cost:,.4f}"
    return (
        f"{plan.calls:,} calls ({plan.cached:,} more from the cache), "
        f"about {plan.tokens_sent:,} tokens sent and {plan.tokens_received:,} received, cost {cost}"
    )


def print_plans(client: JudgeClient, asked: Iterable[tuple[str | None, Prompt]]) -> None:
    """Print what asking would take, for each model by its name where there are several.

    Args:
        client: would ask.
        asked: prompts with their models; None is the client's own.
    """
    prompts: dict[str | None, list[Prompt]] = {}
    for model, prompt in asked:
        prompts.setdefault(model, []).append(prompt)
    for model, those in (prompts or {None: []}).items():
        told = plan_text(client.plan(those, model))
        click.echo(f"{model}: {told}" if len(prompts) > 1 else told)
