import { describe, expect, it } from '@jest/globals';
import { estimateTokens } from '@lectern/retrieval/text';
import { fitHistory, fitQuestion } from './fit-context.ts';

describe('fitHistory', () => {
  it('keeps the latest exchanges that fit', () => {
    const exchange = (question: string) => ({ question, answer: 'word '.repeat(90) });
    const history = [exchange('one'), exchange('two'), exchange('three')];
    expect(fitHistory(history, 220).map(({ question }) => question)).toEqual(['two', 'three']);
  });
});

describe('fitQuestion', () => {
  it('keeps start and end of a question that is too long', () => {
    const question = `Summarise this. ${'Many words stand here. '.repeat(500)}Who wrote it?`;
    const fitted = fitQuestion(question, 100);
    expect(estimateTokens(fitted)).toBeLessThanOrEqual(100);
    expect(fitted).toMatch(/^Summarise this\. .* Who wrote it\?$/);
    expect(fitQuestion('Who wrote it?', 100)).toBe('Who wrote it?');
  });
});
