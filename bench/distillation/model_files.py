"""Writes the model in the form that `packages/retrieval/src/embedding/static-model.ts` reads, and gives back what it will read."""

import gzip
import hashlib
import json
from pathlib import Path

import numpy as np

CENTROIDS = 256
SAMPLE = 30000
ROUNDS = 12
SEED = 7


def quantise(vectors: np.ndarray, subspaces: int) -> tuple[np.ndarray, np.ndarray]:
    """Product quantisation by k-means: centroids (subspaces, 256, width) and codes (rows, subspaces)."""
    random = np.random.default_rng(SEED)
    width = vectors.shape[1] // subspaces
    sample = random.choice(len(vectors), min(SAMPLE, len(vectors)), replace=False)
    centroids = np.zeros((subspaces, CENTROIDS, width), np.float32)
    codes = np.zeros((len(vectors), subspaces), np.uint8)
    for subspace in range(subspaces):
        part = np.ascontiguousarray(vectors[:, subspace * width : (subspace + 1) * width])
        points = part[sample]
        centres = points[random.choice(len(points), CENTROIDS, replace=False)].copy()
        for _ in range(ROUNDS):
            nearest = _nearest(points, centres)
            counts = np.bincount(nearest, minlength=CENTROIDS)
            sums = np.stack([np.bincount(nearest, points[:, i], CENTROIDS) for i in range(width)], 1)
            centres[counts > 0] = sums[counts > 0] / counts[counts > 0, None]
        centroids[subspace] = centres
        codes[:, subspace] = _nearest(part, centres)
    return centroids, codes


def dequantise(centroids: np.ndarray, codes: np.ndarray) -> np.ndarray:
    return np.concatenate([centroids[i][codes[:, i]] for i in range(len(centroids))], 1)


def quantise_weights(weights: np.ndarray) -> np.ndarray:
    """Weights in 0..1 as steps of a sixteenth of a halving."""
    return np.clip(np.round(-16 * np.log2(weights)), 0, 255).astype(np.uint8)


def dequantise_weights(steps: np.ndarray) -> np.ndarray:
    return 2.0 ** (-steps.astype(np.float64) / 16)


def write_model(output: Path, config: dict, words: list[tuple[str, int, int]], centroids, steps, codes) -> None:
    """`words`: word, row and cost. Rows are renumbered in the order in which the sorted words meet them."""
    output.mkdir(parents=True, exist_ok=True)
    order, number = [], {}
    entries = sorted((word.encode("utf-16-le"), row, cost) for word, row, cost in words)
    back, shared_sizes, added_sizes, costs, suffixes = [], bytearray(), bytearray(), bytearray(), bytearray()
    previous = b""
    for text, row, cost in entries:
        if row not in number:
            back.append(0)
            number[row] = len(order)
            order.append(row)
        else:
            back.append(len(order) - number[row])
        shared = 0
        while shared < min(len(text), len(previous)) and text[shared : shared + 2] == previous[shared : shared + 2]:
            shared += 2
        shared_sizes.append(shared // 2)
        added_sizes.append((len(text) - shared) // 2)
        suffixes += text[shared:]
        costs.append(cost)
        previous = text
    head = np.array([len(entries), len(suffixes) // 2], "<u4").tobytes()
    raw = head + np.array(back, "<u4").tobytes() + bytes(suffixes + shared_sizes + added_sizes + costs)
    (output / "vocabulary.bin.gz").write_bytes(gzip.compress(raw, 9, mtime=0))
    (output / "vectors.bin").write_bytes(centroids.astype("<f4").tobytes() + steps[order].tobytes() + codes[order].tobytes())
    config = {**config, "words": len(entries), "rows": len(order), "sha256": {
        name: hashlib.sha256((output / name).read_bytes()).hexdigest() for name in ("vocabulary.bin.gz", "vectors.bin")}}
    (output / "config.json").write_text(json.dumps(config, indent=2) + "\n")


def _nearest(points: np.ndarray, centres: np.ndarray) -> np.ndarray:
    nearest = np.empty(len(points), np.int64)
    for start in range(0, len(points), 50000):
        block = points[start : start + 50000]
        nearest[start : start + 50000] = ((centres * centres).sum(1) - 2 * block @ centres.T).argmin(1)
    return nearest
