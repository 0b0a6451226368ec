import { describe, expect, it } from '@jest/globals';
import { findMark, withMark } from './mark-answers.ts';

const passage = (document_id: string, start: number, end: number) => ({
  document_id,
  metadata: { start, end } as never,
});

describe('marks of right answers', () => {
  it('stand at the passages that overlap what was marked, or at all of a document', () => {
    const answers = [{ document_id: 'a', start: 10, end: 20 }, { document_id: 'b' }];
    expect(
      [passage('a', 0, 10), passage('a', 5, 12), passage('b', 0, 5), passage('c', 10, 20)].map(
        (place) => findMark(place, answers),
      ),
    ).toEqual(['none', 'passage', 'document', 'none']);
  });

  it('are set and taken away one by one; a whole document takes the place of its passages', () => {
    const first = withMark(passage('a', 0, 10), 'passage', []);
    const both = withMark(passage('a', 20, 30), 'passage', first);
    expect(both).toHaveLength(2);
    expect(withMark(passage('a', 0, 10), 'none', both)).toEqual([
      { document_id: 'a', start: 20, end: 30 },
    ]);
    const whole = withMark(passage('a', 0, 10), 'document', both);
    expect(whole).toEqual([{ document_id: 'a' }]);
    expect(withMark(passage('a', 20, 30), 'none', whole)).toEqual([]);
  });
});
