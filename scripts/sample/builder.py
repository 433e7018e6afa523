"""Build the shipped sample of InstTrans tasks from the authored items beside this module."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from inst_trans_env.errors import DataError
from inst_trans_env.tasks.languages import LANGUAGE_NAMES
from inst_trans_env.tasks.prompt import PROMPT_VERSION, build_prompt, parse_prompt
from scripts.sample.durations import seconds_of
from scripts.sample.items import census, read_items
from scripts.sample.lines import constraint_lines

DURATIONS = Path(__file__).parent / "durations.json"
OUT = Path(__file__).parents[2] / "inst_trans_env/tasks/sample"
GENRES = {
    "B站动态": "动态",
    "小说": "小说片段",
    "ogv字幕": "字幕",
    "弹幕": "弹幕",
    "评论": "评论",
    "专栏文章": "专栏文章",
    "学术论文": "学术论文片段",
    "UGC字幕": "字幕",
    "书籍": "书籍片段",
    "网页文本": "网页文本",
}


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when the files are stale")
    parser.add_argument("--durations", action="store_true", help="first derive durations.json anew")
    parser.add_argument("--lint", nargs="+", metavar="LANG", help="only read and check the items of LANG")
    args = parser.parse_args(argv)
    try:
        if args.durations:
            write_durations()
        if args.lint:
            rows = build_rows(args.lint)
            print(f"{len(rows)} items are well formed")
            return 0
        files = render(build_rows(LANGUAGE_NAMES))
    except DataError as error:
        print(error, file=sys.stderr)
        return 2
    stale = [name for name, text in files.items() if not same(OUT / name, text)]
    if args.check:
        print(f"stale: {', '.join(stale)}; run scripts/sample/build" if stale else "the sample is up to date")
        return 1 if stale else 0
    for name in stale:
        (OUT / name).write_text(files[name], encoding="utf-8", newline="\n")
    print(f"wrote {', '.join(stale)}" if stale else "nothing to do: the sample is up to date")
    return 0


def write_durations() -> None:
    """Write the seconds of every item with syllable_order; they stay as they are until this is run again."""
    items = [item for lang in sorted(LANGUAGE_NAMES) for item in read_items(lang)]
    timed = [item for item in items if any(c["id"] == "syllable_order" for c in item["constraints"])]
    lines = [f'"{item["case_id"]}": {json.dumps(seconds_of(item))}' for item in timed]
    DURATIONS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def same(path: Path, text: str) -> bool:
    """Tell whether a file holds exactly this text."""
    return path.exists() and path.read_bytes() == text.encode()


def build_rows(langs: Iterable[str]) -> list[dict[str, Any]]:
    """Return the rows of all items of these target languages.

    They stand in the order of a hash of their ids, so that the first rows of the file are a mixed sample.
    """
    rows = [build_row(item) for lang in langs for item in read_items(lang)]
    return sorted(rows, key=lambda row: hashlib.sha256(row["case_id"].encode()).digest())


def build_row(item: dict[str, Any]) -> dict[str, Any]:
    """Return one row in the released schema, its fields in the order of the dataset card."""
    ids = [constraint["id"] for constraint in item["constraints"]]
    durations = line_seconds(item) if "syllable_order" in ids else []
    lines = constraint_lines(item, durations)
    source_text, reference = flat(item["source"]), flat(item["reference"])
    prompt = build_prompt(
        source_text,
        lines,
        source_lang=item["source_lang"],
        target_lang=item["target_lang"],
        genre=GENRES[item["domain"]],
    )
    parts = parse_prompt(prompt)
    if (parts.source_text, list(parts.constraints)) != (source_text, lines):
        raise DataError(f"{item['case_id']}: the prompt does not give back its source text and constraints")
    row = {"case_id": item["case_id"], "prompt": prompt, "reference": reference}
    row |= {key: item[key] for key in ("source_lang", "target_lang")}
    row |= {"source_text": source_text, "constraints": lines, "constraint_ids": ids}
    row |= {key: item[key] for key in ("scenario", "domain")}
    return row | extras(item, durations)


def extras(item: dict[str, Any], durations: list[float]) -> dict[str, Any]:
    """Return the fields that only some rows have."""
    fields: dict[str, Any] = {"duration_s": durations} if durations else {}
    if isinstance(item["source"], dict):
        fields["batch_size"] = len(item["source"])
    styles = [constraint for constraint in item["constraints"] if constraint["id"] == "style_consistency"]
    if styles:
        fields["style"] = {"formality": styles[0]["formality"]}
    return fields


def flat(text: str | dict[str, str]) -> str:
    """Return a batch as the JSON object that the model sees, any other text as it is."""
    return text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)


def line_seconds(item: dict[str, Any]) -> list[float]:
    """Return the seconds on screen of each line that durations.json holds for this item."""
    seconds = json.loads(DURATIONS.read_text(encoding="utf-8")).get(item["case_id"], [])
    if len(seconds) != len(item["source"]):
        raise DataError(f"{item['case_id']}: no durations of its lines; run build --durations")
    return list(seconds)


def render(rows: list[dict[str, Any]]) -> dict[str, str]:
    """Return the text of the generated files by name."""
    data = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    manifest = {
        "name": "inst-trans-sample",
        "description": "InstTrans tasks in the released schema, written for this project.",
        "license": "CC0-1.0",
        "prompt_versions": {"task": PROMPT_VERSION},
        "files": {
            "test.jsonl": {
                "rows": len(rows),
                "bytes": len(data.encode()),
                "sha256": hashlib.sha256(data.encode()).hexdigest(),
            }
        },
        "constraint_annotations": sum(len(row["constraint_ids"]) for row in rows),
        **census(rows),
    }
    return {"test.jsonl": data, "manifest.json": json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"}
