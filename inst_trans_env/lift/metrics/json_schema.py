"""JSON in code blocks."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec

from inst_trans_env.lift.code_blocks import code_blocks
from inst_trans_env.lift.metrics.base import Arguments, Example, Metric, Result, Text, doc, listed
from inst_trans_env.lift.scope import Scope
from inst_trans_env.text.json_strict import StrictJsonError, loads_strict


class JsonSchemaArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `JsonSchema`."""

    required_keys: Annotated[tuple[Text, ...], doc("Keys that the top-level object must have.")] = ()
    schema: Annotated[dict[str, Any] | None, doc("A JSON schema without references to other documents.")] = (
        None
    )

    def __post_init__(self) -> None:
        """Refuse a schema that is none."""
        if self.schema is not None:
            _validator(msgspec.json.encode(self.schema))


class JsonSchema(Metric[JsonSchemaArgs]):
    """Looks at blocks tagged ``json`` or, without any, untagged; a bare scope that is JSON will do."""

    name = "json_schema"
    summary = "There is a block of strictly valid JSON, and each has the given keys and fits a schema."
    Args = JsonSchemaArgs
    passes = Example('```json\n{"id": 1}\n```', {"required_keys": ["id"]})
    fails = Example('```json\n{"id": 1, "id": 2}\n```', {"required_keys": ["id"]})

    def score(self, scope: Scope, args: JsonSchemaArgs) -> Result:
        """Parse and validate block after block."""
        blocks = code_blocks(scope)
        tagged = [block.text for block in blocks if block.language == "json"]
        texts = tagged or [block.text for block in blocks if not block.language] or [scope.text]
        for text in texts:
            try:
                value = loads_strict(text)
            except StrictJsonError as error:
                return Result(0.0, f"not valid JSON: {error}")
            if (reason := _misfit(value, args)) is not None:
                return Result(0.0, reason)
        return Result(1.0, f"{len(texts)} valid")


def _misfit(value: Any, args: JsonSchemaArgs) -> str | None:
    missing = [key for key in args.required_keys if not isinstance(value, dict) or key not in value]
    if missing:
        return f"missing keys: {listed(missing)}"
    if args.schema is None:
        return None
    error = next(_validator(msgspec.json.encode(args.schema)).iter_errors(value), None)
    return None if error is None else f"against the schema: {error.message[:200]}"


@lru_cache(maxsize=256)
def _validator(schema: bytes) -> Any:
    """Compile a schema; patterns in it run in linear time, references elsewhere are refused."""
    import jsonschema_rs

    def refuse(uri: str) -> Any:
        raise ValueError(f"schema refers to another document, {uri}")

    try:
        return jsonschema_rs.validator_for(
            msgspec.json.decode(schema), retriever=refuse, pattern_options=jsonschema_rs.RegexOptions()
        )
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError) as error:
        raise ValueError(f"not a JSON schema: {str(error).splitlines()[0]}") from None
