import { isAspect, isFiller } from './question-words.ts';
import { takenOut } from './read-names.ts';

/** What names and filters have left of a question. */
export interface LeftWords {
  /** Runs of words that tell what it is about. */
  readonly terms: readonly string[];
  /** Words that are not searched for: they would find less, not better. */
  readonly unused: readonly string[];
}

const maxTerms = 20;
const maxTermLength = 200;

/** Words between the names of a question: those of its topic, and those that are left aside. */
export function readLeftWords(text: string): LeftWords {
  const terms: string[] = [];
  const unused: string[] = [];
  let run: string[] = [];
  const endRun = () => {
    const words = run.join(' ').slice(0, maxTermLength);
    // A number or a letter alone tells nothing.
    if (/\p{L}{2}/u.test(words)) terms.push(words);
    else if (/[\p{L}\p{N}]/u.test(words)) unused.push(words);
    run = [];
  };
  for (const word of splitWords(text)) {
    const isLeftAside = isAspect(word) || isCyrillic(word);
    const isNoTopic = word === takenOut || isFiller(word);
    if (isNoTopic || isLeftAside) endRun();
    else run.push(word);
    if (isLeftAside && !isNoTopic) unused.push(word);
  }
  endRun();
  return { terms: listOnce(terms), unused: listOnce(unused) };
}

/** The services know English words alone. */
function isCyrillic(word: string): boolean {
  return /[а-яё]/.test(word);
}

function listOnce(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, maxTerms);
}

/** The whole of a question without names, but for the words of every question at its ends. */
export function readTopic(text: string): string[] {
  const words = splitWords(text).filter((word) => word !== takenOut);
  const start = words.findIndex((word) => !isFiller(word));
  const end = words.findLastIndex((word) => !isFiller(word));
  if (start === -1) return [];
  return [
    words
      .slice(start, end + 1)
      .join(' ')
      .slice(0, maxTermLength),
  ];
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(new RegExp(`${takenOut}+`, 'g'), ` ${takenOut} `)
    .replaceAll(/[?!,;:«»"“”()]|\.(?=\s|$)/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^-+(?=\p{L})/u, ''))
    .filter(Boolean);
}
