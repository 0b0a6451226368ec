import { describe, expect, it } from '@jest/globals';
import { type StructuredText, splitBlocks } from './split-blocks.ts';

const split = (
  pages: StructuredText['pages'],
  outline: StructuredText['outline'],
  tables: StructuredText['tables'] = [],
) => splitBlocks({ pages, outline, tables });

const outlineItem = { level: 2, title: 'Rules', page: null };

describe('blocks of parsed text', () => {
  it('are cut at blank lines, with their offsets in code points', () => {
    const blocks = split([{ page: 1, text: '😀 one\ntwo\n\nthree', start: 10 }], []);
    expect(blocks).toMatchObject([
      { kind: 'lines', text: '😀 one\ntwo', start: 10, end: 19, page: 1 },
      { kind: 'text', text: 'three', start: 21, end: 26 },
    ]);
    expect(blocks[1]?.page).toBeUndefined();
  });

  it('are headings where the outline says so', () => {
    const pages = [{ page: null, text: 'Rules\nBe kind.', start: 0 }];
    expect(split(pages, [{ ...outlineItem, start: 0 }])).toMatchObject([
      { kind: 'heading', level: 2, text: 'Rules' },
      { kind: 'text', text: 'Be kind.', start: 6 },
    ]);
  });

  it('keep a fenced piece of code whole', () => {
    const text = 'Run:\n```sh\none\n\ntwo\n```\nThen rest.';
    expect(split([{ page: null, text, start: 0 }], [])).toMatchObject([
      { kind: 'text', text: 'Run:' },
      { kind: 'code', text: '```sh\none\n\ntwo\n```', start: 5 },
      { kind: 'text', text: 'Then rest.' },
    ]);
  });

  it('are lists where lines have marks', () => {
    const pages = [{ page: null, text: '- one\n- two', start: 0 }];
    expect(split(pages, []).map(({ kind }) => kind)).toEqual(['lines']);
  });

  it('are tables where the parser found rows', () => {
    const cell = (start: number, end: number) => ({ start, end });
    const columns = ['Day', 'Open'];
    const header = { is_header: true, cells: [cell(0, 3), cell(6, 10)] };
    const row = { is_header: false, cells: [cell(12, 15), cell(18, 19)] };
    const tables = [
      { start: 0, end: 10, columns, rows: [header] },
      { start: 12, end: 19, columns, rows: [row] },
    ];
    const text = 'Day | Open\n\nMon | 9\nNo | table';
    expect(split([{ page: null, text, start: 0 }], [], tables)).toMatchObject([
      { kind: 'table', text: 'Day | Open\n\nMon | 9', table: { columns, rows: [header, row] } },
      { kind: 'text', text: 'No | table', start: 20 },
    ]);
  });
});
