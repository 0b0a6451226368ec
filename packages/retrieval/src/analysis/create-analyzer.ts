import type { Analyzer, WeightedTerm } from './analyzer.ts';
import { detectLatinLanguage } from './detect-language.ts';
import { foldHan } from './fold-han.ts';
import { foldLetters, transcribe } from './fold-letters.ts';
import { isFewWords } from './is-few-words.ts';
import {
  isClose,
  isJoinable,
  joinAt,
  joinLongerAt,
  type LongerOptions,
  maxJoinedWords,
  type Side,
} from './join-words.ts';
import { isNumber, readNumber } from './read-number.ts';
import { splitWords, type Word } from './split-words.ts';
import { type StemmedLanguage, WordStemmer, withoutApostrophes } from './stem-word.ts';
import { type Language, stopWordsOf } from './stop-words.ts';

const analyzerVersion = 'lectern-5';
const maxTermLength = 64;
const maxQueryTerms = 64;
/** Share of a term that is less than the word: its parts, its joined form, another reading. */
const otherFormShare = 0.5;
const writtenMark = '=';
/** A word that occurs n times in a query has the weight 0.7 n, rounded: chosen by figures. */
const repetitionFactor = 0.7;
/** A sign changes the meaning of a short word or one with digits; after others it is punctuation. */
const maxSignedLetters = 4;

const latin = /\p{sc=Latin}/u;
const cyrillic = /\p{sc=Cyrillic}/u;
const arabic = /\p{sc=Arabic}/u;
const stopCharacters = new Set('的了是在和与有之以及其为于对中到被个么');
const hasDigit = /\p{N}/u;
const lowerCase = /\p{Ll}/u;
const runsOfCode = /\p{L}[\p{L}\p{M}]*|\p{N}+/gu;

interface Term {
  readonly text: string;
  readonly share: number;
  readonly isStopWord: boolean;
  /** True for the written form of a word without signs and digits. */
  readonly isWrittenWord?: boolean;
}

/** Index terms, or the terms in which two texts are compared. */
type Purpose = 'index' | 'comparison';

interface AnalysisOptions {
  readonly side: Side;
  readonly purpose: Purpose;
  /** Language of Latin words; detected where it is undefined. */
  readonly language?: Language | undefined;
}

/**
 * Creates the analyser. Words are stemmed by script and language (Snowball). The language of a
 * short query is unknown, so a Latin word is always indexed by its English stem, and in a text of
 * another recognised language by that language's stem as well. Chinese, Japanese and Korean are
 * indexed by simplified characters and pairs of them, Thai and its neighbours by dictionary words.
 * A code is indexed by its joined form, so that `IL-6`, `IL 6` and `IL6` meet, and by its parts, as
 * are a compound with hyphens and digits in groups; a number by its value. A stop word is indexed
 * once per text, so that queries of only stop words find it and lengths hardly change.
 *
 * In an index each word also has its written form, with its accents and signs: `=her2-` beside
 * `her2`. A query for it finds every form of the word, the written one first. So does one for a
 * number after a comparison sign, and for a single letter with its neighbour.
 */
export function createAnalyzer(): Analyzer {
  const stemmers = new Map<StemmedLanguage, WordStemmer>();
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

  function stem(word: string, language: StemmedLanguage): string {
    let stemmer = stemmers.get(language);
    if (stemmer === undefined) {
      stemmer = new WordStemmer(language);
      stemmers.set(language, stemmer);
    }
    return stemmer.stem(word);
  }

  function termsOfLetters(text: string, latinLanguage: Language): Term[] {
    const word = withoutApostrophes(text);
    if (word === '') return [];
    if (cyrillic.test(word)) {
      const isStopWord = stopWordsOf('russian').has(word);
      return [{ text: stem(word, 'russian'), share: 1, isStopWord }];
    }
    if (arabic.test(word)) return [toTerm(stem(word, 'arabic'))];
    if (!latin.test(word)) return [toTerm(foldLetters(word))];
    const isStopWord = stopWordsOf('english').has(word) || stopWordsOf(latinLanguage).has(word);
    const english = stem(foldLetters(word), 'english');
    const native = latinLanguage === 'english' ? english : stem(word, latinLanguage);
    if (native === english) return [{ text: english, share: 1, isStopWord }];
    return [
      { text: native, share: 1 - otherFormShare, isStopWord },
      { text: english, share: otherFormShare, isStopWord },
    ];
  }

  function termsOfCode(code: string, side: Side): Term[] {
    const whole = toTerm(foldLetters(withoutApostrophes(code)));
    const parts = code.split('_').filter((part) => part !== '');
    const runs = parts.length < 2 ? (code.match(runsOfCode) ?? []) : parts;
    // A query for `AB1200` finds `AB 1200` by the joined form, one for `50km` only by the parts.
    const isByParts = parts.length > 1 || side === 'document' || /^\p{N}/u.test(code);
    if (!isByParts || runs.length < 2 || runs.length > maxJoinedWords) return [whole];
    return [
      whole,
      ...runs.map((part) => toTerm(stem(withoutApostrophes(part), 'english'), otherFormShare)),
    ];
  }

  function plainTermsOf(word: Word, latinLanguage: Language, side: Side): Term[] {
    switch (word.kind) {
      case 'letters':
        return termsOfLetters(word.text, latinLanguage);
      case 'code':
        return isNumber(word.text) ? termsOfNumber(word.text) : termsOfCode(word.text, side);
      case 'cjk':
        return termsOfCjk(word.text, side);
      case 'unspaced':
        return Array.from(segmenter.segment(word.text), ({ segment }) => toTerm(segment));
    }
  }

  /** Returns the terms that only an index needs: the written form and a transcription. */
  function indexTermsOf(word: Word, plain: readonly Term[]): Term[] {
    if (word.kind === 'cjk') return traditionalTermsOf(word.text);
    if (!isJoinable(word)) return [];
    const written = withoutApostrophes(word.text);
    const isExact = word.kind === 'code' || word.before + word.after !== '';
    const added: Term[] = [
      {
        text: `${writtenMark}${word.before}${written}${word.after}`,
        share: 1,
        isStopWord: !isExact && plain[0]?.isStopWord === true,
        isWrittenWord: !isExact,
      },
    ];
    const transcribed = word.kind === 'letters' ? transcribe(written) : undefined;
    const term = transcribed === undefined ? undefined : stem(transcribed, 'english');
    if (term !== undefined && plain.every(({ text }) => text !== term)) {
      added.push(toTerm(term, otherFormShare));
    }
    return added;
  }

  /** Returns the term of a single letter with its neighbour: `a=grade` of `grade A` and `A grade`. */
  function letterTermsOf(letter: Word, neighbour: Word | undefined, link: Word['link']): Term[] {
    if (neighbour?.kind !== 'letters' || !isClose(link) || isLetter(neighbour)) return [];
    const [term] = termsOfLetters(neighbour.text, 'english');
    if (!term || term.isStopWord) return [];
    return [toTerm(`${letter.text}${writtenMark}${term.text}`)];
  }

  function analyze(text: string, { side, purpose, language }: AnalysisOptions): Term[] {
    const words = splitWords(text);
    const latinLanguage = language ?? detectLatinLanguage(words);
    const isFew = side === 'query' && isFewWords(text);
    const isMixedCase = lowerCase.test(text);
    const terms: Term[] = [];
    const add = (added: readonly Term[]) => {
      for (const term of added) {
        if (term.text === '') continue;
        terms.push(
          term.text.length > maxTermLength
            ? { ...term, text: term.text.slice(0, maxTermLength) }
            : term,
        );
      }
    };
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] as Word;
      const found = plainTermsOf(word, latinLanguage, side);
      const isStopWord = found[0]?.isStopWord === true;
      const isByNumber = isStopWord && isBesideNumber(words, at);
      // `IT`, `WHO` and the `May` of a date are no stop words.
      const isName =
        isStopWord &&
        isMixedCase &&
        (word.isAcronym || (isByNumber && word.isCapital && word.link === 'space'));
      const plain = isName ? found.map((term) => ({ ...term, isStopWord: false })) : found;
      const joined = joinAt(words, at, { isStopWord: plain[0]?.isStopWord === true, side });
      if (word.comparison !== '') add(comparedTermsOf(word, plain));
      if (purpose === 'index') {
        add(plain);
        add(indexTermsOf(word, plain));
        if (isName || (isByNumber && side === 'query')) {
          add([toTerm(`${writtenMark}${word.text.toUpperCase()}`)]);
        }
        if (isLetter(word) && (word.isCapital || isFew)) {
          add(letterTermsOf(word, words[at - 1], word.link));
          add(letterTermsOf(word, words[at + 1], words[at + 1]?.link));
        }
        if (joined) add([toTerm(joined.text, joined.isTight ? 1 : otherFormShare)]);
        if (side === 'document' || isFew) add(longerTermsAt(words, at, { joined, side }));
        continue;
      }
      const signed = signedTermsOf(word, plain);
      if (side === 'document') {
        add(longerTermsAt(words, at, { joined, side }));
        // A number with a sign is another number, whereas a code with one is also the code.
        add(signed && isNumber(word.text) ? [] : plain);
        if (signed) add(signed);
        if (joined) add([toTerm(joined.text)]);
      } else if (joined?.isTight) {
        add([toTerm(joined.text)]);
        at += joined.words - 1;
      } else add(signed ?? plain);
    }
    return terms;
  }

  /** Returns the joined form of a longer code, a compound or digits: `XR 77/B`, `co-op`, `22 33 44`. */
  function longerTermsAt(words: readonly Word[], at: number, options: LongerOptions): Term[] {
    const longer = joinLongerAt(words, at, options);
    if (!longer) return [];
    return [toTerm(longer.isCompound ? stem(longer.text, 'english') : longer.text, otherFormShare)];
  }

  return {
    version: analyzerVersion,
    analyzeDocument: (text, language) =>
      onceEachStopWord(analyze(text, { side: 'document', purpose: 'comparison', language })),
    analyzeQuery: (text, language) =>
      weigh(withoutStopWords(analyze(text, { side: 'query', purpose: 'comparison', language }))),
    indexDocument: (text) =>
      onceEachStopWord(analyze(text, { side: 'document', purpose: 'index' })),
    indexQuery: (text) => {
      const terms = withoutStopWords(analyze(text, { side: 'query', purpose: 'index' }));
      return weigh(wantsWrittenWords(terms, text) ? terms : terms.filter(isPlain)).map(toWhole);
    },
  };
}

function toTerm(text: string, share = 1): Term {
  return { text, share, isStopWord: false };
}

function isBesideNumber(words: readonly Word[], at: number): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  return (
    (word?.link === 'space' && isNumber(before?.text ?? '')) ||
    (next?.link === 'space' && isNumber(next.text))
  );
}

function isLetter({ text, kind }: Word): boolean {
  return kind === 'letters' && [...text].length === 1;
}

/** A number after a comparison sign is also a term of its own: `≥40` beside `40`. */
function comparedTermsOf({ text, before, comparison }: Word, plain: readonly Term[]): Term[] {
  const value = isNumber(text) ? (plain[0]?.text ?? text) : text;
  return [toTerm(`${comparison}${before.startsWith('-') ? '-' : ''}${value}`)];
}

/** A number by each of its values; an amount also without its decimals. */
function termsOfNumber(text: string): Term[] {
  const [first = text, ...others] = readNumber(text);
  const terms = [toTerm(first), ...others.map((value) => toTerm(value, otherFormShare))];
  const integer = /^(\d{4,})\.\d+$/.exec(first)?.[1];
  if (integer !== undefined) terms.push(toTerm(integer, otherFormShare));
  return terms;
}

/** Returns the terms of a word with a sign that changes its meaning; undefined for other words. */
function signedTermsOf(
  { text, kind, before, after }: Word,
  plain: readonly Term[],
): Term[] | undefined {
  if (kind !== 'letters' && kind !== 'code') return undefined;
  if (isNumber(text)) {
    return before.startsWith('-')
      ? plain.map((term) => ({ ...term, text: `-${term.text}` }))
      : undefined;
  }
  const binds =
    after !== '' &&
    after !== '*' &&
    (after !== '-' || text.length <= maxSignedLetters || hasDigit.test(text));
  return binds ? [toTerm(foldLetters(withoutApostrophes(text)) + after)] : undefined;
}

/** Pairs of neighbours, and in documents single characters too, so that one character is found. */
function termsOfCjk(run: string, side: Side): Term[] {
  const characters = Array.from(run, foldHan);
  const single = characters.map((text) => ({
    text,
    share: 1,
    isStopWord: stopCharacters.has(text),
  }));
  if (characters.length === 1) return single;
  const pairs = characters.slice(1).map((second, index) => toTerm(`${characters[index]}${second}`));
  return side === 'document' ? [...single, ...pairs] : pairs;
}

/** Returns the pairs with a traditional character as they are written, or a single one. */
function traditionalTermsOf(run: string): Term[] {
  const characters = [...run];
  const isTraditional = characters.map((character) => foldHan(character) !== character);
  if (!isTraditional.includes(true)) return [];
  const written = (text: string) => ({ ...toTerm(writtenMark + text), isWrittenWord: true });
  if (characters.length === 1) return [written(run)];
  return characters
    .slice(1)
    .flatMap((second, at) =>
      isTraditional[at] || isTraditional[at + 1] ? written(`${characters[at]}${second}`) : [],
    );
}

function onceEachStopWord(terms: readonly Term[]): string[] {
  const seen = new Set<string>();
  return terms.flatMap(({ text, isStopWord }) => {
    if (!isStopWord) return text;
    if (seen.has(text)) return [];
    seen.add(text);
    return text;
  });
}

/**
 * Returns true for a few words, which are meant as they are written; those of a question may have
 * any form.
 */
function wantsWrittenWords(terms: readonly Term[], query: string): boolean {
  return terms.filter((term) => !isPlain(term)).length === 1 || isFewWords(query);
}

function isPlain({ isWrittenWord }: Term): boolean {
  return !isWrittenWord;
}

/** The index matches whole weights at half the cost of others. */
function toWhole({ term, weight }: WeightedTerm): WeightedTerm {
  return { term, weight: Math.max(1, weight) };
}

function withoutStopWords(terms: readonly Term[]): readonly Term[] {
  const telling = terms.filter(({ isStopWord }) => !isStopWord);
  return telling.length > 0 ? telling : terms;
}

/**
 * Returns each term once, its weight growing with its repetitions; the heaviest if there are too
 * many.
 */
function weigh(terms: readonly Term[]): WeightedTerm[] {
  const sums = new Map<string, number>();
  for (const { text, share } of terms) sums.set(text, (sums.get(text) ?? 0) + share);
  const weighted = [...sums].map(([term, sum]) => ({
    term,
    weight: sum > 1 ? Math.max(1, Math.round(sum * repetitionFactor)) : sum,
  }));
  if (weighted.length <= maxQueryTerms) return weighted;
  return weighted
    .sort((a, b) => b.weight - a.weight || b.term.length - a.term.length)
    .slice(0, maxQueryTerms);
}
