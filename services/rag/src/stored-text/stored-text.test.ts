import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { StoredText } from './stored-text.ts';
import { encodeStoredText } from './text-layout.ts';

type TextParts = Parameters<typeof encodeStoredText>[0];

const document: TextParts = {
  text: 'Ab 😀 "d"\nsecond\tpage',
  pages: [
    { page: 1, start: 0, end: 8 },
    { page: 2, start: 9, end: 9 },
    { page: 3, start: 9, end: 20 },
  ],
  blocks: [],
  outline: [
    { level: 1, title: 'Rules', page: 1, start: 0 },
    { level: 2, title: 'Refund, "rules"', page: 1, start: 3 },
    { level: 1, title: 'Annex 😀', page: 3, start: 9 },
    { level: 2, title: 'Refund', page: 3, start: 12 },
  ],
};
const manyHeadings = Array.from({ length: 3_000 }, (_, at) => ({
  level: 1 + (at % 3),
  title: `Heading ${at} ${'x'.repeat(at % 90)}`,
  page: null,
  start: at,
}));

async function open(parts: TextParts) {
  const bytes = Buffer.concat([...encodeStoredText(parts)]);
  const read = { bytes: 0 };
  const text = await StoredText.open({
    size: bytes.length,
    stream: async ({ start, end }) => {
      read.bytes += end + 1 - start;
      return Readable.from([bytes.subarray(start, end + 1)]);
    },
  });
  if (!text) throw new Error('the bytes have another form');
  return { text, read, size: bytes.length };
}

const whole = async (text: StoredText, name: 'text' | 'outline') =>
  json((await text.streamAnswer(name)).stream);

describe('a stored text', () => {
  it('gives every part by code points, over pages too', async () => {
    const { text } = await open(document);
    const characters = Array.from(document.text);
    for (let start = 0; start < characters.length; start += 1) {
      for (let length = 1; length <= characters.length; length += 1) {
        const part = await text.readPart({ start }, { maxCharacters: length });
        const end = Math.min(characters.length, start + length);
        expect(part.pages.map((page) => page.text).join('')).toBe(
          characters.slice(start, end).join(''),
        );
        expect(part.pages[0]?.start).toBe(start);
        expect(part.next_start).toBe(end < characters.length ? end : null);
      }
    }
    expect(await text.readPart({ start: 99 }, { maxCharacters: 10 })).toEqual({
      pages: [],
      next_start: null,
    });
  });

  it('gives a page, an empty one too', async () => {
    const { text } = await open(document);
    const texts = async (page: number) =>
      (await text.readPart({ page }, { maxCharacters: 100 })).pages.map((one) => one.text).join('');
    expect([await texts(1), await texts(2), await texts(3)]).toEqual([
      'Ab 😀 "d"\n',
      '',
      'second\tpage',
    ]);
    await expect(text.readPart({ page: 4 }, { maxCharacters: 100 })).rejects.toThrow('no page 4');
  });

  it('gives a section up to the next heading that is not below it', async () => {
    const { text } = await open(document);
    const rangeOf = async (section: string) => {
      const { pages } = await text.readPart({ section }, { maxCharacters: 100 });
      const start = pages[0]?.start ?? 0;
      return [start, start + Array.from(pages.map((page) => page.text).join('')).length];
    };
    expect(await rangeOf('rules')).toEqual([0, 9]);
    expect(await rangeOf('refund,')).toEqual([3, 9]);
    // An exact title counts more than an earlier one that contains it.
    expect(await rangeOf('refund')).toEqual([12, 20]);
    expect(await rangeOf('annex')).toEqual([9, 20]);
    await expect(text.readPart({ section: 'Index' }, { maxCharacters: 100 })).rejects.toThrow(
      'no section "Index"',
    );
  });

  it('gives whole answers as they are stored', async () => {
    const { text } = await open({
      ...document,
      blocks: [
        {
          kind: 'table',
          start: 0,
          end: 8,
          page: 1,
          section: [],
          table: { columns: ['a', 'b'], hasHeader: true, rows: [[0, 2, 3, 4], []] },
        } satisfies ParsedDocument['blocks'][number],
      ],
    });
    expect(await whole(text, 'text')).toEqual({
      pages: [
        { page: 1, start: 0, text: 'Ab 😀 "d"\n' },
        { page: 2, start: 9, text: '' },
        { page: 3, start: 9, text: 'second\tpage' },
      ],
      tables: [
        {
          start: 0,
          end: 8,
          columns: ['a', 'b'],
          rows: [
            {
              is_header: true,
              cells: [
                { start: 0, end: 2 },
                { start: 3, end: 4 },
              ],
            },
            { is_header: false, cells: [] },
          ],
        },
      ],
    });
    expect(await whole(text, 'outline')).toEqual({ outline: document.outline });
    const { text: plain } = await open({ ...document, pages: [], outline: [] });
    expect(await whole(plain, 'text')).toEqual({
      pages: [{ page: null, start: 0, text: document.text }],
    });
    expect(await whole(plain, 'outline')).toEqual({ outline: [] });
  });

  it('gives headings page by page, and refuses a cursor that it never gave out', async () => {
    const { text } = await open({ ...document, outline: manyHeadings });
    const found: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await text.readOutline(499, cursor);
      found.push(...page.outline);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(found).toEqual(manyHeadings);
    const forged = Buffer.from('7').toString('base64url');
    await expect(text.readOutline(5, forged)).rejects.toThrow('not a cursor of this list');
    const { text: plain } = await open({ ...document, outline: [] });
    expect(await plain.readOutline(5, undefined)).toEqual({ outline: [], next_cursor: null });
  });

  it('gives the recognised words of a part', async () => {
    const place = { left: 10, top: 20, width: 30, height: 12, angle: 0 };
    const word = (start: number, end: number) => ({ start, end, ...place });
    const second = [word(9, 15), word(16, 20)];
    const { text } = await open({ ...document, words: [{ page: 3, words: second }] });
    const read = async (wanted: { page?: number; start?: number }, maxCharacters = 100) =>
      (await text.readPart(wanted, { maxCharacters, withWords: true })).pages.map(
        ({ words }) => words,
      );
    expect(await read({ page: 3 })).toEqual([second]);
    expect(await read({ page: 1 })).toEqual([undefined]);
    expect(await read({ start: 3 }, 8)).toEqual([undefined, undefined, [second[0]]]);
    expect((await text.readPart({ page: 3 }, { maxCharacters: 9 })).pages[0]).not.toHaveProperty(
      'words',
    );
    const picture = { ...document, pages: [], words: [{ page: null, words: second }] };
    const { text: plain } = await open(picture);
    const { pages } = await plain.readPart({ start: 0 }, { maxCharacters: 9, withWords: true });
    expect(pages[0]?.words).toEqual([]);
  });

  it('gives the rows of tables that a part overlaps', async () => {
    const lines = Array.from({ length: 6_000 }, (_, at) => `${at} | x${at}\n`);
    const toCells = (line: string, start: number) => {
      const bar = line.indexOf(' | ');
      return [start, start + bar, start + bar + 3, start + line.length - 1];
    };
    let start = 0;
    const rows = lines.map((line) => {
      const cells = toCells(line, start);
      start += line.length;
      return cells;
    });
    const place = { kind: 'table', page: null, section: [] } as const;
    const blocks = Array.from({ length: 1_500 }, (_, at) => {
      const own = rows.slice(at * 4, at * 4 + 4);
      const table = { columns: [`n${at}`, 'x'], hasHeader: at === 0, rows: own };
      return { ...place, start: own[0]?.[0] ?? 0, end: own.at(-1)?.[3] ?? 0, table };
    });
    const { text } = await open({ ...document, text: lines.join(''), pages: [], blocks });
    const answer = (await whole(text, 'text')) as { tables: { rows: unknown[] }[] };
    expect(await text.readTables({ start: 0, end: start })).toEqual(answer.tables);
    const from = (at: number) => rows[at]?.[0] ?? 0;
    const { tables = [] } = await text.readPart(
      { start: from(4_002) },
      { maxCharacters: from(4_005) - from(4_002), withTables: true },
    );
    expect(tables.map(({ columns, rows: { length } }) => [columns[0], length])).toEqual([
      ['n1000', 2],
      ['n1001', 1],
    ]);
    expect(tables[0]?.rows).toEqual(answer.tables[1_000]?.rows.slice(2));
    const { text: plain } = await open(document);
    expect(await plain.readTables({ start: 0, end: 99 })).toEqual([]);
  });

  it('reads a part of a large text without the rest', async () => {
    const { text, read, size } = await open({
      ...document,
      text: 'длинный 😀 текст '.repeat(200_000),
      pages: [],
      outline: manyHeadings,
    });
    read.bytes = 0;
    const { pages } = await text.readPart({ start: 1_600_000 }, { maxCharacters: 1_600 });
    expect(pages).toEqual([
      { page: null, start: 1_600_000, text: 'длинный 😀 текст '.repeat(100) },
    ]);
    await text.readOutline(10, undefined);
    expect(read.bytes).toBeLessThan(size / 20);
  });

  it.each<[string, object, (text: StoredText) => Promise<unknown>]>([
    ['slices', { slices: [0, 2 ** 32] }, (text) => text.readPart({}, { maxCharacters: 10 })],
    ['headings', { outline: [0, 2 ** 32] }, (text) => text.readOutline(10, undefined)],
    [
      'groups of rows',
      { rowGroups: [2 ** 27, 2 ** 27 + 24 * 1_000] },
      (text) => text.readTables({ start: 0, end: 9 }),
    ],
  ])('reads no more of forged %s than fits in memory', async (_, change, read) => {
    const toSection = ([start, end]: number[]) => ({ start, end });
    const sections = {
      text: [0, 0],
      outline: [0, 0],
      slices: [0, 0],
      rowGroups: [0, 0],
      ...change,
    };
    const named = Object.entries(sections).map(([name, places]) => [name, toSection(places)]);
    const trailer = `lectern-text 1 ${JSON.stringify({ length: 100, ...Object.fromEntries(named) })}`;
    const size = 2 ** 33;
    let bytes = 0;
    const text = await StoredText.open({
      size,
      stream: async ({ start, end }) => {
        bytes += end + 1 - start;
        // Numbers of a group: it overlaps every range, and holds 8 MiB of rows.
        const numbers = [0, 2 ** 31, 0, 0, 0, 2 ** 23];
        const group = Buffer.alloc(24);
        for (const [at, number] of numbers.entries()) group.writeUInt32LE(number, at * 4);
        const isLast = end === size - 1;
        return Readable.from([
          isLast
            ? Buffer.from(trailer.padEnd(256))
            : repeat(start < 2 ** 27 ? ' ' : group, end + 1 - start),
        ]);
      },
    });
    if (!text) throw new Error('the bytes have another form');
    await expect(read(text)).rejects.toThrow('unknown form');
    expect(bytes).toBeLessThan(2 ** 28);
  });

  it.each([
    { text: { start: 0, end: 10_000 } },
    { outline: { start: 5, end: 3 } },
    { slices: { start: -1, end: 3 } },
    { rowGroups: undefined },
  ])('is none with sections that are not within it: %j', async (change) => {
    const section = { start: 0, end: 0 };
    const sections = { text: section, outline: section, slices: section, rowGroups: section };
    const trailer = `lectern-text 1 ${JSON.stringify({ length: 1, ...sections, ...change })}`;
    const bytes = Buffer.from(trailer.padEnd(256));
    const stream = async () => Readable.from([bytes]);
    expect(await StoredText.open({ size: bytes.length, stream })).toBeUndefined();
  });
});

function repeat(piece: Buffer | string, length: number): Buffer {
  return Buffer.alloc(Math.min(length, 2 ** 26), piece);
}
