import { maxFrameValues, maxFrameWordLength } from '@lectern/contracts';
import { isAspect, isFiller, joinCompounds, partCompounds } from './question-words.ts';
import { takenOut } from './read-names.ts';

/** What names and filters have left of a question. */
export interface LeftWords {
  /** Runs of words that tell what it is about. */
  readonly terms: readonly string[];
  /** Words that are not searched for: they would find less, not better. */
  readonly unused: readonly string[];
  readonly chains: readonly AlternativeChain[];
}

/** Names and other words of which any one will do: `asthma or vaping`. */
export interface AlternativeChain {
  /** Which of the names that were taken out of the text, counted from 0. */
  readonly names: number[];
  readonly words: string[];
  /** The word between them. */
  readonly or: string;
}

/** Between words of which any one will do, as both services understand it. */
export const alternative = ' OR ';
const orWord = /^(?:and\/or|or|и\/или|или|либо)$/u;
const places =
  /^(?:in|for|with|of|on|about|by|to|either|the|an?|у|при|для|с|со|о|об|про|на|от|в)$/u;

/** Words between the names of a question: those of its topic, and those that are left aside. */
export function readLeftWords(text: string): LeftWords {
  const terms: string[] = [];
  const unused: string[] = [];
  let run: string[] = [];
  /** What stands before the run, as far as an `or` joins it to that. */
  let before: 'term' | 'name' | undefined;
  let or: string | undefined;
  const chains: AlternativeChain[] = [];
  /** The chain of alternatives to which what stands before belongs. */
  let chain: AlternativeChain | undefined;
  let name = -1;
  const link = (joint: string, names: number[], words: string[]) => {
    chain = { names, words, or: joint };
    chains.push(chain);
  };
  const endRun = () => {
    const words = partCompounds(run.join(' ')).slice(0, maxFrameWordLength);
    const last = terms.at(-1);
    // A number or a letter alone tells nothing.
    if (!/\p{L}{2}/u.test(words)) {
      if (/[\p{L}\p{N}]/u.test(words)) unused.push(words);
    } else if (or && before && chain) {
      chain.words.push(words);
    } else if (or && before === 'name') {
      link(or, [name], [words]);
    } else if (or && before === 'term' && fitsOne(last, words)) {
      terms[terms.length - 1] = [last, words].join(alternative);
    } else {
      if (or && before) unused.push(or);
      terms.push(words);
      chain = undefined;
    }
    if (run.length > 0) [before, or] = ['term', undefined];
    run = [];
  };
  for (const word of splitWords(text)) {
    const isLeftAside = isAspect(word) || isCyrillic(word);
    const isNoTopic = word === takenOut || isFiller(word);
    if (isNoTopic || isLeftAside) endRun();
    else run.push(word);
    if (isLeftAside && !isNoTopic) unused.push(word);
    if (word === takenOut) {
      name += 1;
      if (or && before && chain) chain.names.push(name);
      else if (or && before === 'term') link(or, [name], terms.splice(-1));
      else chain = undefined;
      [before, or] = ['name', undefined];
    } else if (orWord.test(word)) or = word;
    else if (isLeftAside || (isNoTopic && !places.test(word)))
      [before, or, chain] = [undefined, undefined, undefined];
  }
  endRun();
  return { terms: listOnce(terms), unused: listOnce(unused), chains };
}

function fitsOne(term: string | undefined, other: string): boolean {
  return (term?.length ?? 0) + alternative.length + other.length <= maxFrameWordLength;
}

/** Whether a word is set aside: the services know English words alone. */
function isCyrillic(word: string): boolean {
  return /[а-яё]/.test(word);
}

function listOnce(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, maxFrameValues.terms);
}

/** The whole of a question without names, but for the words of every question at its ends. */
export function readTopic(text: string): string[] {
  const words = splitWords(text).filter((word) => word !== takenOut);
  const start = words.findIndex((word) => !isFiller(word));
  const end = words.findLastIndex((word) => !isFiller(word));
  if (start === -1) return [];
  return [partCompounds(words.slice(start, end + 1).join(' ')).slice(0, maxFrameWordLength)];
}

function splitWords(text: string): string[] {
  return joinCompounds(text.toLowerCase())
    .replaceAll(new RegExp(`${takenOut}+`, 'g'), ` ${takenOut} `)
    .replaceAll(/[?!,;:«»"“”()]|\.(?=\s|$)/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^-+(?=\p{L})/u, ''))
    .filter((word) => word !== '' && !/^['’]s?$/.test(word));
}
