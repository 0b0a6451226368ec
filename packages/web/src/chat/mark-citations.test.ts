import { describe, expect, it } from '@jest/globals';
import type { Root } from 'mdast';
import {
  markCitations,
  markPlaces,
  readCitationAddress,
  unsupportedAddress,
} from './mark-citations.ts';

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

  it('show an unsupported statement by a link behind it', () => {
    const value = markPlaces('😀 It rains [1]. Yes.', [{ start: 2, end: 15 }]);
    const tree = mark([{ type: 'paragraph', children: [{ type: 'text', value }] }]);
    const [paragraph] = tree.children;
    expect(paragraph).toMatchObject({
      children: [{ value: '😀 It rains ' }, {}, { value: '.' }, { url: unsupportedAddress }, {}],
    });
  });

  it('stay text in code', () => {
    const code = { type: 'inlineCode', value: 'list[1]' } as const;
    expect(mark([{ type: 'paragraph', children: [code] }]).children).toMatchObject([
      { children: [code] },
    ]);
  });
});
