import type { PageLine } from './read-page-lines.ts';

/** The end of a line up to its hyphen, and the start of the next line. */
const hyphenAtEnd = /(\S*[\p{L}\p{N}])([-\u2010\u00ad])$/u;
const wordAtStart = /^[\p{L}\p{N}][\p{L}\p{N}'’\u2010-]*/u;
const ideographAtEnd = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]$/;
const ideographAtStart = /^[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** Minimum letters of a part that can be a word. */
const minWordLength = 3;

/** A word at the break between two lines. */
interface BrokenWord {
  /** Text before the hyphen, without white space. */
  readonly head: string;
  readonly hyphen: string;
  readonly tail: string;
}

/** Returns true if the hyphen of a word at a line end is only there because the line ends. */
export type IsOneWord = (word: BrokenWord) => boolean;

/** Minimum words with a hyphen that show that a document breaks no others. */
const minCompounds = 3;

/**
 * Learns from words that the document writes without a break: `know-|ledge` is one word if
 * `knowledge` occurs. Where neither form occurs, it is one unless both parts are words of the text;
 * a document that breaks other words, or none but those with a hyphen, decides for both. A hyphen
 * beside a digit, a capital or a single letter, or in a word with other hyphens (`mother-in-|law`),
 * belongs to the word.
 */
export function learnWords(pages: readonly (readonly PageLine[])[]): IsOneWord {
  const broken = pages.flatMap((lines) =>
    lines.flatMap(({ text }, at) => findBroken(text, lines[at + 1]?.text ?? '') ?? []),
  );
  const wanted = new Set(
    broken.flatMap((word) => [joined(word), compound(word), lastJoined(word), ...partsOf(word)]),
  );
  const seen = new Set<string>();
  for (const lines of wanted.size > 0 ? pages : []) {
    let isBroken = false;
    for (const { text } of lines) {
      // The parts of a broken word are no words of the text.
      const start = isBroken ? text.replace(wordAtStart, '') : text;
      isBroken = hyphenAtEnd.test(text);
      const whole = isBroken ? start.replace(hyphenAtEnd, '') : start;
      for (const [word] of whole.matchAll(/[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)*/gu)) {
        const form = normalise(word);
        for (const known of [form, ...form.split('-')]) if (wanted.has(known)) seen.add(known);
      }
    }
  }
  const whole = broken.filter((word) => seen.has(joined(word))).length;
  const compounds = broken.filter((word) => seen.has(compound(word))).length;
  return (word) => {
    if (word.hyphen === '\u00ad') return true;
    if (!/\p{L}$/u.test(word.head) || /^\p{L}$/u.test(lettersOf(word.head))) return false;
    if (seen.has(joined(word))) return true;
    if (!/^\p{Ll}/u.test(word.tail) || seen.has(compound(word))) return false;
    const hasOther = /[\p{L}\p{N}][-\u2010]/u.test(word.head) || /[-\u2010]\p{Ll}/u.test(word.tail);
    if (hasOther) return seen.has(lastJoined(word));
    if (whole > compounds) return true;
    return compounds < minCompounds && !partsOf(word).every((part) => seen.has(part));
  };
}

function findBroken(text: string, next: string): BrokenWord | undefined {
  const [, head, hyphen] = hyphenAtEnd.exec(text) ?? [];
  const tail = wordAtStart.exec(next)?.[0];
  return head && hyphen && tail ? { head, hyphen, tail } : undefined;
}

function normalise(word: string): string {
  return word.toLowerCase().replaceAll('\u2010', '-');
}

function lettersOf(head: string): string {
  return /[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)*$/u.exec(head)?.[0] ?? head;
}

function joined({ head, tail }: BrokenWord): string {
  return normalise(`${lettersOf(head)}${tail.replace(/['’].*$/, '')}`);
}

function compound({ head, tail }: BrokenWord): string {
  return normalise(`${lettersOf(head)}-${tail.replace(/['’].*$/, '')}`);
}

/** Returns both parts of a broken word, if each can be a word. */
function partsOf({ head, tail }: BrokenWord): string[] {
  const parts = [lettersOf(head), tail.replace(/['’].*$/, '')].map(normalise);
  return parts.every((part) => part.length >= minWordLength) ? parts : [''];
}

/** Returns the word of a compound that the line end would break: `operation` of `co-opera-|tion`. */
function lastJoined({ head, tail }: BrokenWord): string {
  const [first = ''] = normalise(tail).split(/[-'’]/);
  return `${normalise(lettersOf(head)).split('-').at(-1)}${first}`;
}

/**
 * Joins lines to running text: words that the line end breaks become whole, line breaks stay only
 * after short lines.
 */
export function joinLines(lines: readonly PageLine[], isOneWord: IsOneWord): string {
  const left = Math.min(...lines.map((line) => line.from));
  const right = Math.max(...lines.map((line) => line.to));
  const fullFrom = right - 0.35 * (right - left);
  const parts: string[] = [];
  let previous: PageLine | undefined;
  for (const line of lines) {
    if (previous !== undefined) addJoint(parts, { previous, line }, { fullFrom, isOneWord });
    parts.push(line.text);
    previous = line;
  }
  return parts.join('').replaceAll('\u00ad', '');
}

function addJoint(
  parts: string[],
  { previous, line }: { readonly previous: PageLine; readonly line: PageLine },
  { fullFrom, isOneWord }: { readonly fullFrom: number; readonly isOneWord: IsOneWord },
): void {
  const word = findBroken(previous.text, line.text);
  if (word !== undefined) {
    if (isOneWord(word)) parts.push((parts.pop() as string).slice(0, -1));
  } else if (isRange(previous.text, line.text)) return;
  else if (previous.to < fullFrom) parts.push('\n');
  else if (!ideographAtEnd.test(previous.text) || !ideographAtStart.test(line.text))
    parts.push(' ');
}

/** Returns true for a range of numbers with a dash at the line end: `2019–|2021`. */
function isRange(text: string, next: string): boolean {
  return /\d[\u2012\u2013]$/.test(text) && /^\d/.test(next);
}
