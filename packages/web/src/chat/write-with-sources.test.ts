import { describe, expect, it } from '@jest/globals';
import type { Citation } from '@lectern/contracts';
import { writeWithSources } from './write-with-sources.ts';

const citation = {
  n: 1,
  title: 'Manual',
  page: 3,
  url: null,
  quote: 'Turn the\n  knob.',
} as Citation;

describe('an answer with its sources', () => {
  it('turns known markers into footnotes and leaves others alone', () => {
    expect(writeWithSources('Turn it [1], not [2].', [citation], 'Closed')).toBe(
      'Turn it [^1], not [2].\n\n[^1]: Manual, p. 3. “Turn the knob.”',
    );
  });

  it('makes no link of words and addresses of a document', () => {
    const hostile = {
      ...citation,
      title: '[Manual](http://evil.example)',
      url: 'javascript:alert(1)',
      quote: '![x](http://evil.example)',
    };
    expect(writeWithSources('It [1].', [hostile], 'Closed')).toBe(
      'It [^1].\n\n[^1]: &#91;Manual&#93;(http://evil.example), p. 3. “!&#91;x&#93;(http://evil.example)”',
    );
  });

  it('has no quotation marks where a quote is withheld', () => {
    const withheld = { ...citation, quote: '', withheld: 'document_unavailable' } as const;
    expect(writeWithSources('It [1].', [withheld], 'Closed')).toBe(
      'It [^1].\n\n[^1]: Manual, p. 3.',
    );
    expect(writeWithSources('It [1].', [{ ...withheld, title: '' }], 'Closed')).toBe(
      'It [^1].\n\n[^1]: Closed, p. 3.',
    );
  });
});
