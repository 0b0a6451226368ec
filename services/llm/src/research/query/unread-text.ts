import { english, type QueryVocabulary } from './languages/en.ts';
import { russian } from './languages/ru.ts';

const vocabularies: readonly QueryVocabulary[] = [english, russian];

/** Words of all languages: a question may mix them. */
export function wordsOf(
  pick: (vocabulary: QueryVocabulary) => readonly string[],
): readonly string[] {
  return vocabularies.flatMap(pick);
}

export const locales = vocabularies.map(({ locale }) => locale);

const numberWords = new Map(
  vocabularies.flatMap(({ numbers }) =>
    numbers.flatMap((words, index) => words.map((word) => [word, index + 1] as const)),
  ),
);

/** A group that matches a number of up to three digits, or its word. */
export const numberPattern = `(?:\\d{1,3}|${anyOf([...numberWords.keys()])})`;

export function toNumber(text: string): number {
  return numberWords.get(text.toLowerCase()) ?? Number(text);
}

/** A group that matches any of the words of a vocabulary, longest first. */
export function anyOf(words: readonly string[]): string {
  const patterns = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) =>
      word
        .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '[\\p{L}]*')
        .replaceAll(/\s+/g, '\\s+'),
    );
  return `(?:${patterns.join('|') || '(?!)'})`;
}

const before = '(?<![\\p{L}\\p{N}])';
const behind = '(?![\\p{L}\\p{N}])';

/** Makes a pattern that matches whole words. */
export function toPattern(source: string): RegExp {
  return new RegExp(`${before}(?:${source})${behind}`, 'giu');
}

/** The part of a question that no reader has understood yet. */
export class UnreadText {
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** Removes every match that `read` accepts, which it does unless it returns false. */
  consume(pattern: RegExp, read: (match: RegExpExecArray) => unknown = () => true): boolean {
    let isTaken = false;
    let rest = '';
    let end = 0;
    for (const match of this.#text.matchAll(pattern)) {
      if (read(match) === false) continue;
      isTaken = true;
      rest += `${this.#text.slice(end, match.index)} `;
      end = match.index + match[0].length;
    }
    this.#text = rest + this.#text.slice(end);
    return isTaken;
  }
}
