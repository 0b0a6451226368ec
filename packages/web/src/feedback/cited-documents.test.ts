import { describe, expect, it } from '@jest/globals';
import type { Citation } from '@lectern/contracts';
import { listCitedDocuments } from './cited-documents.ts';

const cite = (n: number, document_id: string, supported: boolean): Citation => ({
  id: `c${n}`,
  n,
  document_id,
  version: 1,
  chunk_id: `chunk-${n}`,
  title: `Title of ${document_id}`,
  file_name: null,
  mime_type: null,
  url: null,
  page: null,
  start: 0,
  end: 5,
  quote: `quote ${n}`,
  supported,
});

const citations = [cite(1, 'a', false), cite(2, 'b', false), cite(3, 'a', true)];

describe('documents of a rated answer', () => {
  it('are right where a citation of a good answer is supported', () => {
    expect(listCitedDocuments({ rating: 'good', citations })).toEqual([
      { id: 'a', title: 'Title of a', quote: 'quote 3', isRight: true },
      { id: 'b', title: 'Title of b', quote: 'quote 2', isRight: false },
    ]);
  });

  it('are offered, and taken for right by nobody, where the answer is bad', () => {
    const documents = listCitedDocuments({ rating: 'bad', citations });
    expect(documents.map(({ id, isRight }) => [id, isRight])).toEqual([
      ['a', false],
      ['b', false],
    ]);
  });
});
