"""Four tasks that together declare gates of every kind and a judged constraint, written for these tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inst_trans_env.tasks.prompt import build_prompt

JSON_LINE = "【硬性要求】保留源文中的 JSON 格式标记不变"


def _row(case_id: str, target_lang: str, source: str, reference: str, **more: Any) -> dict[str, Any]:
    constraints = more.pop("constraints")
    return {
        "case_id": case_id,
        "prompt": build_prompt(source, list(constraints.values()), source_lang="zh", target_lang=target_lang),
        "reference": reference,
        "source_lang": "zh",
        "target_lang": target_lang,
        "source_text": source,
        "constraints": list(constraints.values()),
        "constraint_ids": list(constraints),
        "scenario": "social",
        "domain": "评论",
        **more,
    }


ROWS = [
    _row(
        "tiny-1",
        "en",
        json.dumps({"1": "谢谢 @山海客 的分享", "2": "更新了{count}集 #每日一喵#"}, ensure_ascii=False),
        json.dumps(
            {"1": "Thanks for sharing, @山海客", "2": "{count} new episodes are out #每日一喵#"},
            ensure_ascii=False,
        ),
        constraints={
            "format_preserve": JSON_LINE,
            "social_preserve": "【硬性要求】保留以下社交元素不变: @山海客、#每日一喵#",
        },
    ),
    _row(
        "tiny-2",
        "en",
        "神经网络很强大。\n\n但是神经网络需要大量的数据才能训练好。",
        "A neural network is powerful.\n\nBut a neural network needs a great deal of data to be trained.",
        domain="书籍",
        scenario="doc_textbook",
        constraints={
            "term_compliance": "【硬性要求】专名/术语对照: 神经网络→neural network",
            "layout_break": "【硬性要求】保留换行布局",
            "style_consistency": "【注意】保持正式语体风格",
        },
        style={"formality": "formal"},
    ),
    _row(
        "tiny-3",
        "de",
        json.dumps({"1": "好", "2": "我们明天早上一起去公园散步吧"}, ensure_ascii=False),
        json.dumps(
            {"1": "Gut.", "2": "Lass uns morgen früh zusammen im Park spazieren gehen."}, ensure_ascii=False
        ),
        domain="UGC字幕",
        scenario="ugc_subtitle",
        constraints={
            "format_preserve": JSON_LINE,
            "syllable_order": "【硬性要求】短时长的字幕译文音节数应少于长时长的字幕",
        },
        duration_s=[0.8, 3.5],
        batch_size=2,
    ),
    _row(
        "tiny-4",
        "fr",
        "<p>欢迎来到<b>我们的</b>网站</p>",
        "<p>Bienvenue sur <b>notre</b> site</p>",
        domain="网页文本",
        scenario="doc_textbook",
        constraints={"format_preserve": "【硬性要求】保留源文中的 HTML 标签不变"},
    ),
]


def write(path: Path) -> Path:
    """Write the rows as JSON lines and return the path."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS), encoding="utf-8")
    return path
