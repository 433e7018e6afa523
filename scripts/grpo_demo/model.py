"""A byte-level tokenizer and a small decoder, both made here: nothing is downloaded."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from inst_trans_env import Task

PAD, EOS = "<pad>", "</s>"


def tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer with one token a byte."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate([PAD, EOS, *alphabet])}
    raw = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    raw.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(
        tokenizer_object=raw,
        pad_token=PAD,
        eos_token=EOS,
        padding_side="left",
        clean_up_tokenization_spaces=False,
    )


def model(tokens: PreTrainedTokenizerFast, seed: int) -> LlamaForCausalLM:
    """Return a decoder of about 2.4 million parameters with random weights."""
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=len(tokens),
        hidden_size=192,
        intermediate_size=512,
        num_hidden_layers=5,
        num_attention_heads=6,
        max_position_embeddings=384,
        tie_word_embeddings=True,
        pad_token_id=tokens.pad_token_id,
        eos_token_id=tokens.eos_token_id,
        bos_token_id=None,
    )
    return LlamaForCausalLM(config)


@torch.no_grad()
def answers(
    net: LlamaForCausalLM, tokens: PreTrainedTokenizerFast, tasks: Sequence[Task], *, longest: int, seed: int
) -> list[str]:
    """Return one sampled answer a task, at temperature 1."""
    torch.manual_seed(seed)
    texts: list[str] = []
    for at in range(0, len(tasks), 64):
        batch = tokens([task.prompt for task in tasks[at : at + 64]], return_tensors="pt", padding=True)
        ids, mask = batch["input_ids"], batch["attention_mask"]
        out = net.generate(
            input_ids=ids, attention_mask=mask, max_new_tokens=longest, do_sample=True, top_k=0
        )
        texts += tokens.batch_decode(out[:, ids.shape[1] :], skip_special_tokens=True)
    return texts
