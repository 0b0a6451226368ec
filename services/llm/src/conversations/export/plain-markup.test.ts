import { describe, expect, it } from '@jest/globals';
import { plainMarkup } from './plain-markup.ts';

describe('an answer in Markdown', () => {
  it.each([
    ['[click](http://evil.example)', '&#91;click&#93;(http://evil.example)'],
    ['See ![x](http://evil.example/p.png).', 'See !&#91;x&#93;(http://evil.example/p.png).'],
    ['So it is [1](http://evil.example).', 'So it is [1]\\(http://evil.example).'],
    ['[x]: http://evil.example', '&#91;x&#93;: http://evil.example'],
    [
      'Read [x].\n\n[x]: http://evil.example',
      'Read &#91;x&#93;.\n\n&#91;x&#93;: http://evil.example',
    ],
    ['It is so[^1].\n\n[^1]: A note.', 'It is so&#91;^1&#93;.\n\n&#91;^1&#93;: A note.'],
    ['A <img src="x"> tag', 'A \\<img src="x"> tag'],
  ])('has no link, picture, note or tag of a document: %s', (written, plain) => {
    expect(plainMarkup(written)).toBe(plain);
  });

  it.each([
    '# Heights\n\n- **330** metres [1]\n- `a[0](b)` [2]',
    '| n | height |\n| - | - |\n| 1 | 330 [1] |',
    '```\n[click](http://evil.example) <b>\n```',
    'See https://example.org/report and <https://example.org>.',
  ])('keeps its own form: %s', (written) => {
    expect(plainMarkup(written)).toBe(written);
  });
});
