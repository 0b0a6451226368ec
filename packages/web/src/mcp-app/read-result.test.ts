import { describe, expect, it } from '@jest/globals';
import { readResult } from './read-result.ts';

const read = (structuredContent: unknown) => readResult({ structuredContent, content: [] });

const place = { start: 10, end: 14, page: 2 };
const shown = { documentId: 'd1', title: 'Lamps', url: null, ...place };

describe('sources of a tool result', () => {
  it('are the citations of an answer, by its own numbers', () => {
    const citation = { ...place, n: 3, document_id: 'd1', title: 'Lamps', url: null };
    const content = {
      data: {
        answer: 'It burns [3].',
        citations: [{ ...citation, quote: 'burn', supported: false }],
      },
    };
    expect(read(content)).toEqual([{ ...shown, n: 3, quote: 'burn', supported: false }]);
  });

  it('are the passages of a search, by their places', () => {
    const metadata = { ...place, document_id: 'd1', url: null };
    const content = { results: [{ content: 'burn', document_title: 'Lamps', metadata }] };
    expect(read(content)).toEqual([{ ...shown, n: 1, quote: 'burn', supported: true }]);
  });

  it('are the found parts of articles, cut by code points, without what came along', () => {
    const parts = [
      { ...place, at: 3, relevance: 0.8 },
      { ...place, at: 0, relevance: null },
    ];
    const article = { kb_id: 'd1', title: 'Lamps', url: null, content: '💡! burn down' };
    const content = { articles: [{ ...article, metadata: { parts } }] };
    expect(read(content)).toEqual([{ ...shown, n: 1, quote: 'burn', supported: true }]);
  });

  it('are read from the text where a client passes nothing else', () => {
    const metadata = { ...place, document_id: 'd1', url: null };
    const found = { results: [{ content: 'burn', document_title: 'Lamps', metadata }] };
    const text = JSON.stringify(found);
    expect(readResult({ content: [{ type: 'text', text }] })).toEqual(read(found));
    expect(readResult({ content: [{ type: 'text', text: 'no JSON' }] })).toEqual([]);
  });

  it('are none where a search leaves its sources out, or the result is another tool’s', () => {
    expect(read({ results: [{ content: 'burn', document_title: 'Lamps' }] })).toEqual([]);
    expect(read({ collections: [] })).toEqual([]);
    expect(read(undefined)).toEqual([]);
  });
});
