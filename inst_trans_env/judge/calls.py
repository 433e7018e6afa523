"""What is sent for one vote on one question, and the key under which its reply is kept. Pure: no I/O."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from inst_trans_env.judge import requests
from inst_trans_env.judge.cache import CacheKey
from inst_trans_env.judge.config import JudgeConfig
from inst_trans_env.judge.prompts import Prompt


@dataclass(frozen=True, slots=True)
class Call:
    """One request for one vote."""

    prompt: Prompt
    schema: Mapping[str, Any] | None
    key: CacheKey
    digest: bytes
    api: requests.Api


class Calls:
    """Makes the calls of one client.

    Attributes:
        without_schema: models whose endpoint has refused a JSON schema, and is not sent one again.
    """

    def __init__(self, config: JudgeConfig) -> None:
        self._config = config
        self.without_schema: set[str] = set()

    def votes(self, prompt: Prompt) -> range:
        """Return the numbers of a prompt's votes: other ones for each repeat."""
        return range(prompt.repeat * self._config.votes, (prompt.repeat + 1) * self._config.votes)

    def make(self, prompt: Prompt, model: str | None, vote: int, *, bare: bool = False) -> Call:
        """Return the call for a vote; `model` None is the configured one, `bare` sends no schema."""
        model = model or self._config.model
        wanted = self._config.json_schema and not bare and model not in self.without_schema
        schema = prompt.schema if wanted else None
        api = requests.api_for(model, self._config.api)
        params = requests.parameters(api, schema)
        key = CacheKey(model, self._config.base_url, api, params, prompt.version, prompt.text, vote)
        return Call(prompt, schema, key, key.digest(), api)

    def different(self, prompts: Iterable[Prompt], model: str | None) -> list[Call]:
        """Return the calls for all votes on prompts, equal ones once."""
        made = (self.make(prompt, model, vote) for prompt in prompts for vote in self.votes(prompt))
        return list({call.digest: call for call in made}.values())
