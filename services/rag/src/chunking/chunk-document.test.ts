import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DocumentBuilder } from '../parsing/document-builder.ts';
import { parsePlainText } from '../parsing/parse-plain-text.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { chunkDocument } from './chunk-document.ts';

const settings = { max_tokens: 64, overlap_tokens: 0 };

function build(write: (builder: DocumentBuilder) => void): ParsedDocument {
  const builder = new DocumentBuilder({ maxTextChars: 10_000_000 });
  write(builder);
  return builder.finish('text/plain');
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom('a', 'word ', 'Ende. ', '字', '。', '🙂', 'é', '\n', 'слово '),
    maxLength: 900,
  }),
);
const anyBlock = fc.record({
  kind: fc.constantFrom('heading', 'paragraph', 'listItem', 'code', 'quote', 'table', 'page'),
  level: fc.integer({ min: 1, max: 4 }),
  text: anyText,
});

function writeBlocks(blocks: readonly { kind: string; level: number; text: string }[]) {
  return build((builder) => {
    builder.paragraph('Start.');
    let page = 1;
    for (const { kind, level, text } of blocks) {
      if (kind === 'page') builder.startPage(page++);
      else if (kind === 'heading') builder.heading(level, text);
      else if (kind === 'listItem') builder.listItem(level, text);
      else if (kind === 'table') builder.table(text.split('\n').map((row) => row.split(' ')));
      else builder[kind as 'paragraph' | 'code' | 'quote'](text);
    }
  });
}

describe('chunkDocument', () => {
  it('keeps order, limit and offsets for any document, and loses no text', () => {
    fc.assert(
      fc.property(
        fc.array(anyBlock, { maxLength: 25 }),
        fc.integer({ min: 16, max: 200 }),
        fc.integer({ min: 0, max: 100 }),
        (blocks, max, overlap) => {
          const document = writeBlocks(blocks);
          const points = [...document.text];
          const given = { max_tokens: max, overlap_tokens: overlap };
          const chunks = chunkDocument(document, given);
          const covered = new Uint8Array(points.length);
          let end = 0;
          for (const [position, chunk] of chunks.entries()) {
            expect(chunk.position).toBe(position);
            expect(chunk.tokenCount).toBeLessThanOrEqual(max);
            expect(chunk.text).toBe(points.slice(chunk.start, chunk.end).join(''));
            expect(chunk.text.trim()).not.toBe('');
            expect(chunk.end).toBeGreaterThan(end);
            if (overlap === 0) expect(chunk.start).toBeGreaterThanOrEqual(end);
            end = chunk.end;
            covered.fill(1, chunk.start, chunk.end);
          }
          const lost = points.filter((point, at) => covered[at] === 0 && /\S/u.test(point));
          expect(lost).toEqual([]);
          expect(chunkDocument(document, given)).toEqual(chunks);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives no chunk of what the one before it holds already', () => {
    const document = writeBlocks([
      { kind: 'table', level: 1, text: 'a' },
      { kind: 'heading', level: 2, text: 'aEnde. a。🙂a' },
      { kind: 'paragraph', level: 1, text: 'Ende. a' },
      { kind: 'code', level: 1, text: 'a🙂' },
      { kind: 'heading', level: 1, text: '!' },
    ]);
    const chunks = chunkDocument(document, { max_tokens: 18, overlap_tokens: 2 });
    expect(chunks.map(({ text }) => text)).not.toContain('a');
  });

  it('cuts no character in half where a mark stands on it', () => {
    const text = `${'\u{10000}'.repeat(8)}\ua823`;
    const chunks = chunkDocument(writeBlocks([{ kind: 'heading', level: 1, text }]), {
      max_tokens: 16,
      overlap_tokens: 0,
    });
    expect(chunks.filter((chunk) => !chunk.text.isWellFormed())).toEqual([]);
  });

  it('starts a chunk at each section of the top level', () => {
    const body = 'A sentence of the section with some words in it. '.repeat(3);
    const chunks = chunkDocument(
      build((builder) => {
        for (const name of ['One', 'Two', 'Three']) {
          builder.heading(1, name);
          builder.paragraph(body);
        }
      }),
      settings,
    );
    expect(chunks.map((chunk) => chunk.section)).toEqual([['One'], ['Two'], ['Three']]);
    expect(chunks[1]?.text.startsWith('Two\n\nA sentence')).toBe(true);
  });

  it('merges small sections', () => {
    const chunks = chunkDocument(
      build((builder) => {
        builder.heading(1, 'Terms');
        for (const term of ['Leaf', 'Root', 'Stem']) {
          builder.heading(2, term);
          builder.paragraph('Part of a plant.');
        }
      }),
      { max_tokens: 128, overlap_tokens: 0 },
    );
    expect(chunks).toHaveLength(1);
  });

  it('keeps a heading with the text below it', () => {
    const chunks = chunkDocument(
      build((builder) => {
        for (let part = 0; part < 20; part += 1) {
          builder.heading(2, `Part ${part}`);
          builder.paragraph(
            `Words of part ${part} go on for a while here. `.repeat(1 + (part % 7)),
          );
        }
      }),
      settings,
    );
    for (const chunk of chunks) expect(chunk.text).not.toMatch(/Part \d+$/);
  });

  it('cuts long paragraphs between sentences into parts of like size', () => {
    const chunks = chunkDocument(
      parsePlainText('This is one sentence of ten words or so. '.repeat(40)),
      settings,
    );
    expect(chunks.length).toBeGreaterThan(4);
    for (const chunk of chunks) expect(chunk.text).toMatch(/^This .* so\.$/s);
    const sizes = chunks.map((chunk) => chunk.tokenCount);
    expect(Math.min(...sizes)).toBeGreaterThan(Math.max(...sizes) / 2);
  });

  it('cuts tables between rows', () => {
    const rows = Array.from({ length: 60 }, (_, row) => [`name ${row}`, 'some value', String(row)]);
    const chunks = chunkDocument(
      build((builder) => builder.table(rows)),
      settings,
    );
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) {
      expect(chunk.kind).toBe('table');
      for (const line of chunk.text.split('\n'))
        expect(line).toMatch(/^name \d+ \| some value \| \d+$/);
    }
  });

  it('repeats the end of the part before where an overlap is set', () => {
    const text = Array.from({ length: 60 }, (_, at) => `Sentence number ${at} stands here.`).join(
      ' ',
    );
    const chunks = chunkDocument(parsePlainText(text), { max_tokens: 64, overlap_tokens: 16 });
    for (const [at, chunk] of chunks.slice(1).entries()) {
      expect(chunk.start).toBeLessThan(chunks[at]?.end as number);
      expect(chunk.text).toMatch(/^Sentence/);
    }
  });

  it('names the pages of a chunk', () => {
    const chunks = chunkDocument(
      build((builder) => {
        builder.startPage(1);
        builder.paragraph(
          'The first page ends in the middle of a sentence that runs on and on and',
        );
        builder.startPage(2);
        builder.paragraph('on over the page. Then a new one starts here. '.repeat(3));
        builder.startPage(3);
        builder.paragraph('Last page with its own text. '.repeat(8));
      }),
      settings,
    );
    expect(chunks.map((chunk) => [chunk.page, chunk.pageEnd])).toEqual([
      [1, 2],
      [3, 3],
    ]);
  });

  it.each([
    ['one word without end', 'a'.repeat(2_000_000)],
    ['ideographs without stops', '字'.repeat(1_000_000)],
    ['one character a line', 'a\n'.repeat(500_000)],
    ['one character a paragraph', 'a\n\n'.repeat(200_000)],
    ['headings alone', 'a\n===\n\n'.repeat(100_000)],
  ])('stays linear for %s', (_name, text) => {
    const started = process.cpuUsage().user;
    const chunks = chunkDocument(parsePlainText(text), { max_tokens: 512, overlap_tokens: 0 });
    expect(chunks.length).toBeGreaterThan(100);
    expect((process.cpuUsage().user - started) / 1000).toBeLessThan(5_000);
  });
});
