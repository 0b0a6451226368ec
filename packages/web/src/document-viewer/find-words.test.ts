import { describe, expect, it } from '@jest/globals';
import { CodePoints } from './code-points.ts';
import { findWords, isSameWords } from './find-words.ts';

describe('words in a text', () => {
  it('are found whatever white space lies between them', () => {
    const text = 'Turn the\n\n  red knob.';
    const [found] = findWords(text, 'the red knob');
    expect(text.slice(found?.start, found?.end)).toBe('the\n\n  red knob');
  });

  it('are found each time they stand there', () => {
    expect(findWords('a b a b', 'a b')).toHaveLength(2);
    expect(findWords('a b', 'c')).toEqual([]);
    expect(findWords('a b', ' ')).toEqual([]);
  });

  it('are the same with ligatures and soft hyphens', () => {
    expect(isSameWords('e\ufb03cient', 'ef\u00adficient')).toBe(true);
    expect(isSameWords('knob', 'knobs')).toBe(false);
  });
});

describe('offsets in code points', () => {
  it('count a letter outside the basic plane once', () => {
    const points = new CodePoints('a😀bc');
    expect(points.length).toBe(4);
    expect(points.slice(2, 4)).toBe('bc');
    expect(points.slice(1, 2)).toBe('😀');
  });
});
