"""What the policy server answers: one model a policy, the task recognised by its prompt. No sockets here."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from inst_trans_env.errors import UserError
from inst_trans_env.probe.policies import REGISTRY, Policy
from inst_trans_env.serve import mock_judge, wire
from inst_trans_env.serve.drafting import POLICIES as DRAFT_POLICIES
from inst_trans_env.serve.drafting import Desk
from inst_trans_env.serve.wire import RequestError
from inst_trans_env.tasks.schema import Task

OWNER = "inst-trans calibration policies (no language models)"
Reply = tuple[int, dict[str, Any]]


class PolicyApp:
    """Answers requests of the OpenAI protocol with calibration policies over loaded tasks.

    Args:
        tasks: the tasks whose prompts are known.
        policies: names of the policies to offer as models; all of them by default.
        desk: drafting tasks whose prompts are known too; none by default.
    """

    def __init__(self, tasks: Sequence[Task], policies: Sequence[str] = (), desk: Desk | None = None) -> None:
        self._tasks = tasks
        self._desk = desk or Desk()
        self._drafting = [name for name in DRAFT_POLICIES if desk and (not policies or name in policies)]
        self._by_prompt = {task.prompt.strip(): task for task in tasks}
        self._policies = choose_policies(policies)
        self._numbers = itertools.count(1)

    @property
    def models(self) -> dict[str, str]:
        """Model name -> what it does."""
        described = {name: f"{p.kind}: {p.description}" for name, p in self._policies.items()}
        for name in self._drafting:
            told = DRAFT_POLICIES[name].description
            described[name] = f"{described[name]}; {told}" if name in described else told
        return described | {mock_judge.MODEL: mock_judge.DESCRIPTION}

    def handle(self, method: str, path: str, raw: bytes) -> Reply:
        """Return HTTP status and JSON body for one request; never raises on any request."""
        routes: dict[tuple[str, str], Callable[[bytes], dict[str, Any]]] = {
            ("GET", "/v1/models"): lambda _: self._list_models(),
            ("POST", "/v1/chat/completions"): self._chat,
            ("POST", "/v1/responses"): self._responses,
        }
        route = routes.get((method, path.partition("?")[0].rstrip("/")))
        try:
            if route is None:
                known = ", ".join(" ".join(key) for key in routes)
                raise RequestError(f"no {method} {path} here; there are {known}", 404)
            return 200, route(raw)
        except RequestError as error:
            kind = "invalid_request_error"
            return error.status, {"error": {"message": str(error), "type": kind, "code": None}}

    def _list_models(self) -> dict[str, Any]:
        data = [
            {"id": name, "object": "model", "created": 0, "owned_by": OWNER, "description": text}
            for name, text in self.models.items()
        ]
        return {"object": "list", "data": data}

    def _chat(self, raw: bytes) -> dict[str, Any]:
        body = wire.read_body(raw)
        prompt = wire.last_user_text(body.get("messages"), "messages")
        answer = self._answer(body["model"], prompt)
        return wire.chat_completion(body, prompt, answer, next(self._numbers))

    def _responses(self, raw: bytes) -> dict[str, Any]:
        body = wire.read_body(raw)
        prompt = wire.last_user_text(body.get("input"), "input")
        answer = self._answer(body["model"], prompt)
        return wire.response(body, prompt, answer, next(self._numbers))

    def _answer(self, model: str, prompt: str) -> str:
        if model == mock_judge.MODEL:
            return mock_judge.verdict(prompt)
        if model not in self.models:
            raise RequestError(f"unknown model {model!r}; available: {', '.join(self.models)}", 404)
        if model in self._drafting and self._desk.knows(prompt):
            return self._desk.write(model, prompt)
        task = self._by_prompt.get(prompt.strip()) if model in self._policies else None
        if task is None:
            raise RequestError(
                f"the last user message is not the prompt of a task that {model} knows: "
                "start the server with the data that is evaluated (--data, or --drafting for drafting tasks)",
                422,
            )
        return self._policies[model](task, self._tasks)


def choose_policies(names: Sequence[str]) -> Mapping[str, Policy]:
    """Return those of the named policies that translate, all of them when none is named.

    Raises:
        UserError: a name is not registered.
    """
    known = {**REGISTRY, **DRAFT_POLICIES}
    for name in names:
        if name not in known:
            raise UserError(f"unknown policy {name!r}; available: {', '.join(known)}")
    return {name: REGISTRY[name] for name in names if name in REGISTRY} if names else REGISTRY
