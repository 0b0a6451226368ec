import type { Analyzer, WeightedTerm } from './analyzer.ts';
import { detectLatinLanguage } from './detect-language.ts';
import { foldHan } from './fold-han.ts';
import { foldLetters, transcribe } from './fold-letters.ts';
import { isGreekLetterName } from './greek-letters.ts';
import { isFewWords } from './is-few-words.ts';
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
/** Parts of a code are short: `SARS-CoV-2`, but not `HER2-positive`. */
const maxCodeLetters = 6;
const maxJoinedWords = 4;
/** Digits in groups, as of a telephone or an account, are a number of at least so many digits. */
const groupsOfDigits = { min: 3, max: 9, maxLength: 6, minDigits: 7 };
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
type Side = 'document' | 'query';

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

  function analyze(text: string, side: Side, purpose: Purpose): Term[] {
    const words = splitWords(text);
    const latinLanguage = detectLatinLanguage(words);
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
      const joined = joinedTermAt(words, at, { plain, side });
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

  /** Returns the term of a compound that begins with a word; undefined if none does. */
  function joinedTermAt(
    words: readonly Word[],
    at: number,
    { plain, side }: { readonly plain: readonly Term[]; readonly side: Side },
  ): JoinedTerm | undefined {
    const word = words[at] as Word;
    const next = words[at + 1];
    if (!next || !isClose(next.link) || !isJoinable(word) || !isJoinable(next)) return undefined;
    if (next.link === 'space') {
      const digits = joinDigits(words, at);
      if (digits) return digits;
    }
    const tight = joinHyphens(words, at);
    if (tight || plain[0]?.isStopWord) return tight;
    const parts = codeWithSpacesAt(words, at, side);
    if (!parts) return undefined;
    return { text: joinTexts(parts), words: parts.length, isTight: false };
  }

  /** Returns the joined form of a longer code, a compound or digits: `XR 77/B`, `co-op`, `22 33 44`. */
  function longerTermsAt(
    words: readonly Word[],
    at: number,
    { joined, side }: { readonly joined: JoinedTerm | undefined; readonly side: Side },
  ): Term[] {
    if (joined) {
      const end = endOfRun(words, at + joined.words, ({ link }) => link !== 'space');
      const parts = words.slice(at, Math.min(end, at + maxJoinedWords));
      if (parts.length === joined.words || !parts.every(isShort)) return [];
      return [toTerm(joinTexts(parts), otherFormShare)];
    }
    const digits = groupsOfDigitsAt(words, at, side);
    if (digits !== undefined) return [toTerm(digits, otherFormShare)];
    if (words[at]?.kind !== 'letters' || words[at].link === 'hyphen') return [];
    const end = endOfRun(
      words,
      at + 1,
      ({ link, kind }) => link === 'hyphen' && kind === 'letters',
    );
    const isCompound = end - at > 1 && end - at <= maxJoinedWords;
    return isCompound
      ? [toTerm(stem(joinTexts(words.slice(at, end)), 'english'), otherFormShare)]
      : [];
  }

  return {
    version: analyzerVersion,
    analyzeDocument: (text) => onceEachStopWord(analyze(text, 'document', 'comparison')),
    analyzeQuery: (text) => weigh(withoutStopWords(analyze(text, 'query', 'comparison'))),
    indexDocument: (text) => onceEachStopWord(analyze(text, 'document', 'index')),
    indexQuery: (text) => {
      const terms = withoutStopWords(analyze(text, 'query', 'index'));
      return weigh(wantsWrittenWords(terms, text) ? terms : terms.filter(isPlain)).map(toWhole);
    },
  };
}

interface JoinedTerm {
  readonly text: string;
  readonly words: number;
  /** Written with hyphens, or as groups of digits: certainly one word. */
  readonly isTight: boolean;
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

function isJoinable({ kind }: Word): boolean {
  return kind === 'letters' || kind === 'code';
}

/** Joins a code that is written with hyphens alone: `SARS-CoV-2`, `TNF-alpha`. */
function joinHyphens(words: readonly Word[], at: number): JoinedTerm | undefined {
  if (words[at]?.link === 'hyphen' || words[at + 1]?.link !== 'hyphen') return undefined;
  let end = at + 1;
  while (words[end]?.link === 'hyphen' && isJoinable(words[end] as Word)) end += 1;
  const parts = words.slice(at, end);
  if (parts.length < 2 || parts.length > maxJoinedWords) return undefined;
  const text = joinTexts(parts);
  const isCode =
    !/^\p{N}/u.test(text) &&
    parts.some(isNumbered) &&
    parts.every((part) => isShort(part) || isNumbered(part));
  return isCode ? { text, words: parts.length, isTight: true } : undefined;
}

/** Returns the place behind the words from a place on that hold. */
function endOfRun(words: readonly Word[], from: number, holds: (word: Word) => boolean): number {
  let end = from;
  while (words[end]?.link !== undefined && isJoinable(words[end] as Word)) {
    if (!holds(words[end] as Word)) break;
    end += 1;
  }
  return end;
}

/**
 * Returns the joined digits of a number in groups, in a document from each of its groups on:
 * `+47 22 33 44 55`, `NO93 8601 1117 947`, `978-3-16-148410-0`. Of a longer row of numbers none.
 */
function groupsOfDigitsAt(words: readonly Word[], at: number, side: Side): string | undefined {
  const { min, max, maxLength, minDigits } = groupsOfDigits;
  const isGroup = (word: Word | undefined) =>
    word !== undefined && word.text.length <= maxLength && /^\d+$/.test(word.text);
  const isNext = (word: Word) => isClose(word.link) && isGroup(word);
  const first = words[at];
  if (first?.kind !== 'code' || !/^\p{L}{0,2}\d+$/u.test(first.text)) return undefined;
  let start = at;
  while (
    isClose(words[start]?.link) &&
    isGroup(words[start]) &&
    words[start - 1]?.kind === 'code'
  ) {
    start -= 1;
    if (at - start > max) return undefined;
  }
  if (side === 'query' && start !== at) return undefined;
  const end = endOfRun(words, at + 1, isNext);
  if (end - start < min || end - start > max || end - at < 2) return undefined;
  const text = joinTexts(words.slice(at, end));
  return text.length < minDigits ? undefined : text;
}

function isClose(link: Word['link']): boolean {
  return link === 'hyphen' || link === 'space';
}

function joinTexts(words: readonly Word[]): string {
  return foldLetters(words.map(({ text }) => withoutApostrophes(text)).join(''));
}

/**
 * Returns the words of a code that is written with spaces: `IL 6`, `TNF alpha`, `SARS CoV 2`. In a
 * document the words of a longer one are acronyms; a query may be in lower case.
 */
function codeWithSpacesAt(
  words: readonly Word[],
  at: number,
  side: Side,
): readonly Word[] | undefined {
  let mayBeLong = true;
  for (let end = at; end < at + maxJoinedWords; end += 1) {
    const word = words[end];
    if (!word || !isJoinable(word) || (end > at && !isClose(word.link))) return undefined;
    if (end > at && isNumbered(word)) {
      return end === at + 1 || mayBeLong ? words.slice(at, end + 1) : undefined;
    }
    if (word.kind === 'code' || !isShort(word)) return undefined;
    mayBeLong &&= side === 'document' ? word.isAcronym : !stopWordsOf('english').has(word.text);
  }
  return undefined;
}

/** Returns true for the part of a code that tells it from others: digits, or a Greek letter. */
function isNumbered({ text, kind }: Word): boolean {
  return kind === 'code' ? hasDigit.test(text) : isGreekLetterName(text);
}

function isShort({ text, kind }: Word): boolean {
  return kind === 'code' || text.length <= maxCodeLetters;
}

/** Digits in groups of three with spaces between: `3 750`, `1 000 000`. */
function joinDigits(words: readonly Word[], at: number) {
  const isGroup = (word: Word | undefined) =>
    word?.link === 'space' && /^\d{3}(?:[.,]\d+)?$/.test(word.text);
  const first = words[at] as Word;
  if (!/^\d{1,3}$/.test(first.text) || !isGroup(words[at + 1]) || isGroup(first)) return undefined;
  let end = at + 1;
  while (isGroup(words[end]) && /^\d+$/.test((words[end - 1] as Word).text)) end += 1;
  const parts = words.slice(at, end).map(({ text }) => text);
  const [text = ''] = readNumber(parts.join("'"));
  return {
    text: first.before.startsWith('-') ? `-${text}` : text,
    words: parts.length,
    isTight: true,
  };
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
