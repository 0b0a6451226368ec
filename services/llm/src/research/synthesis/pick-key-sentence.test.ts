import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { pickKeySentence } from './pick-key-sentence.ts';

const analyzer = createAnalyzer();
const tell = (text: string) =>
  pickKeySentence(analyzer, 'semaglutide', { parts: [{ label: null, text }] }).sentence;

describe('what a passage is told by', () => {
  it('is a sentence before a heading or a row with the same words', () => {
    const sentence = 'Semaglutide is started at 0.25 mg once a week.';
    expect(tell(`Starting semaglutide\n\n${sentence}`)).toBe(sentence);
    expect(tell(`| semaglutide | weekly |\n\n${sentence}`)).toBe(sentence);
  });

  it('is the line of a list where that alone answers', () => {
    expect(tell('Doses are given weekly.\n\n- semaglutide 0.25 mg')).toContain('0.25 mg');
  });
});
