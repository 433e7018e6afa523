"""Prompts without marks of their own, found inside what chat templates make of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from inst_trans_env.cli import main
from inst_trans_env.files import write_jsonl
from inst_trans_env.lift import load_lift_tasks, score_document
from inst_trans_env.lift.references import load_references
from inst_trans_env.rollouts.prompts import ParsedPrompts, WrappedPrompts
from tests.rollouts.build import rows

TASKS: dict[str, list[str]] = {
    "rain": ["Write about rain.\n\n# Outline\n\n[paragraph]"],
    "rain in Kyiv": ["Write about rain.\n\n# Outline\n\n[paragraph]\n- The section: names Kyiv."],
    "short": ["Write about rain."],
    "told": ["You are a poet.", "Write about snow."],
    "untold": ["Write about snow."],
    "other poet": ["You are a bad poet.", "Write about snow."],
    "dialogue": ["You are a clerk.", "Hello", "Hello, what is it?", "Write about hail."],
    "spaces": ["  Write about fog.\n"],
    "twin a": ["Write about wind."],
    "twin b": ["Write about wind."],
}


def chatml(texts: Sequence[str]) -> str:
    roles = ["system", "user"] if len(texts) == 2 else ["user"] if len(texts) == 1 else None
    names = roles or ["system", "user", "assistant", "user"]
    turns = [f"<|im_start|>{role}\n{text}<|im_end|>\n" for role, text in zip(names, texts, strict=True)]
    return "".join(turns) + "<|im_start|>assistant\n"


def chatml_with_its_own_system(texts: Sequence[str]) -> str:
    own = "" if len(texts) > 1 else "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n"
    return own + chatml(texts)


def llama3(texts: Sequence[str]) -> str:
    roles = ["user"] if len(texts) == 1 else ["system", "user", "assistant", "user"][: len(texts)]
    head = (
        "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nToday Date: 26 Jul 2024\n\n<|eot_id|>"
    )
    turns = [
        f"<|start_header_id|>{role}<|end_header_id|>\n\n{text.strip()}<|eot_id|>"
        for role, text in zip(roles, texts, strict=True)
    ]
    start = head if len(texts) == 1 else "<|begin_of_text|>"
    return start + "".join(turns) + "<|start_header_id|>assistant<|end_header_id|>\n\n"


def llama2(texts: Sequence[str]) -> str:
    first = texts[0] if len(texts) == 1 else f"<<SYS>>\n{texts[0]}\n<</SYS>>\n\n{texts[1]}"
    rest = "".join(f" {texts[2]} </s><s>[INST] {texts[3]} [/INST]" for _ in texts[3:])
    return f"<s>[INST] {first} [/INST]{rest}"


def gemma(texts: Sequence[str]) -> str:
    first = "\n\n".join(text.strip() for text in texts[:2])
    rest = "".join(
        f"<start_of_turn>model\n{texts[2]}<end_of_turn>\n<start_of_turn>user\n{texts[3]}<end_of_turn>\n"
        for _ in texts[3:]
    )
    return f"<bos><start_of_turn>user\n{first}<end_of_turn>\n{rest}<start_of_turn>model\n"


def without_special_tokens(texts: Sequence[str]) -> str:
    """As verl decodes ChatML: the names of roles are left."""
    roles = ["user"] if len(texts) == 1 else ["system", "user", "assistant", "user"][: len(texts)]
    own = "system\nYou are a helpful assistant.\n" if len(texts) == 1 else ""
    return own + "".join(f"{role}\n{text}\n" for role, text in zip(roles, texts, strict=True)) + "assistant\n"


def words(texts: Sequence[str]) -> str:
    roles = ["User"] if len(texts) == 1 else ["System", "User", "Assistant", "User"][: len(texts)]
    return "\n\n".join(f"{role}: {text}" for role, text in zip(roles, texts, strict=True)) + "\n\nAssistant:"


def thinking(texts: Sequence[str]) -> str:
    return chatml(texts) + "<think>\n"


def deepseek(texts: Sequence[str]) -> str:
    system, user = ("", texts[0]) if len(texts) == 1 else (texts[0], texts[1])
    rest = "".join(f"{texts[2]}<｜end▁of▁sentence｜><｜User｜>{texts[3]}<｜Assistant｜>" for _ in texts[3:])
    return f"<｜begin▁of▁sentence｜>{system}<｜User｜>{user}<｜Assistant｜>{rest}"


TEMPLATES = [
    "\n".join,
    "\n\n".join,
    chatml,
    chatml_with_its_own_system,
    llama3,
    llama2,
    gemma,
    without_special_tokens,
    words,
    thinking,
    deepseek,
]


@pytest.fixture
def prompts() -> WrappedPrompts:
    return WrappedPrompts(TASKS.items())


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda each: getattr(each, "__name__", "joined"))
def test_found_in_whatever_a_template_puts_around(prompts: WrappedPrompts, template: object) -> None:
    assert callable(template)
    # Twice, and each after all others: what was met before changes nothing.
    for _ in range(2):
        for name, texts in TASKS.items():
            twins = [other for other in TASKS if TASKS[other] == texts]
            assert list(prompts.find(template(texts))) == twins, name


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "Write about",
        "Write about rain. And about snow.",
        "Write about rain.\n- The section: names Lviv.",
        "Write about rain.\n## More\n",
        "Write about rain.\nUsers like it.",
        "Write about rain.\n[paragraph]",
        "Write about rain.: no",
        "Do not Write about rain.",
        "You are a clerk.\nWrite about hail.",
        "You are a clerk.\nHello\nsome more\nHello, what is it?\nWrite about hail.",
    ],
)
def test_another_prompt_is_none_of_them(prompts: WrappedPrompts, prompt: str) -> None:
    assert list(prompts.find(prompt)) == []
    # Nor in a template that was met around one of them.
    prompts.find(chatml(["Write about rain."]))
    assert list(prompts.find(chatml([prompt]))) == []


def test_same_prompts_are_all_named() -> None:
    parsed = ParsedPrompts([("a", "x"), ("b", " x"), ("c", "y")], str.strip)
    assert (list(parsed.find("x")), list(parsed.find("y")), list(parsed.find("z"))) == (["a", "b"], ["c"], [])


def test_time_is_linear_once_a_template_is_known() -> None:
    texts = {f"t{n}": [f"Write about the number {n}.\n" + "All of this holds. " * 100] for n in range(3000)}
    book = WrappedPrompts(texts.items())
    start = time.process_time()
    for name, each in texts.items():
        assert list(book.find(chatml(each))) == [name]
    assert time.process_time() - start < 3


def test_drafts_are_filtered_out_of_trainers_logs(tmp_path: Path) -> None:
    source = "sample:short_doc_few_constraints/test"
    tasks = load_lift_tasks(source)[:3]
    texts = [load_references("sample")[task.example_id] for task in tasks]
    asked = [chatml_with_its_own_system([message["content"] for message in task.prompt]) for task in tasks]
    logs = {
        "trl": [{"prompt": a, "completion": b} for a, b in zip(asked, texts, strict=True)],
        "verl": [{"input": a, "output": b, "gts": None} for a, b in zip(asked, texts, strict=True)],
    }
    for name, log in logs.items():
        write_jsonl(tmp_path / f"{name}.jsonl", log)
        args = ["filter", str(tmp_path / f"{name}.jsonl"), "--formula", "lift", "--data", source]
        result = CliRunner().invoke(main, [*args, "-o", str(tmp_path / "out"), "--workers", "1"])
        assert result.exit_code == 0, result.output
        found = rows(tmp_path / "out")
        assert [line["case_id"] for line in found] == [task.example_id for task in tasks]
        assert [line["reward"] for line in found] == [
            score_document(task, text).reward for task, text in zip(tasks, texts, strict=True)
        ]


def test_a_prompt_of_two_tasks_is_an_error_of_its_row(tmp_path: Path) -> None:
    first = load_lift_tasks("sample")[0].to_row()
    write_jsonl(tmp_path / "data.jsonl", [first, first | {"example_id": "twin"}])
    write_jsonl(tmp_path / "in.jsonl", [{"prompt": first["prompt"], "completion": "x"}])
    args = ["filter", str(tmp_path / "in.jsonl"), "--formula", "lift", "--data", str(tmp_path / "data.jsonl")]
    result = CliRunner().invoke(main, [*args, "-o", str(tmp_path / "out"), "--workers", "1"])
    assert result.exit_code == 1
    assert "the prompt is that of 2 tasks" in result.stderr
    assert "log the example_id" in result.stderr
