import { describe, expect, it } from '@jest/globals';
import { findLastQuestion } from '@lectern/retrieval/evidence';
import { toRetrievalQuery } from './retrieval-query.ts';

describe('toRetrievalQuery', () => {
  const history = [
    { question: 'How do I reset the printer?', answer: 'By its menu. [1]' },
    { question: 'Where is the tower?', answer: 'In Paris.' },
  ];

  it('puts the previous question before the message', () => {
    expect(toRetrievalQuery('How tall is it?', history)).toBe(
      'Where is the tower? How tall is it?',
    );
    expect(toRetrievalQuery(' How  tall is it? ', [])).toBe('How tall is it?');
  });

  it('lets the last question be found again', () => {
    expect(findLastQuestion(toRetrievalQuery('And where?', history))).toBe('And where?');
    expect(findLastQuestion('Tell me about Jaws')).toBe('Tell me about Jaws');
  });

  it('stays within the limit of the search', () => {
    const long = `begin ${'middle '.repeat(1000)} end`;
    const query = toRetrievalQuery(long, []);
    expect(query.length).toBeLessThanOrEqual(2000);
    expect(query).toMatch(/^begin .* end$/);
  });
});
