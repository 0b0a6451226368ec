import { describe, expect, it } from '@jest/globals';
import { fitArticle } from './fit-article.ts';

const text = 'Первая часть. Вторая часть 🙂 здесь.\n\nA third part.\n\n\n\nThe fourth, far away.';
const characters = Array.from(text);

function chunk(id: string, start_offset: number, end_offset: number) {
  return {
    id,
    position: 'abcd'.indexOf(id),
    text: characters.slice(start_offset, end_offset).join(''),
    start_offset,
    end_offset,
    token_count: 10,
    page: 1,
    page_starts: [],
    section: [],
    edit_id: null,
  };
}

const chunks = [
  chunk('a', 0, 28),
  chunk('b', 14, 36),
  chunk('c', 38, 51),
  chunk('d', 55, characters.length),
];

describe('fitArticle', () => {
  it.each([
    ['whole', 100, ['a', 'b', 'c', 'd']],
    ['cut to its passages', 25, ['b', 'd']],
  ])('says where each part of an article stands: %s', (_case, budget, ids) => {
    const { content, parts, truncated } = fitArticle(chunks, new Set(['d', 'b']), {
      budgetTokens: budget,
      articleTokens: 40,
    });
    expect(truncated).toBe(ids.length < chunks.length);
    expect(parts.map((part) => part.chunk.id)).toEqual(ids);
    const shown = Array.from(content);
    for (const { at, start, chunk } of parts) {
      const length = chunk.end_offset - start;
      expect(shown.slice(at, at + length)).toEqual(characters.slice(start, chunk.end_offset));
    }
    expect(content.includes('[…]')).toBe(truncated);
  });
});
