"""The signature that says how a figure was made, so that like is compared with like."""

from __future__ import annotations

from importlib.metadata import version

from inst_trans_env.syllables import VERSION as SYLLABLES_VERSION


def signature(*, rules: str, judge: str, prompts: str, data_sha256: str, rows: int) -> str:
    """Return one line that names everything a figure depends on.

    Args:
        rules: name and version of the rule set.
        judge: name of the judge model, or ``none``.
        prompts: version of the judge's prompts, or ``none``.
        data_sha256: digest of the task file.
        rows: number of tasks scored.
    """
    # The published rules identify no language and count syllables their own, frozen way.
    strict = not rules.startswith("published")
    parts = {
        "rules": rules,
        "judge": judge,
        "prompts": prompts,
        "data": data_sha256[:8],
        "n": str(rows),
        "lid": f"py3langid-{version('py3langid')}" if strict else "none",
        "syl": str(SYLLABLES_VERSION) if strict else "published",
        "v": version("inst-trans-env"),
    }
    return "InstTrans|" + "|".join(f"{key}:{value}" for key, value in parts.items())
