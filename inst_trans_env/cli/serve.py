"""`inst-trans serve`: offer calibration policies as models of an OpenAI-compatible server."""

from __future__ import annotations

import signal
import sys

import click

EPILOG = """\b
Examples:
  inst-trans serve --port 8000
  inst-trans serve --policy reference --policy echo --port 0
  inst-trans serve --data my-tasks.jsonl --list
  vf-eval inst-trans -m drop-json-key --client.base-url http://127.0.0.1:8000/v1 \\
    --client.api-key-var NO_KEY --no-push"""


@click.command(epilog=EPILOG)
@click.option(
    "--data", default="sample", show_default=True, help="Tasks: sample, hub[:REVISION] or a JSONL file."
)
@click.option(
    "--policy", "policies", multiple=True, metavar="NAME", help="Offer this policy; all by default."
)
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: any free port."
)
@click.option("--list", "only_list", is_flag=True, help="Print the policies and exit.")
def command(data: str, policies: tuple[str, ...], port: int, only_list: bool) -> None:
    """Serve calibration policies as models, on loopback.

    Each model name is a policy over the loaded tasks: honest answers, answers with one thing broken, and
    cheats. None is a language model; most read the reference. They show what a rule set rewards and let
    you try an evaluation or a trainer without a model. The server speaks chat completions and
    responses, and does not stream. The first line on standard output is its base URL.
    """
    from inst_trans_env.serve.app import PolicyApp
    from inst_trans_env.serve.server import PolicyServer
    from inst_trans_env.tasks.load import load_tasks

    app = PolicyApp(load_tasks(data), policies)
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


def _print_models(models: dict[str, str], *, err: bool) -> None:
    width = max(map(len, models))
    for name, text in models.items():
        click.echo(f"{name:<{width}}  {text}", err=err)
