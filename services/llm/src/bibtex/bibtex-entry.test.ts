import { describe, expect, it } from '@jest/globals';
import { bibtexEntry, tex } from './bibtex-entry.ts';

describe('a title in a bibliography', () => {
  it.each(['half } open', '}}\n@misc{evil, title={x', '{', 'a \\} b'])(
    'leaves the braces of its entry whole: %j',
    (title) => {
      let depth = 0;
      const depths = [...bibtexEntry('misc', 'key', { title: `{${tex(title)}}` })].flatMap(
        (sign) => {
          if (sign === '{') depth += 1;
          else if (sign === '}') depth -= 1;
          else return [];
          return [depth];
        },
      );
      expect(depths.indexOf(0)).toBe(depths.length - 1);
    },
  );
});
