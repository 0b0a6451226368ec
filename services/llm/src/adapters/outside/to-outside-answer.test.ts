import { describe, expect, it } from '@jest/globals';
import { toOutsideAnswer } from './to-outside-answer.ts';

const content = (text: string) => [{ type: 'text' as const, text }];

describe('the text of an answer', () => {
  it('holds structured content that its own text does not tell', () => {
    const rows = [{ parcel: 4711, place: 'Hamburg' }];
    const answer = toOutsideAnswer({ content: content('One row.'), structuredContent: { rows } });
    expect(answer.text).toBe('One row.\n{"rows":[{"parcel":4711,"place":"Hamburg"}]}');
    expect(toOutsideAnswer({ content: [], structuredContent: { rows } }).text).toBe(
      '{"rows":[{"parcel":4711,"place":"Hamburg"}]}',
    );
  });

  it('does not say twice what stands in both', () => {
    const structuredContent = { rows: ['a', 'b'] };
    const text = JSON.stringify(structuredContent, null, 2);
    expect(toOutsideAnswer({ content: content(text), structuredContent }).text).toBe(text);
  });

  it('says where it ends before the answer does, and breaks no character', () => {
    const { text } = toOutsideAnswer({ content: content(`x${'🌊'.repeat(2_000_000)}`) });
    expect(text.slice(0, 3)).toBe('x🌊');
    expect(text.endsWith('🌊\n[The answer is longer; the rest was not kept.]')).toBe(true);
  });
});
