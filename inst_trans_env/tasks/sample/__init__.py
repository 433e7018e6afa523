"""The shipped sample: `test.jsonl` in the released schema and its `manifest.json` (CC0-1.0)."""
