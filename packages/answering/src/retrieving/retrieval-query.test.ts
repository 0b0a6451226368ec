import { describe, expect, it } from '@jest/globals';
import { findLastQuestion } from '@lectern/retrieval/evidence';
import { toRetrievalQuery } from './retrieval-query.ts';

describe('toRetrievalQuery', () => {
  const history = [{ question: 'Where is the tower?', answer: 'In Paris.' }];

  it.each([
    ['How tall is it?', 'Where is the tower? In Paris. How tall is it?'],
    [
      'And who built the bridge in Rome?',
      'Where is the tower? In Paris. And who built the bridge in Rome?',
    ],
    [
      'А кто её построил и когда это было?',
      'Where is the tower? In Paris. А кто её построил и когда это было?',
    ],
    ['它有多高？', 'Where is the tower? In Paris. 它有多高？'],
    ['What is the height?', 'Where is the tower? In Paris. What is the height?'],
    [
      'Which Supreme Court justice decided against them?',
      'Where is the tower? In Paris. Which Supreme Court justice decided against them?',
    ],
    [
      'When did the Panthers say that they would move?',
      'When did the Panthers say that they would move?',
    ],
    ['How old was Ann Lee when she wrote Summer?', 'How old was Ann Lee when she wrote Summer?'],
    ['How long is the Golden Gate Bridge?', 'How long is the Golden Gate Bridge?'],
  ])('searches for "%s" as "%s"', (message, query) => {
    expect(toRetrievalQuery(message, history)).toBe(query);
  });

  it('reaches back to the question that stood alone, over several turns', () => {
    const turns = [
      { question: 'How do I reset the printer in the Oslo office?', answer: 'By its menu. [1]' },
      {
        question: 'Who directed the film Jaws in 1975?',
        answer: 'Steven Spielberg did. [1] More.',
      },
      { question: 'When was he born?', answer: 'In 1946. [2]' },
    ];
    expect(toRetrievalQuery('And where?', turns)).toBe(
      'Who directed the film Jaws in 1975? Steven Spielberg did. When was he born? In 1946. And where?',
    );
    expect(findLastQuestion(toRetrievalQuery('And where?', turns))).toBe('And where?');
    expect(findLastQuestion('Tell me about Jaws')).toBe('Tell me about Jaws');
  });

  it('stays within what the search takes', () => {
    const long = `begin ${'middle '.repeat(1000)} end`;
    const query = toRetrievalQuery(long, []);
    expect(query.length).toBeLessThanOrEqual(2000);
    expect(query).toMatch(/^begin .* end$/);
  });
});
