import { describe, expect, it } from '@jest/globals';
import type { Root } from 'mdast';
import { markCitations, readCitationAddress } from './mark-citations.ts';

const mark = (children: Root['children']): Root => {
  const tree: Root = { type: 'root', children };
  markCitations()(tree);
  return tree;
};

describe('markers in an answer', () => {
  it('become links with their number', () => {
    const tree = mark([
      { type: 'paragraph', children: [{ type: 'text', value: 'It rains [1][12].' }] },
    ]);
    expect(tree.children).toMatchObject([
      {
        children: [
          { type: 'text', value: 'It rains ' },
          { type: 'link', url: '#citation-1' },
          { type: 'link', url: '#citation-12' },
          { type: 'text', value: '.' },
        ],
      },
    ]);
    expect(readCitationAddress('#citation-12')).toBe(12);
    expect(readCitationAddress('https://example.org')).toBeUndefined();
  });

  it('stay text in code', () => {
    const code = { type: 'inlineCode', value: 'list[1]' } as const;
    expect(mark([{ type: 'paragraph', children: [code] }]).children).toMatchObject([
      { children: [code] },
    ]);
  });
});
