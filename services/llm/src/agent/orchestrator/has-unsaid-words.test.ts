import { describe, expect, it } from '@jest/globals';
import { hasUnsaidWords } from './has-unsaid-words.ts';

const schema = { type: 'object', properties: { query: {}, limit: {}, where: {} } };
const said = ['Weather in Riga on 2026-11-29?', '上海今天天气怎么样'];

describe('arguments of a call', () => {
  it.each([
    [{ query: 'riga weather' }],
    [{ query: 'Riga, 2026-11-29', limit: 10 }],
    [{ where: ['Riga'], limit: null }],
    [{ query: '上海天气' }],
    [{}],
  ])('that the person wrote: %j', (given) => {
    expect(hasUnsaidWords(given, schema, said)).toBe(false);
  });

  it.each([
    [{ query: 'Riga budget' }],
    [{ query: 'Riga', note: 'Riga' }],
    [{ where: { secret: 'Riga' } }],
    [{ limit: 48_213 }],
    [{ query: 'Ri\u200bga' }],
  ])('that contain something else: %j', (given) => {
    expect(hasUnsaidWords(given, schema, said)).toBe(true);
  });
});
