"""English sentence encoders in int8 ONNX form, read from the jars of langchain4j-embeddings."""

import zipfile
from pathlib import Path

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer


class EnglishTeacher:
    """Unit-length sentence vectors; `pooling` is "cls" or "mean", as the model was trained."""

    def __init__(self, jar: Path, pooling: str, threads: int):
        with zipfile.ZipFile(jar) as files:
            names = files.namelist()
            model = files.read(next(name for name in names if name.endswith(".onnx")))
            tokenizer = files.read(next(name for name in names if name.endswith("tokenizer.json")))
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._inputs = {value.name for value in self._session.get_inputs()}
        self._tokenizer = Tokenizer.from_str(tokenizer.decode())
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(256)
        self._pooling = pooling

    def encode(self, texts: list[str], batch: int = 64) -> np.ndarray:
        encoded = [item.ids for item in self._tokenizer.encode_batch(texts)]
        order = sorted(range(len(texts)), key=lambda i: len(encoded[i]))
        vectors = np.zeros((len(texts), 384), np.float32)
        for start in range(0, len(order), batch):
            rows = order[start : start + batch]
            length = max(len(encoded[row]) for row in rows)
            ids = np.zeros((len(rows), length), np.int64)
            present = np.zeros((len(rows), length), np.int64)
            for at, row in enumerate(rows):
                ids[at, : len(encoded[row])] = encoded[row]
                present[at, : len(encoded[row])] = 1
            feed = {"input_ids": ids, "attention_mask": present, "token_type_ids": np.zeros_like(ids)}
            output = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
            if self._pooling == "cls":
                pooled = output[:, 0]
            else:
                pooled = (output * present[:, :, None]).sum(1) / present.sum(1, keepdims=True)
            vectors[rows] = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
        return vectors
