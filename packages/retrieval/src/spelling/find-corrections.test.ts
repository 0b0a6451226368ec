import { expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/create-analyzer.ts';
import { findCorrections } from './find-corrections.ts';
import { listVocabulary } from './spelled-words.ts';
import type { SpellingSource } from './spelling-source.ts';

const passages = ['The hydraulic pump has a pressure valve.', 'Insurance covers the building.'];

const vocabulary = new Set(listVocabulary([...passages, 'A hidden word is pleasure.']));

/** Finds any passage with one of the terms, and counts its calls. */
function createSource() {
  const analyzer = createAnalyzer();
  let looks = 0;
  let followUps = 0;
  const source: SpellingSource = {
    analyzer,
    organisationId: 'org-1',
    filter: undefined,
    index: {
      async searchKeyword(_organisation, terms, { limit, isFollowUp }) {
        looks += 1;
        if (isFollowUp) followUps += 1;
        const wanted = new Set(terms.map(({ term }) => term));
        const hits = passages.flatMap((text, at) => {
          const score = analyzer.analyzeDocument(text).filter((term) => wanted.has(term)).length;
          return score === 0 ? [] : [{ chunkId: String(at), documentId: String(at), score }];
        });
        return hits.slice(0, limit);
      },
    },
    isCommonWord: (word) => word === 'assurance',
    filterStoredWords: async (words) => {
      looks += 1;
      return words.filter((word) => vocabulary.has(word));
    },
  };
  return { source, looks: () => looks, followUps: () => followUps };
}

it('gives the near word for one that no passage holds, and leaves one that is near to none', async () => {
  const { source } = createSource();
  const memory = { shownTexts: [], known: new Set<string>() };
  expect(await findCorrections(source, 'quokka presure', memory)).toEqual([
    { word: 'presure', instead: 'pressure' },
  ]);
});

it('waits for its turn before searches that have not begun', async () => {
  const { source, followUps } = createSource();
  await findCorrections(source, 'presure', { shownTexts: [], known: new Set() });
  expect(followUps()).toBe(2);
});

it('leaves a common word that no passage holds, without a look', async () => {
  const { source, looks } = createSource();
  const memory = { shownTexts: [], known: new Set<string>() };
  expect(await findCorrections(source, 'assurance', memory)).toEqual([]);
  expect(looks()).toBe(0);
  expect(await findCorrections(source, 'assurance presure', memory)).toEqual([
    { word: 'presure', instead: 'pressure' },
  ]);
});

it('reads no passage for a query whose words are all common', async () => {
  const { source } = createSource();
  const known = new Set<string>();
  const shownTexts = ['Assurance covers the building.'];
  expect(await findCorrections(source, 'assurance', { shownTexts, known })).toEqual([]);
  expect(known.size).toBe(0);
  await findCorrections(source, 'assurance building', { shownTexts, known });
  expect([...known]).toEqual(['assurance', 'building']);
});

it('looks common words up only where they tell whether the query is foreign', async () => {
  const { source, looks } = createSource();
  const memory = { shownTexts: [], known: new Set<string>() };
  expect(await findCorrections(source, 'assurance hydraulic', memory)).toEqual([]);
  expect(looks()).toBe(1);
  expect(await findCorrections(source, 'assurance quokka wallaby', memory)).toEqual([]);
  expect(looks()).toBe(4);
});

it('never gives a word that is in no passage of the scope', async () => {
  const { source } = createSource();
  const memory = { shownTexts: [], known: new Set<string>() };
  expect(await findCorrections(source, 'pleasur insurance', memory)).toEqual([]);
});

it('looks nothing up again where all words were met', async () => {
  const { source, looks } = createSource();
  const memory = { shownTexts: [], known: new Set<string>() };
  expect(await findCorrections(source, 'insurance pressure', memory)).toEqual([]);
  const first = looks();
  expect(first).toBeGreaterThan(0);
  expect(await findCorrections(source, 'insurance pressure', memory)).toEqual([]);
  expect(looks()).toBe(first);
});
