"""The words of the static model: frequent words of many languages, and what stands in for the rest."""

import collections
import tarfile
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import regex
import snowballstemmer
import wordfreq

from tokenizer import MAX_WORD_LENGTH

# Rows for each language, and how many of its most frequent words are looked at for them.
ROWS = {
    "en": 82000, "zh": 21000, "ru": 17000, "de": 13500, "ja": 9500, "ko": 9500, "ar": 9000, "fr": 8500, "es": 7200,
    "pl": 6500, "uk": 6500, "it": 5600, "pt": 5500, "tr": 4500, "cs": 3800, "nl": 4200, "he": 3200, "fi": 3300,
    "hu": 3300, "fa": 3000, "hi": 3000, "bg": 2600, "sv": 2900, "el": 2700, "bn": 2000, "id": 2200, "vi": 2000,
    "ro": 2000, "sh": 1600, "ur": 1500, "da": 1700, "sk": 1400, "ca": 1500, "nb": 1400, "ta": 1200,
}  # fmt: skip
CANDIDATES = {
    "en": 130000, "ru": 60000, "zh": 36000, "de": 34000, "fr": 24000, "es": 24000, "it": 17000, "pt": 17000,
    "ja": 14000, "ko": 14000, "ar": 24000, "nl": 9000, "pl": 16000, "uk": 14000, "tr": 9000, "cs": 9000, "sv": 7000,
    "fa": 5000, "he": 6000, "hi": 5000, "el": 6000, "vi": 3000, "id": 5000, "ro": 5000, "hu": 7000, "fi": 8000,
    "da": 5000, "nb": 4000, "bg": 5000, "ca": 4000, "bn": 3000, "ta": 2500, "ur": 2500, "sk": 2500, "sh": 2500,
}  # fmt: skip
STEMMERS = {
    "ru": "russian", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese",
    "ar": "arabic", "nl": "dutch", "tr": "turkish", "sv": "swedish", "hi": "hindi", "el": "greek",
    "id": "indonesian", "ro": "romanian", "hu": "hungarian", "fi": "finnish", "da": "danish", "nb": "norwegian",
    "ca": "catalan", "ta": "tamil",
}  # fmt: skip
PIECES = 6000

# Written without spaces, or without a frequency list: the teacher's own pieces serve as words.
_PIECE = regex.compile(
    r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Georgian}\p{Armenian}\p{Telugu}\p{Kannada}\p{Malayalam}\p{Gujarati}"
    r"\p{Gurmukhi}\p{Sinhala}\p{Ethiopic}]+"
)
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")


@dataclass
class Group:
    """Forms of one word in one language, the most frequent first."""

    language: str
    words: list[str]


def read_vocabulary(wordnet: Path, pieces: list[tuple[str, float]]) -> tuple[dict[str, float], list[Group]]:
    """Frequency of every word, and the words in groups. English groups hold one word: the vectors decide later."""
    frequency, language = {}, {}
    lists = {code: _frequencies(code) for code in CANDIDATES}
    for code, count in CANDIDATES.items():
        for word, share in lists[code].most_common(count):
            if len(word) <= MAX_WORD_LENGTH and share > frequency.get(word, 0):
                frequency[word], language[word] = share, code
    for word in sorted(_wordnet_words(wordnet)):
        if word not in frequency and len(word) <= MAX_WORD_LENGTH:
            frequency[word], language[word] = max(lists["en"].get(word, 0), 1e-8), "en"
    for piece, score in pieces:
        text = unicodedata.normalize("NFKC", piece.replace("\u2581", "")).lower()
        if text in frequency or len(text) > MAX_WORD_LENGTH:
            continue
        if len(text) == 1 and _LETTERS.fullmatch(text):
            frequency[text], language[text] = 1e-7, "character"
        elif _PIECE.fullmatch(text):
            frequency[text], language[text] = float(2.718281828**score), "piece"
    for digit in "0123456789":
        frequency[digit], language[digit] = 1e-3, "character"
    return frequency, _group(frequency, language)


def english_stems(words: list[str]) -> list[str]:
    return snowballstemmer.stemmer("english").stemWords(words)


def read_glosses(wordnet: Path) -> list[str]:
    """WordNet's definitions and examples, in the archive's order."""
    with tarfile.open(wordnet) as files:
        return [
            line.decode().split("|", 1)[1]
            for part in ("noun", "verb", "adj")
            for line in files.extractfile(f"package/dict/data.{part}")
            if b"|" in line and not line.startswith(b" ")
        ]


def _frequencies(code: str) -> collections.Counter:
    counts = collections.Counter()
    for entry, share in wordfreq.get_frequency_dict(code, "best").items():
        for word in _LETTERS.findall(unicodedata.normalize("NFKC", entry).lower()):
            counts[word] += share
    return counts


def _wordnet_words(archive: Path) -> set[str]:
    words = set()
    with tarfile.open(archive) as files:
        for part in ("noun", "verb", "adj", "adv"):
            for line in files.extractfile(f"package/dict/index.{part}"):
                if not line.startswith(b" "):
                    lemma = line.split(b" ", 1)[0].decode().lower().replace("-", "_")
                    words.update(word for word in lemma.split("_") if len(word) > 2 and _LETTERS.fullmatch(word))
    return words


def _group(frequency: dict[str, float], language: dict[str, str]) -> list[Group]:
    by_language = collections.defaultdict(list)
    for word in frequency:
        by_language[language[word]].append(word)
    groups = []
    for code, words in by_language.items():
        stems = snowballstemmer.stemmer(STEMMERS[code]).stemWords(words) if code in STEMMERS else words
        forms = collections.defaultdict(list)
        for word, stem in zip(words, stems):
            forms[stem if len(stem) >= 3 else word].append(word)
        found = [Group(code, sorted(form, key=lambda word: -frequency[word])) for form in forms.values()]
        found.sort(key=lambda group: -sum(frequency[word] for word in group.words))
        limit = len(found) if code in ("en", "character") else PIECES if code == "piece" else ROWS[code]
        groups.extend(found[:limit])
    return groups
