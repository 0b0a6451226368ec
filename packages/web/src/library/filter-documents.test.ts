import { describe, expect, it } from '@jest/globals';
import type { Document } from '@lectern/contracts';
import { filterDocuments, listFilterValues } from './filter-documents.ts';

const create = (id: string, change: Partial<Document>): Document =>
  ({ id, file_name: `${id}.pdf`, url: null, metadata: {}, ...change }) as Document;

const documents = [
  create('tide', { updated_at: '2026-05-01T00:00:00Z', metadata: { author: 'Ada; Bo' } }),
  create('ebb', { updated_at: '2026-03-01T00:00:00Z', url: 'https://sea.example/ebb' }),
  create('log', {
    file_name: 'log.md',
    updated_at: '2026-05-02T00:00:00Z',
    metadata: { authors: ['Bo'], source: 'Wiki' },
  }),
];
const now = Date.parse('2026-05-03T00:00:00Z');

describe('the filters of documents', () => {
  it('offer the values that the documents have', () => {
    expect(listFilterValues(documents)).toEqual({
      type: ['MD', 'PDF'],
      author: ['Ada', 'Bo'],
      source: ['sea.example', 'Wiki'],
    });
  });

  it.each([
    [{}, ['tide', 'ebb', 'log']],
    [{ type: 'PDF' }, ['tide', 'ebb']],
    [{ days: '7' }, ['tide', 'log']],
    [{ author: 'Bo' }, ['tide', 'log']],
    [{ author: 'Bo', source: 'Wiki' }, ['log']],
    [{ source: 'sea.example' }, ['ebb']],
  ])('%j keep %j', (filters, ids) => {
    expect(filterDocuments(documents, filters, now).map(({ id }) => id)).toEqual(ids);
  });
});
