"""The languages of the benchmark, with the names that its prompts use."""

from __future__ import annotations

LANGUAGE_NAMES = {
    "ar": "阿拉伯语",
    "de": "德语",
    "en": "英语",
    "es": "西班牙语",
    "fil": "菲律宾语",
    "fr": "法语",
    "hi": "印地语",
    "id": "印尼语",
    "it": "意大利语",
    "ja": "日语",
    "ko": "韩语",
    "ms": "马来语",
    "nl": "荷兰语",
    "pl": "波兰语",
    "pt": "葡萄牙语",
    "ro": "罗马尼亚语",
    "ru": "俄语",
    "sv": "瑞典语",
    "th": "泰语",
    "tr": "土耳其语",
    "vi": "越南语",
    "zh": "中文",
}
"""Language code -> its Chinese name in prompts."""
