import { describe, expect, it } from '@jest/globals';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { plainAnswer, plainLink, plainWords } from './plain-markdown.ts';

function read(markdown: string) {
  const types = new Set<string>();
  let text = '';
  const visit = (node: Nodes) => {
    types.add(node.type);
    if ('value' in node) text += node.value;
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown));
  return { types: [...types], text };
}

const hostile = [
  '[click](javascript:alert(1))',
  '![x](http://evil.example)',
  '\\[click](javascript:alert(1))',
  '\\\\![x](http://evil.example)',
  '<script>alert(1)</script>',
  '\\<img src=x>',
  '<javascript:alert(1)>',
  'a `b [click](javascript:alert(1)) c` \\` [d](http://evil.example)',
  '[click][1] and [1]: http://evil.example',
  '[1](javascript:alert(1))',
  '![1](http://evil.example)',
  '[1]: http://evil.example',
];

describe('words in Markdown', () => {
  it.each(hostile)('are read as they are: %s', (words) => {
    for (const plain of [plainWords(words), plainAnswer(words)]) {
      expect(read(plain)).toEqual({ types: ['root', 'paragraph', 'text'], text: words });
    }
  });

  it('keep the markers of an answer', () => {
    expect(plainAnswer('Done![1] [a](b) [2][13]. See [3] (x).')).toBe(
      'Done\\![1] &#91;a&#93;(b) [2][13]. See [3] (x).',
    );
  });

  it('make links of web pages alone, each in its own bounds', () => {
    expect(plainLink('javascript:alert(1)')).toBe('');
    expect(plainLink(null)).toBe('');
    const link = plainLink('https://example.org/a> [x](javascript:alert(1))');
    expect(read(link).types).toEqual(['root', 'paragraph', 'link', 'text']);
    expect(link).toMatch(/^ <https:\/\/example\.org\/[^<> ]+>$/);
  });
});
