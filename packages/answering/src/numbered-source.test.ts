import { expect, it } from '@jest/globals';
import { createPassage } from '../test/create-passage.ts';
import { numberDocuments } from './numbered-source.ts';

const passage = (chunkId: string, documentId: string, url: string | null, start = 0) => ({
  ...createPassage(chunkId, chunkId),
  documentId,
  url,
  start,
});

it('numbers documents in order of first occurrence; those with one URL share a number', () => {
  const sources = numberDocuments([
    passage('a2', 'a', 'https://example.org/1', 9),
    passage('b1', 'b', null),
    passage('c1', 'c', 'https://example.org/1', 5),
    passage('a1', 'a', 'https://example.org/1', 2),
    passage('d1', 'd', null),
  ]);
  expect(sources.map(({ n, passages }) => [n, passages.map(({ chunkId }) => chunkId)])).toEqual([
    [1, ['a1', 'a2', 'c1']],
    [2, ['b1']],
    [3, ['d1']],
  ]);
});
