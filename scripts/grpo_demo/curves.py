"""The curves of a run as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt


def draw(result: dict[str, Any], path: Path) -> None:
    """Draw the mean reward of the training groups and of the held-out tasks over the steps."""
    matplotlib.rcParams["svg.hashsalt"] = "grpo-demo"
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    for name, style in (("training", {"lw": 1, "alpha": 0.5}), ("held_out", {"marker": "o"})):
        steps, rewards = zip(*((point["step"], point["reward"]) for point in result[name]), strict=True)
        axes.plot(steps, rewards, label=name.replace("_", "-") + " tasks", **style)
    axes.set(xlabel="GRPO step", ylabel="mean reward (strict)", ylim=(0, 1))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
