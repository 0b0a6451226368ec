import { describe, expect, it } from '@jest/globals';
import { batchDocuments } from './load-corpus.ts';

const document = (id: number, length: number) => ({
  id: `${id}`,
  title: '',
  text: 'x'.repeat(length),
});

describe('batchDocuments', () => {
  it('sends at most 500 documents at once', () => {
    const corpus = Array.from({ length: 1_001 }, (_, id) => document(id, 10));
    expect([...batchDocuments(corpus)].map((batch) => batch.length)).toEqual([500, 500, 1]);
  });

  it('keeps a request below two million characters where it can', () => {
    const corpus = [1_500_000, 600_000, 3_000_000, 5].map((length, id) => document(id, length));
    expect([...batchDocuments(corpus)].map((batch) => batch.length)).toEqual([1, 1, 1, 1]);
  });
});
