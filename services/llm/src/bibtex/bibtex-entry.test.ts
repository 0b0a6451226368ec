import { describe, expect, it } from '@jest/globals';
import { bibtexEntry, tex, verbatim } from './bibtex-entry.ts';

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

  it.each(['a\n@misc{evil,', 'a\r\n@misc{evil,', 'a \u2028 @misc{evil,\u0085'])(
    'stands on one line: %j',
    (title) => {
      const entry = bibtexEntry('misc', 'key', { title: `{${tex(title)}}`, url: 'a\n@misc{b' });
      expect(entry.split(/[\n\r\u0085\u2028\u2029]/)).toEqual([
        '@misc{key,',
        expect.stringMatching(/^ {2}title = \{\{a @misc\\textbraceleft\{\}evil, ?\}\},$/),
        '  url = {a @misc{b},',
        '}',
        '',
      ]);
    },
  );
});

describe('an address in a bibliography', () => {
  it('stays as it is, since readers take it as it stands', () => {
    const url = 'https://example.org/a_b%20c?x=1&y=~z#f';
    expect(verbatim(url)).toBe(url);
    expect(verbatim('10.1016/S0140-6736_(20)')).toBe('10.1016/S0140-6736_(20)');
  });

  it('ends neither its field nor its line', () => {
    const url = 'https://example.org/{a}} \\b^\n@misc{\u0085\u001e';
    expect(verbatim(url)).toBe('https://example.org/%7Ba%7D%7D%20%5Cb%5E%0A@misc%7B%C2%85%1E');
  });
});
