"""Makes the two small models that the tests of the ONNX adapters run.

pip install onnx==1.23.2 numpy; python make_fixtures.py

`embedder`: one stored vector a token, mean pooled by the adapter.
`cross-encoder`: the logit is how many vectors of words the query and the passage share.
"""
import json
import pathlib

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).parent
WIDTH = 8
WORDS = "a which animal sleeps on kelp sea otters are an that beavers build dams cat the text number query passage word".split()
VOCABULARY = {word: at for at, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS])}
SPECIAL = 4
CONTENT = ["animal", "sleeps", "kelp", "otters", "beavers", "build", "dams", "sea"]


def tokenizer() -> dict:
    special = {name: {"id": name, "ids": [VOCABULARY[name]], "tokens": [name]} for name in ("[CLS]", "[SEP]")}
    cls, sep = ({"SpecialToken": {"id": "[CLS]", "type_id": 0}}, lambda side: {"SpecialToken": {"id": "[SEP]", "type_id": side}})
    first, second = ({"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}})
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": at, "content": name, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
            for name, at in list(VOCABULARY.items())[:SPECIAL]
        ],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [cls, first, sep(0)],
            "pair": [cls, first, sep(0), second, sep(1)],
            "special_tokens": special,
        },
        "decoder": None,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": VOCABULARY},
    }


def inputs():
    return [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in ("input_ids", "attention_mask", "token_type_ids")]


def save(folder: str, nodes, constants, output: str, shape) -> None:
    graph = helper.make_graph(
        nodes,
        folder,
        inputs(),
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    target = HERE / folder
    target.mkdir(exist_ok=True)
    onnx.save(model, target / "model.onnx")
    (target / "tokenizer.json").write_text(json.dumps(tokenizer(), ensure_ascii=False) + "\n")


def embedder() -> None:
    table = numpy.random.default_rng(7).normal(size=(len(VOCABULARY), WIDTH)).astype(numpy.float32)
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])]
    save("embedder", nodes, {"table": table}, "last_hidden_state", ["batch", "length", WIDTH])


def cross_encoder() -> None:
    table = numpy.zeros((len(VOCABULARY), len(CONTENT)), numpy.float32)
    for at, word in enumerate(CONTENT):
        table[VOCABULARY[word], at] = 1
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["tokens"]),
        helper.make_node("Cast", ["token_type_ids"], ["side"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["side", "last"], ["ofPassage"]),
        helper.make_node("Sub", ["one", "ofPassage"], ["ofQuery"]),
        helper.make_node("Mul", ["tokens", "ofQuery"], ["queryTokens"]),
        helper.make_node("Mul", ["tokens", "ofPassage"], ["passageTokens"]),
        helper.make_node("ReduceMax", ["queryTokens"], ["query"], axes=[1], keepdims=0),
        helper.make_node("ReduceMax", ["passageTokens"], ["passage"], axes=[1], keepdims=0),
        helper.make_node("Mul", ["query", "passage"], ["shared"]),
        helper.make_node("ReduceSum", ["shared", "last1"], ["sum"], keepdims=1),
        helper.make_node("Sub", ["sum", "one"], ["logits"]),
    ]
    constants = {
        "table": table,
        "one": numpy.array(1, numpy.float32),
        "last": numpy.array([2], numpy.int64),
        "last1": numpy.array([1], numpy.int64),
    }
    save("cross-encoder", nodes, constants, "logits", ["batch", 1])


embedder()
cross_encoder()
