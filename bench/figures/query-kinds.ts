import type { BeirSet } from '@lectern/cli';
import { createRandom, pick } from '../data/random.ts';

type Query = BeirSet['queries'][number];

/** How a query is put: a set's own questions, a document's three rarest words, or five of its words in a row. */
export const queryKinds = ['own', 'words', 'phrase'] as const;
export type QueryKind = (typeof queryKinds)[number];

const documentsAsked = 60;
const wordsOfPhrase = 5;
const wordsChosen = 3;
const fewestWords = 20;

/** A set's queries of each kind. Those that are made have one right document, and are the same at each run. */
export function makeQueries(set: BeirSet): Record<QueryKind, readonly Query[]> {
  const texts = set.documents
    .map(({ id, text }) => ({ id, words: splitWords(text) }))
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
  };
}

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
