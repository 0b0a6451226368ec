import { findCodes } from '../../services/rag/src/search/find-codes.ts';
import { readPlainQuery } from '../../services/rag/src/search/read-query.ts';
import type { BeirSet } from '../data/beir.ts';
import { createRandom, pick } from '../data/random.ts';

type Query = BeirSet['queries'][number];

/**
 * Kinds of queries: a set's own questions, a document's three rarest words, five consecutive words
 * of it, or one of its words with a code that no other document contains.
 */
export const queryKinds = ['own', 'words', 'phrase', 'code'] as const;
export type QueryKind = (typeof queryKinds)[number];

const documentsAsked = 60;
const wordsOfPhrase = 5;
const wordsChosen = 3;
const fewestWords = 20;
const lettersBesideCode = 5;

/** Returns a set's queries of each kind. Generated ones have one right document and are the same in each run. */
export function makeQueries(set: BeirSet): Record<QueryKind, readonly Query[]> {
  const texts = set.documents
    .map(({ id, text }) => ({ id, text, words: splitWords(text) }))
    .filter(({ words }) => words.length >= fewestWords);
  const counts = new Map<string, number>();
  for (const { words } of texts) {
    for (const word of new Set(words.map(lower))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const random = createRandom(texts.length);
  const chosen = Array.from({ length: Math.min(documentsAsked, texts.length) }, () =>
    pick(texts, random),
  );
  return {
    own: set.queries,
    words: chosen.map(({ id, words }, at) => toQuery(`words ${at}`, id, rarest(words, counts))),
    phrase: chosen.map(({ id, words }, at) => {
      const from = Math.floor(random() * (words.length - wordsOfPhrase));
      return toQuery(`phrase ${at}`, id, words.slice(from, from + wordsOfPhrase));
    }),
    code: makeCodeQueries(texts, random),
  };
}

interface SplitText {
  readonly id: string;
  readonly text: string;
  readonly words: readonly string[];
}

function makeCodeQueries(texts: readonly SplitText[], random: () => number): Query[] {
  const codes = texts.map(({ text }) => new Set(findCodes(text).filter(isIdentifier).map(lower)));
  const counts = new Map<string, number>();
  for (const code of codes.flatMap((each) => [...each])) {
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const queries = texts.flatMap(({ id, words }, at) => {
    const code = [...(codes[at] ?? [])].find((each) => counts.get(each) === 1);
    const beside = words.filter(
      (word) => word.length >= lettersBesideCode && /^\p{L}+$/u.test(word),
    );
    if (code === undefined || beside.length === 0) return [];
    return [toQuery(`code ${at}`, id, [code, pick(beside, random)])];
  });
  return queries.slice(0, documentsAsked);
}

const isIdentifier = (code: string) => readPlainQuery(code).identifiers.includes(code);

function rarest(words: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  const unique = [...new Set(words.map(lower))].filter((word) => !/\d/.test(word));
  return unique
    .toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
    .slice(0, wordsChosen);
}

function toQuery(id: string, documentId: string, words: readonly string[]): Query {
  return { id, text: words.join(' '), judgements: new Map([[documentId, 1]]) };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const splitWords = (text: string) =>
  Array.from(segmenter.segment(text)).flatMap(({ segment, isWordLike }) =>
    isWordLike ? segment : [],
  );
const lower = (word: string) => word.toLowerCase();
