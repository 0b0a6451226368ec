import { describe, expect, it } from '@jest/globals';
import { chunkDocument } from '../../../chunking/chunk-document.ts';
import { createSamplePdf, type SamplePage } from '../../__fixtures__/sample-pdf.ts';
import { defaultParseLimits } from '../../parse-limits.ts';
import type { BlockKind, ParsedDocument } from '../../parsed-document.ts';
import { parsePdf } from './parse-pdf.ts';

async function parse(pages: readonly ((page: SamplePage) => void)[]): Promise<ParsedDocument> {
  const bytes = await createSamplePdf(pages);
  return parsePdf({ bytes, fileName: 'sample.pdf', limits: defaultParseLimits });
}

function textsOf(document: ParsedDocument, kind: BlockKind): string[] {
  return document.blocks
    .filter((block) => block.kind === kind)
    .map(({ start, end }) => document.text.slice(start, end));
}

function range<Value>(count: number, make: (at: number) => Value): Value[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

const sentence = (at: number) => `Sentence number ${at} of the text says that stone ${at} is old.`;

function writeLines(page: SamplePage, lines: readonly string[], { x = 72, y = 100 } = {}): void {
  for (const [at, line] of lines.entries()) page.write(line, { x, y: y + at * 14 });
}

describe('parsePdf: lines that come again', () => {
  it('keeps every row of a price list, and its heads out of the chunks', async () => {
    const document = await parse(
      range(9, (at) => (page) => {
        page.write('ACME price list', { x: 72, y: 40, size: 9 });
        page.write(`Page ${at + 1} of 9`, { x: 480, y: 40, size: 9 });
        page.write('Article', { x: 72, y: 80 });
        page.write('Price', { x: 400, y: 80 });
        for (let row = 0; row < 34; row += 1) {
          const article = at * 34 + row + 1;
          page.write(`Pen no. ${article}`, { x: 72, y: 96 + row * 18 });
          page.write(`${article}.50`, { x: 400, y: 96 + row * 18 });
        }
      }),
    );
    const chunks = chunkDocument(document)
      .map((chunk) => chunk.text)
      .join('\n');
    for (let article = 1; article <= 306; article += 1) {
      expect(chunks).toContain(`Pen no. ${article}\t${article}.50`);
    }
    expect(document.text.match(/ACME price list/g)).toHaveLength(9);
    expect(document.text).toContain('Page 9 of 9');
    expect(chunks).not.toContain('ACME');
    expect(chunks).not.toContain('Page 9');
  });

  it('keeps the total of every invoice, like as they are', async () => {
    const document = await parse(
      range(8, (at) => (page) => {
        page.write('ACME Ltd', { x: 72, y: 40 });
        page.write(`Invoice ${at + 1}`, { x: 72, y: 60 });
        writeLines(page, [`Two pens of kind ${at}`, 'Delivery by post']);
        page.write('Total', { x: 72, y: 700 });
        page.write('500.00', { x: 400, y: 700 });
      }),
    );
    const chunks = chunkDocument(document)
      .map((chunk) => chunk.text)
      .join('\n');
    expect(chunks.match(/Total\t500\.00/g)).toHaveLength(8);
    expect(chunks.match(/Invoice \d/g)).toHaveLength(8);
  });

  it('takes no heading for a running line, though each page starts with one', async () => {
    const document = await parse(
      range(60, (at) => (page) => {
        for (let part = 0; part < 10; part += 1) {
          const y = 60 + part * 60;
          page.write(`Section ${at * 10 + part + 1}`, { x: 72, y, size: 14, isBold: true });
          page.write(sentence(part), { x: 72, y: y + 24 });
        }
      }),
    );
    expect(document.outline.map(({ title }) => title)).toEqual(
      range(600, (at) => `Section ${at + 1}`),
    );
    expect(document.outline.map(({ page }) => page)).toEqual(
      range(600, (at) => Math.floor(at / 10) + 1),
    );
  });

  it('lets a sentence run on over heads, feet and the end of a page', async () => {
    const document = await parse(
      range(4, (at) => (page) => {
        page.write(`${at + 10}`, { x: 300, y: 750, size: 8 });
        page.write('On stones', { x: 72, y: 40, size: 8 });
        writeLines(page, [
          `runs on over the end of page ${at} and stops there in the first line.`,
          sentence(1),
          sentence(2),
        ]);
        page.write(`After the end of line ${at} there comes one more that`, { x: 72, y: 142 });
      }),
    );
    expect(textsOf(document, 'running').sort()).toEqual([
      '10',
      '11',
      '12',
      '13',
      'On stones',
      'On stones',
      'On stones',
      'On stones',
    ]);
    const chunks = chunkDocument(document);
    expect(chunks.map(({ page, pageEnd }) => [page, pageEnd])).toContainEqual([1, 2]);
    expect(chunks.some(({ text }) => /one more that\s+runs on over/.test(text))).toBe(true);
  });
});

describe('parsePdf: reading order', () => {
  const left = range(20, (at) => `Left ${at} of the words in this column`);
  const right = range(20, (at) => `Right ${at} of the words in that column`);

  it('reads one column after the other', async () => {
    const document = await parse([
      (page) => {
        writeLines(page, left);
        writeLines(page, right, { x: 320 });
      },
    ]);
    expect(document.text.replace(/\s+/g, ' ')).toBe([...left, ...right].join(' '));
  });
});
