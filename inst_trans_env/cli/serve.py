"""`inst-trans serve`: offer calibration policies as models, or rewards to trainers, over HTTP."""

from __future__ import annotations

import signal
import sys
from typing import Any

import click

from inst_trans_env.cli.idle import Reasons, refuse_idle, translation_reasons
from inst_trans_env.cli.options import data_option

EPILOG = """\b
Examples:
  inst-trans serve --port 8000
  inst-trans serve --policy reference --policy echo --port 0
  inst-trans serve --data my-tasks.jsonl --list
  vf-eval inst-trans -m drop-json-key --client.base-url http://127.0.0.1:8000/v1 \\
    --client.api-key-var NO_KEY --no-push
  vf-eval drafting-constraint -m outline-only --client.base-url http://127.0.0.1:8000/v1 \\
    --client.api-key-var NO_KEY --no-push
  inst-trans serve --reward --rules strict --workers 2 --port 8001
  inst-trans serve --reward --formula lift --data sample:short_doc_some_constraints/train --port 8001
  JUDGE_API_BASE=https://HOST/v1 inst-trans serve --reward --formula gated_sum --judge-model gpt-5.6-sol --quality
  curl -s localhost:8001/score -d '{"case_id": "sample-en-001", "completion": "…"}'"""


@click.command(epilog=EPILOG)
@data_option
@click.option(
    "--drafting",
    default="sample",
    show_default=True,
    metavar="SOURCE",
    help="Drafting tasks: `sample`, or a folder of `lift synthesize`.",
)
@click.option(
    "--policy", "policies", multiple=True, metavar="NAME", help="Offer this policy; all by default."
)
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: any free port."
)
@click.option("--list", "only_list", is_flag=True, help="Print the policies and exit.")
@click.option(
    "--reward", is_flag=True, help="Serve rewards instead: /score /verify /openrlhf /health /metrics."
)
@click.option("--rules", default="strict", show_default=True, help="Rule set of the rewards.")
@click.option(
    "--formula",
    default="if_score",
    show_default=True,
    help="if_score, gated_sum, shaped; lift for drafting tasks.",
)
@click.option("--judge-model", default="", metavar="MODEL", help="Have it judge, behind $JUDGE_API_BASE.")
@click.option("--quality", is_flag=True, help="Have translation quality judged as well.")
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(0),
    help="Processes that score; 0 with a judge.",
)
@click.option(
    "--most", default=4096, show_default=True, type=click.IntRange(1), help="Completions in work at once."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of the reward server.")
@click.pass_context
def command(ctx: click.Context, /, data: str, port: int, reward: bool, **options: Any) -> None:
    """Serve calibration policies as models, on loopback; with --reward, serve rewards to trainers.

    Each model name is a policy over the loaded tasks: honest answers, answers with one thing broken, and
    cheats. None is a language model; most read the reference. They show what a rule set rewards and let
    you try an evaluation or a trainer without a model. The server speaks chat completions and
    responses, and does not stream. The first line on standard output is its base URL.
    """
    refuse_idle(ctx, _idle(reward=reward, **options))
    if reward:
        _serve_rewards(data, port, **options)
    else:
        _serve_policies(data, port, **options)


def _idle(*, reward: bool, formula: str, judge_model: str, only_list: bool, **_: Any) -> Reasons:
    """Return the options that would have no effect beside the others, with the reasons."""
    if not reward:
        names = ("rules", "formula", "judge_model", "quality", "workers", "most", "host")
        listed = {"port": "is about serving: leave it out with --list"} if only_list else {}
        return dict.fromkeys(names, "is about rewards: add --reward") | listed
    reasons = dict.fromkeys(("drafting", "policies", "only_list"), "is about policies: leave out --reward")
    if judge_model:
        reasons["workers"] = "scores in other processes, and a judge is asked from one: leave it out"
    else:
        reasons["quality"] = "is judged: add --judge-model"
    return reasons | translation_reasons(formula)


def _serve_policies(
    data: str, port: int, drafting: str, policies: tuple[str, ...], only_list: bool, **_: Any
) -> None:
    from inst_trans_env.serve.app import PolicyApp
    from inst_trans_env.serve.drafting import load_desk
    from inst_trans_env.serve.server import PolicyServer
    from inst_trans_env.tasks.load import load_tasks

    app = PolicyApp(load_tasks(data), policies, load_desk(drafting))
    if only_list:
        _print_models(app.models, err=False)
        return
    with PolicyServer(app, port) as server:
        click.echo(server.url)
        sys.stdout.flush()
        click.echo("calibration policies, no language models; stop with Ctrl-C", err=True)
        _print_models(app.models, err=True)
        # SIGTERM ends like Ctrl-C, so that scripts can stop the server cleanly.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("stopped", err=True)


def _serve_rewards(
    data: str, port: int, rules: str, formula: str, judge_model: str, quality: bool, **options: Any
) -> None:
    from inst_trans_env.serve.reward import RewardServer, serve
    from inst_trans_env.trainers.environment import load_reward

    reward = load_reward(data, rules=rules, formula=formula, judge=judge_model, quality=quality)
    # A judge's calls overlap in one process, which shares its cache and its limit.
    workers = 0 if reward.judged else options["workers"]
    server = RewardServer(reward, workers=workers, limit=options["most"])
    serve(server, host=options["host"], port=port, ready=click.echo)
    click.echo("stopped", err=True)


def _print_models(models: dict[str, str], *, err: bool) -> None:
    width = max(map(len, models))
    for name, text in models.items():
        click.echo(f"{name:<{width}}  {text}", err=err)
