import { foldLetters } from './fold-letters.ts';
import { isGreekLetterName } from './greek-letters.ts';
import { readNumber } from './read-number.ts';
import type { Word } from './split-words.ts';
import { withoutApostrophes } from './stem-word.ts';
import { stopWordsOf } from './stop-words.ts';

/** Parts of a code are short: `SARS-CoV-2`, but not `HER2-positive`. */
const maxCodeLetters = 6;
export const maxJoinedWords = 4;
/** Digits in groups, as of a telephone or an account, are a number of at least so many digits. */
const groupsOfDigits = { min: 3, max: 9, maxLength: 6, minDigits: 7 };

const hasDigit = /\p{N}/u;

export type Side = 'document' | 'query';

/** Words that are one word or code in another spelling. */
export interface JoinedWords {
  readonly text: string;
  readonly words: number;
  /** Written with hyphens, or as groups of digits: certainly one word. */
  readonly isTight: boolean;
}

export interface JoinOptions {
  /** True if the first word is a stop word, which begins no code with spaces. */
  readonly isStopWord: boolean;
  readonly side: Side;
}

/** Joins a code or number that begins with a word: `IL-6`, `SARS CoV 2`, `1 000 000`. */
export function joinAt(
  words: readonly Word[],
  at: number,
  { isStopWord, side }: JoinOptions,
): JoinedWords | undefined {
  const word = words[at] as Word;
  const next = words[at + 1];
  if (!next || !isClose(next.link) || !isJoinable(word) || !isJoinable(next)) return undefined;
  if (next.link === 'space') {
    const digits = joinDigits(words, at);
    if (digits) return digits;
  }
  const tight = joinHyphens(words, at);
  if (tight || isStopWord) return tight;
  const parts = codeWithSpacesAt(words, at, side);
  if (!parts) return undefined;
  return { text: joinTexts(parts), words: parts.length, isTight: false };
}

export interface LongerOptions {
  /** The code that the word begins, as {@link joinAt} returns it. */
  readonly joined: JoinedWords | undefined;
  readonly side: Side;
}

/** Joins a longer code, digits in groups or a compound: `XR 77/B`, `22 33 44 55`, `co-op`. */
export function joinLongerAt(
  words: readonly Word[],
  at: number,
  { joined, side }: LongerOptions,
): { readonly text: string; readonly isCompound: boolean } | undefined {
  if (joined) {
    const end = endOfRun(words, at + joined.words, ({ link }) => link !== 'space');
    const parts = words.slice(at, Math.min(end, at + maxJoinedWords));
    if (parts.length === joined.words || !parts.every(isShort)) return undefined;
    return { text: joinTexts(parts), isCompound: false };
  }
  const digits = joinGroupsOfDigits(words, at, side);
  if (digits !== undefined) return { text: digits, isCompound: false };
  if (words[at]?.kind !== 'letters' || words[at].link === 'hyphen') return undefined;
  const isPart = ({ link, kind }: Word) => link === 'hyphen' && kind === 'letters';
  const parts = words.slice(at, endOfRun(words, at + 1, isPart));
  if (parts.length < 2 || parts.length > maxJoinedWords) return undefined;
  return { text: joinTexts(parts), isCompound: true };
}

export function isJoinable({ kind }: Word): boolean {
  return kind === 'letters' || kind === 'code';
}

/** Joins a code that is written with hyphens alone: `SARS-CoV-2`, `TNF-alpha`. */
function joinHyphens(words: readonly Word[], at: number): JoinedWords | undefined {
  if (words[at]?.link === 'hyphen' || words[at + 1]?.link !== 'hyphen') return undefined;
  const parts = words.slice(
    at,
    endOfRun(words, at + 1, ({ link }) => link === 'hyphen'),
  );
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
function joinGroupsOfDigits(words: readonly Word[], at: number, side: Side): string | undefined {
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

export function isClose(link: Word['link']): boolean {
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
