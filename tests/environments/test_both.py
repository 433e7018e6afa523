"""What holds of both environments alike."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import verifiers.v1 as vf
from click.testing import CliRunner

from inst_trans_env.cli import main
from inst_trans_env.envs.refusal import ConfigError
from inst_trans_env.errors import UserError
from tests.environments.running import start, tasks

pytestmark = pytest.mark.filterwarnings("default")

ENVIRONMENTS = Path(__file__).parents[2] / "environments"
SUMMARIES = {"inst-trans": ["traces"], "drafting-constraint": ["lift", "traces"]}
TRAINED = {
    "inst-trans": ("InstTransEnvConfig", {"rules": "strict"}),
    "drafting-constraint": (
        "DraftingEnvConfig",
        {"dataset_path": "tasks/short_doc_few_constraints/train.jsonl"},
    ),
}
both = pytest.mark.parametrize("env_id", list(SUMMARIES))


def package(env_id: str) -> str:
    return env_id.replace("-", "_")


@both
def test_importing_the_package_imports_no_verifiers(env_id: str) -> None:
    heavy = "{'verifiers', 'openai', 'datasets'}"
    code = f"import sys, {package(env_id)}; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@both
def test_one_class_of_each_kind_is_exported(env_id: str) -> None:
    module = importlib.import_module(package(env_id))
    exported = [getattr(module, name) for name in module.__all__]
    for base in (vf.Taskset, vf.Harness, vf.Env):
        assert sum(isinstance(item, type) and issubclass(item, base) for item in exported) == 1
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = module.nothing


@both
@pytest.mark.parametrize("spelling", [str, package])
def test_it_runs_on_this_machine_with_its_own_harness(env_id: str, spelling: Any) -> None:
    name = spelling(env_id)
    env = vf.resolve_env_config({"taskset": {"id": name}})
    assert env.agent.runtime.type == "subprocess"
    assert env.agent_harnesses()["agent"].id == name


@both
def test_configs_name_this_environment_and_do_not_upload(env_id: str) -> None:
    from verifiers.v1.configs.cli.eval import EvalConfig

    configs = ENVIRONMENTS / package(env_id) / "configs"
    parsed = EvalConfig.model_validate(tomllib.loads((configs / "eval.toml").read_text("utf-8")))
    assert parsed.push is False
    assert parsed.env.taskset.dataset_path == "sample"
    train = tomllib.loads((configs / "prime-rl.toml").read_text("utf-8"))
    env = vf.resolve_env_config(train["orchestrator"]["train"]["source"][0]["env"])
    name, fields = TRAINED[env_id]
    assert type(env).__name__ == name
    assert {field: getattr(env.taskset, field) for field in fields} == fields


@both
def test_what_is_no_run_is_told(tmp_path: Path, env_id: str) -> None:
    done = CliRunner().invoke(main, [*SUMMARIES[env_id], str(tmp_path)])
    assert done.exit_code == 2
    assert "give the folder of a run of vf-eval" in done.stderr
    for line in ('{"traces": [{"task": 1}]}', '{"traces": [{"ok": true, "info": {}}]}'):
        (tmp_path / "traces.jsonl").write_text(f"{line}\n", encoding="utf-8")
        done = CliRunner().invoke(main, [*SUMMARIES[env_id], str(tmp_path)])
        assert done.exit_code == 2
        assert "line 1: not a trace of vf-eval" in done.stderr


@both
def test_a_mistake_in_the_config_can_be_caught(env_id: str) -> None:
    with pytest.raises(UserError, match=r"nowhere\.jsonl does not exist") as caught:
        tasks(env_id, dataset_path="nowhere.jsonl")
    assert isinstance(caught.value, ConfigError)
    assert isinstance(caught.value, Exception)


@both
def test_vf_eval_tells_it_in_one_sentence(tmp_path: Path, env_id: str) -> None:
    flags = {"--env.taskset.dataset-path": "nowhere.jsonl"}
    process = start(tmp_path, "http://127.0.0.1:9/v1", env_id, "x", flags)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 1
    told = out.strip().split("\n")
    assert told[-1].startswith("error: nowhere.jsonl does not exist: give ")
    assert "Traceback" not in out
