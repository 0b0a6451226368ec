"""One vector space out of several teachers' word vectors."""

import numpy as np

DROPPED = 3
RIDGE = 30.0
SMALLEST_LANGUAGE = 500
BALANCE = 0.5


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def clean(vectors: np.ndarray, languages: np.ndarray) -> np.ndarray:
    """Takes away what all words of a language share, then the strongest directions: they carry no meaning."""
    vectors = vectors.astype(np.float32)
    everywhere = vectors.mean(0)
    for language in np.unique(languages):
        members = languages == language
        vectors[members] -= vectors[members].mean(0) if members.sum() >= SMALLEST_LANGUAGE else everywhere
    _, directions = np.linalg.eigh(vectors.T @ vectors / len(vectors))
    top = directions[:, -DROPPED:]
    return unit(vectors - (vectors @ top) @ top.T)


def join(multilingual: np.ndarray, english: np.ndarray, both: tuple[np.ndarray, np.ndarray], english_only: np.ndarray):
    """Rows for the multilingual words, then for the words that only the English teachers have read.

    The half that a word's teachers do not give is predicted from the other half, by ridge regression over
    the words that both have (`both`: their places in either matrix).
    """
    in_multilingual, in_english = both
    to_english = _ridge(multilingual[in_multilingual], english[in_english])
    to_multilingual = _ridge(english[in_english], multilingual[in_multilingual])
    right = multilingual @ to_english
    right[in_multilingual] = english[in_english]
    rest = english[english_only]
    return np.concatenate([np.concatenate([multilingual, right], 1), np.concatenate([rest @ to_multilingual, rest], 1)])


def whiten(vectors: np.ndarray, dimensions: int) -> np.ndarray:
    """The strongest directions, each scaled to the same variance; unit rows."""
    variances, directions = np.linalg.eigh(vectors.T @ vectors / len(vectors))
    strongest = np.argsort(-variances)[:dimensions]
    return unit(vectors @ (directions[:, strongest] / np.sqrt(variances[strongest])))


def balance(rows: np.ndarray, texts: np.ndarray) -> np.ndarray:
    """Turns the rows to the principal directions of whole texts and halves what those differ in, on a log scale.

    Sums of words agree in directions in which single words do not, and those say little about the text.
    """
    variances, directions = np.linalg.eigh(texts.T @ texts / len(texts))
    order = np.argsort(-variances)
    return rows @ (directions[:, order] * variances[order] ** (-BALANCE / 2))


def _ridge(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    return np.linalg.solve(source.T @ source + RIDGE * np.eye(source.shape[1], dtype=np.float32), source.T @ target)
