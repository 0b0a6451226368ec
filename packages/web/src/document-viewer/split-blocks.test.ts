import { describe, expect, it } from '@jest/globals';
import { splitBlocks } from './split-blocks.ts';

const outlineItem = { level: 2, title: 'Rules', page: null };

describe('blocks of parsed text', () => {
  it('are cut at blank lines, with their offsets in code points', () => {
    const blocks = splitBlocks([{ page: 1, text: '😀 one\ntwo\n\nthree', start: 10 }], []);
    expect(blocks).toMatchObject([
      { kind: 'lines', text: '😀 one\ntwo', start: 10, end: 19, page: 1 },
      { kind: 'text', text: 'three', start: 21, end: 26 },
    ]);
    expect(blocks[1]?.page).toBeUndefined();
  });

  it('are headings where the outline says so', () => {
    const pages = [{ page: null, text: 'Rules\nBe kind.', start: 0 }];
    expect(splitBlocks(pages, [{ ...outlineItem, start: 0 }])).toMatchObject([
      { kind: 'heading', level: 2, text: 'Rules' },
      { kind: 'text', text: 'Be kind.', start: 6 },
    ]);
  });

  it('keep a fenced piece of code whole', () => {
    const text = 'Run:\n```sh\none\n\ntwo\n```\nThen rest.';
    expect(splitBlocks([{ page: null, text, start: 0 }], [])).toMatchObject([
      { kind: 'text', text: 'Run:' },
      { kind: 'code', text: '```sh\none\n\ntwo\n```', start: 5 },
      { kind: 'text', text: 'Then rest.' },
    ]);
  });

  it('are lists where lines have marks', () => {
    const pages = [{ page: null, text: '- one\n- two', start: 0 }];
    expect(splitBlocks(pages, []).map(({ kind }) => kind)).toEqual(['lines']);
  });

  it('are tables where every line has cells', () => {
    const pages = [{ page: null, text: 'Day | Open\nMon | 9\n\nNo | table', start: 0 }];
    expect(splitBlocks(pages, []).map(({ kind }) => kind)).toEqual(['table', 'text']);
  });
});
