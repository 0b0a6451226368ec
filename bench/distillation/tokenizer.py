"""The tokenizer of the static model. `packages/retrieval/src/embedding/static-tokenizer.ts` is the same algorithm, step for step."""

import unicodedata

import regex

MAX_WORD_LENGTH = 24
UNKNOWN_COST = 120
SHORTEST_PART = 3

_RUN = regex.compile(r"[\p{L}\p{M}]+|\p{Nd}")


def normalise(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


def is_unspaced(character: str) -> bool:
    """True for scripts that put no spaces between words, or whose characters are syllables or words."""
    code = ord(character)
    return code >= 0x2E80 or 0x0E00 <= code < 0x10A0 or 0x1780 <= code < 0x1800


class Tokenizer:
    """Splits text into words of the vocabulary; `costs` maps a word to its cost, 0..255, lower for frequent words."""

    def __init__(self, costs: dict[str, int]):
        self._costs = costs
        self._memory: dict[str, list[str]] = {}

    def split(self, text: str) -> list[str]:
        words = []
        for run in _RUN.findall(normalise(text)):
            if run in self._costs:
                words.append(run)
                continue
            if run not in self._memory:
                self._memory[run] = self._segment(run)
            words.extend(self._memory[run])
        return words

    def _segment(self, run: str) -> list[str]:
        """The cheapest way to lay words of the vocabulary over the run; uncovered characters cost most."""
        best = [0] + [1 << 30] * len(run)
        start_of = [0] * (len(run) + 1)
        known = [False] * (len(run) + 1)
        for start in range(len(run)):
            shortest = 1 if is_unspaced(run[start]) else SHORTEST_PART
            for end in range(start + shortest, min(len(run), start + MAX_WORD_LENGTH) + 1):
                cost = self._costs.get(run[start:end])
                if cost is not None and best[start] + cost < best[end]:
                    best[end], start_of[end], known[end] = best[start] + cost, start, True
            if best[start] + UNKNOWN_COST < best[start + 1]:
                best[start + 1], start_of[start + 1], known[start + 1] = best[start] + UNKNOWN_COST, start, False
        parts = []
        end = len(run)
        while end > 0:
            if known[end]:
                parts.append(run[start_of[end] : end])
            end = start_of[end]
        return parts[::-1]
