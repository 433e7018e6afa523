"""The lint: clean tasks pass, and every fault that is put in is found."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

from inst_trans_env.lift.schema import task_from_row
from inst_trans_env.lift.synthesis import lint_task
from tests.lift.synthesis.make import ten_configs

Row = dict[str, Any]


def faults(row: Row) -> list[str]:
    return [str(fault) for fault in lint_task(task_from_row(row))]


def entries(row: Row, metric: str) -> list[dict[str, Any]]:
    return [entry for entry in row["info"]["evaluations"] if entry["metric_name"] == metric]


def with_metric(metric: str, test: Callable[[dict[str, Any]], bool] = bool) -> tuple[Row, dict[str, Any]]:
    """Return a copy of a row with a constraint of a metric, and that constraint."""
    for made in ten_configs():
        row = copy.deepcopy(made.task.to_row())
        for entry in entries(row, metric):
            if test(entry):
                return row, entry
    raise AssertionError(metric)


def test_clean_tasks_pass() -> None:
    assert [fault for made in ten_configs() for fault in faults(made.task.to_row())] == []


def said(row: Row, old: str, new: str) -> None:
    """Change the prompt alone."""
    message = row["prompt"][0]
    assert old in message["content"]
    message["content"] = message["content"].replace(old, new, 1)


def test_a_number_that_differs() -> None:
    row, entry = with_metric("word_count", lambda found: "lower_bound" in found["metric_args"])
    entry["metric_args"]["lower_bound"] -= 1
    found = faults(row)
    assert any("the prompt does not say" in fault for fault in found)
    assert any(fault.startswith(entry["evaluation_id"]) and "the number" in fault for fault in found)


def test_a_bound_that_the_prompt_leaves_out() -> None:
    row, entry = with_metric("word_count", lambda found: set(found["metric_args"]) == {"lower_bound"})
    entry["metric_args"]["upper_bound"] = 100_000
    assert any("100000" in fault for fault in faults(row))


def test_a_direction_that_differs() -> None:
    row, entry = with_metric("word_count", lambda found: set(found["metric_args"]) == {"upper_bound"})
    entry["metric_args"] = {"lower_bound": entry["metric_args"]["upper_bound"]}
    assert any("the bounds “at least" in fault for fault in faults(row))


def test_a_string_that_differs() -> None:
    row, entry = with_metric("lexical_count")
    entry["metric_args"]["string"] = "zebra"
    assert f"{entry['evaluation_id']}: string 'zebra' does not stand in its line of the prompt" in faults(row)


def test_one_string_of_a_list_that_is_missing() -> None:
    row, entry = with_metric("keyword_forbidden")
    entry["metric_args"]["keywords"].append("moreover")
    assert any("keywords 'moreover'" in fault for fault in faults(row))


def test_a_string_that_is_only_part_of_another() -> None:
    row, entry = with_metric("lexical_count", lambda found: len(found["metric_args"]["string"]) > 4)
    entry["metric_args"]["string"] = entry["metric_args"]["string"][:-1]
    assert any("does not stand in its line" in fault for fault in faults(row))


def test_another_metric_with_the_same_arguments() -> None:
    row, entry = with_metric("bold_count")
    entry["metric_name"] = "italic_count"
    assert any("stretch" in fault and "italics" in fault for fault in faults(row))


def test_another_language() -> None:
    row, entry = with_metric("text_language")
    entry["metric_args"]["language"] = "fr" if entry["metric_args"]["language"] != "fr" else "de"
    assert any("language" in fault for fault in faults(row))
    entry["metric_args"]["language"] = "sv"
    assert any("no words are known for" in fault for fault in faults(row))


def test_an_option_that_the_prompt_does_not_mention() -> None:
    row, entry = with_metric("lexical_count")
    entry["metric_args"]["case_sensitive"] = True
    assert any("case_sensitive True" in fault for fault in faults(row))


def test_each_that_the_prompt_does_not_mention() -> None:
    row, entry = with_metric("sentence_count", lambda found: "each" not in found["metric_args"])
    entry["metric_args"]["each"] = "paragraph"
    assert any("each 'paragraph'" in fault for fault in faults(row))


def test_another_paragraph() -> None:
    row, entry = with_metric(
        "word_count", lambda found: found["parser_args"]["selector_lst"][-1:] == [["P", 1]]
    )
    entry["parser_args"]["selector_lst"][-1][1] = 2
    assert any("the number 2" in fault for fault in faults(row))


def test_another_section() -> None:
    row, entry = with_metric(
        "word_count", lambda found: found["parser_args"]["selector_lst"][:1] == [["H2", 1]]
    )
    entry["parser_args"]["selector_lst"][0][1] = 2
    assert any("the prompt does not say" in fault or "another order" in fault for fault in faults(row))


def test_a_section_that_the_outline_lacks() -> None:
    row, entry = with_metric("judged_question", lambda found: bool(found["parser_args"]["selector_lst"]))
    entry["parser_args"]["selector_lst"] = [["H2", 9]]
    assert any("the outline lacks" in fault for fault in faults(row))


def test_a_question_that_differs() -> None:
    row, entry = with_metric("judged_question")
    entry["metric_args"]["criterion"] += " Briefly."
    assert any("criterion" in fault for fault in faults(row))


def test_the_judge_need_not_be_said() -> None:
    row, entry = with_metric("judged_question")
    entry["metric_args"]["critic_model_name"] = "another/judge"
    assert faults(row) == []


def test_a_line_without_a_constraint() -> None:
    row, _ = with_metric("judged_question")
    said(row, "How it is counted", "- The document: at most 7 emoji.\n\nHow it is counted")
    assert any("at most 7 emoji.”, which the rubric does not check" in fault for fault in faults(row))


def test_a_constraint_without_a_line() -> None:
    row, _ = with_metric("judged_question")
    content = row["prompt"][0]["content"]
    row["prompt"][0]["content"] = re.sub(r"\n- Answer the question: [^\n]*", "", content, count=1)
    assert any("the prompt does not say “Answer the question" in fault for fault in faults(row))


def test_lines_below_the_wrong_section() -> None:
    row, _ = with_metric("heading_outline")
    found = re.findall(r"In the section “[^\n]*:", row["prompt"][0]["content"])
    content = row["prompt"][0]["content"].replace(found[0], "@").replace(found[1], found[0])
    row["prompt"][0]["content"] = content.replace("@", found[1])
    assert faults(row) == [
        "task: the requirements of the prompt stand in another order than those of the rubric"
    ]


def test_a_header_that_differs() -> None:
    row, entry = with_metric("heading_outline")
    entry["metric_args"]["outline"] += "\n## One more"
    assert any("outline" in fault for fault in faults(row))


def test_weights_that_do_not_sum_to_one() -> None:
    row, entry = with_metric("heading_outline")
    entry["weight"] = 0.5
    assert any(fault.startswith("task: the weights sum to 1.2") for fault in faults(row))


def test_a_prompt_of_another_kind() -> None:
    row, _ = with_metric("heading_outline")
    row["prompt"][0]["content"] = "Write something nice."
    assert len(faults(row)) >= len(row["info"]["evaluations"])


def test_a_metric_without_words() -> None:
    row, entry = with_metric("bold_count")
    entry |= {"metric_name": "readability", "metric_args": {"formula": "flesch", "language": "en"}}
    assert any("no words are known for the metric 'readability'" in fault for fault in faults(row))
