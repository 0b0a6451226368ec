import { expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/create-analyzer.ts';
import { findCorrections } from './find-corrections.ts';
import type { SpellingSource } from './spelling-source.ts';

const passages = ['The hydraulic pump has a pressure valve.', 'Insurance covers the building.'];

/** Finds any passage that holds one of the terms, and counts how often it is asked. */
function createSource() {
  const analyzer = createAnalyzer();
  let looks = 0;
  const source: SpellingSource = {
    analyzer,
    organisationId: 'org-1',
    filter: undefined,
    index: {
      async recallKeyword(_organisation, terms, { limit }) {
        looks += 1;
        const wanted = new Set(terms.map(({ term }) => term));
        const hits = passages.flatMap((text, at) => {
          const score = analyzer.analyzeDocument(text).filter((term) => wanted.has(term)).length;
          return score === 0 ? [] : [{ chunkId: String(at), documentId: String(at), score }];
        });
        return hits.slice(0, limit);
      },
    },
    readTexts: async (ids) => ids.map((id) => passages[Number(id)] ?? ''),
  };
  return { source, looks: () => looks };
}

it('looks once for a word that no passage holds and none is near to', async () => {
  const { source, looks } = createSource();
  const memory = {
    shownTexts: [],
    known: new Set<string>(),
    nearless: new Map<string, true>(),
  };
  expect(await findCorrections(source, 'quokka insurance', memory)).toEqual([]);
  const first = looks();
  expect(first).toBeGreaterThan(0);
  expect(await findCorrections(source, 'quokka insurance', memory)).toEqual([]);
  expect(looks()).toBe(first);

  expect(await findCorrections(source, 'quokka presure', memory)).toEqual([
    { word: 'presure', instead: 'pressure' },
  ]);
});
