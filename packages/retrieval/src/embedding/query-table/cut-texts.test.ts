import { expect, it } from '@jest/globals';
import { cutTexts } from './cut-texts.ts';

it('cuts paragraphs into sentences, long ones again, each once', () => {
  const { queries, passages } = cutTexts(
    `# Kelp forests\n\nKelp grows fast. Kelp grows fast.\nDoes it? Yes.\n\n${'word '.repeat(50)}`,
  );
  expect(queries).toEqual([
    '# Kelp forests',
    'Kelp grows fast.',
    'Does it?',
    'word '.repeat(24).trim(),
    'word word',
  ]);
  expect(passages).toEqual(['word '.repeat(50).trim()]);
});
