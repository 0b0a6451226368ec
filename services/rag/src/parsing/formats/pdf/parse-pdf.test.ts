import { describe, expect, it } from '@jest/globals';
import { findTableRows, formatRow } from '@lectern/retrieval/text';
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
  const left = range(20, (at) => `Left ${at} of the words in this one column`);
  const right = range(20, (at) => `Right ${at} of the words in that one column`);

  it('reads one column after the other', async () => {
    const document = await parse([
      (page) => {
        writeLines(page, left);
        writeLines(page, right, { x: 320 });
      },
    ]);
    expect(document.text.replace(/\s+/g, ' ')).toBe([...left, ...right].join(' '));
  });

  it('keeps columns apart whose lines stand on different heights, whatever jumps', async () => {
    const document = await parse([
      (page) => {
        writeLines(page, left);
        writeLines(page, right, { x: 320, y: 105 });
        page.write('Title of both, written last', { x: 72, y: 60 });
      },
    ]);
    expect(document.text.replace(/\s+/g, ' ')).toContain([...left, ...right].join(' '));
  });

  it.each([
    [72, 320],
    [320, 72],
  ])('reads columns apart that were written line by line, from %d', async (...order) => {
    const document = await parse([
      (page) => {
        for (const at of left.keys()) {
          for (const x of order) {
            const line = (x === 72 ? left : right)[at] as string;
            page.write(line, { x, y: 100 + at * 14 });
          }
        }
      },
    ]);
    expect(document.text.replace(/\s+/g, ' ')).toBe([...left, ...right].join(' '));
  });
});

describe('parsePdf: tables', () => {
  const rows = [
    ['Country', 'Capital', 'People'],
    ['France', 'Paris', '68.4'],
    ['Peru', 'Lima', '34.1'],
    ['Kenya', 'Nairobi', '55.1'],
    ['Japan', 'Tokyo', '124.5'],
  ];
  const columns = [72, 200, 330];
  const wanted = rows.map((row) => row.join('\t')).join('\n');

  it('reads rows that were written cell by cell', async () => {
    const document = await parse([
      (page) => {
        page.write(sentence(1), { x: 72, y: 60 });
        for (const [at, row] of rows.entries())
          for (const [column, cell] of row.entries())
            page.write(cell, { x: columns[column] as number, y: 100 + at * 16 });
      },
    ]);
    expect(textsOf(document, 'table')).toEqual([wanted]);
  });

  it('parts narrow columns where cells are aligned', async () => {
    const ports = ['Port In Crew', 'Oslo 12 310', 'Bergen 4 95', 'Bodin 17 8'].map((row) =>
      row.split(' '),
    );
    const document = await parse([
      (page) => {
        for (const [at, row] of ports.entries())
          for (const [column, cell] of row.entries())
            page.write(cell, { x: [72, 121, 147][column] as number, y: 100 + at * 16 });
      },
    ]);
    expect(textsOf(document, 'table')).toEqual([ports.map((row) => row.join('\t')).join('\n')]);
  });

  it('reads rows that were written column by column', async () => {
    const document = await parse([
      (page) => {
        for (const [column, x] of columns.entries())
          for (const [at, row] of rows.entries())
            page.write(row[column] as string, { x, y: 100 + at * 16 });
      },
    ]);
    expect(textsOf(document, 'table')).toEqual([wanted]);
  });

  it('keeps empty cells, so that each value stays below its name', async () => {
    const shops = [
      ['Shop', 'Opened', 'Closed', 'Staff'],
      ['Bern', '1990', '2001', '14'],
      ['Basel', '', '2004', '7'],
      ['Chur', '1995', '', '9'],
      ['Thun', '1999', '', ''],
      ['Visp', '1998', '2002', '3'],
    ];
    const document = await parse([
      (page) => {
        for (const [at, row] of shops.entries())
          for (const [column, cell] of row.entries())
            if (cell) page.write(cell, { x: 72 + column * 110, y: 100 + at * 16 });
      },
    ]);
    const [table = ''] = textsOf(document, 'table');
    expect(
      findTableRows(table)
        .filter(({ isHeader }) => !isHeader)
        .map(formatRow),
    ).toEqual([
      'Shop: Bern | Opened: 1990 | Closed: 2001 | Staff: 14',
      'Shop: Basel | Closed: 2004 | Staff: 7',
      'Shop: Chur | Opened: 1995 | Staff: 9',
      'Shop: Thun | Opened: 1999',
      'Shop: Visp | Opened: 1998 | Closed: 2002 | Staff: 3',
    ]);
  });

  it('keeps the lines of a cell together in its row', async () => {
    const document = await parse([
      (page) => {
        page.write('Part', { x: 72, y: 100 });
        page.write('What it does', { x: 200, y: 100 });
        page.write('Price', { x: 430, y: 100 });
        for (const [at, name] of ['Leaf', 'Root', 'Stem'].entries()) {
          const y = 120 + at * 40;
          page.write(name, { x: 72, y });
          page.write(`Takes light and air for the ${name}`, { x: 200, y });
          page.write('and makes sugar of them', { x: 200, y: y + 12 });
          page.write(`${at + 1}.50`, { x: 430, y });
        }
      },
    ]);
    const [table] = textsOf(document, 'table');
    for (const [at, name] of ['Leaf', 'Root', 'Stem'].entries()) {
      expect(table?.split('\n')).toContain(
        `${name}\tTakes light and air for the ${name} and makes sugar of them\t${at + 1}.50`,
      );
    }
  });

  it('places numbers that end beside the names of their columns, below a name of several', async () => {
    const document = await parse([
      (page) => {
        const rows = [
          ['Port', 'Barges', 'Boats', 'Rafts'],
          ['Elm Quay', '', '12.50', '3.75'],
          ['Salt Gate', '8.25', '', '4.10'],
          ['Old Ford', '', '', '1.05'],
        ];
        page.write('Year 2012', { x: 200, y: 84 });
        for (const [row, cells] of rows.entries()) {
          for (const [column, cell] of cells.entries()) {
            const x = 72 + column * 110 + (row > 0 && column > 0 ? 76 : 0);
            if (cell !== '') page.write(cell, { x, y: 100 + row * 16 });
          }
        }
      },
    ]);
    expect(textsOf(document, 'table')).toEqual([
      'Year 2012',
      'Port\tBarges\tBoats\tRafts\nElm Quay\t\t12.50\t3.75\nSalt Gate\t8.25\t\t4.10\nOld Ford\t\t\t1.05',
    ]);
  });

  it('repeats the header of a long table in each of its chunks', async () => {
    const document = await parse(
      range(3, (at) => (page) => {
        for (const [row, y] of range(44, (row) => [row, 60 + row * 15] as const)) {
          const isHeader = at === 0 && row === 0;
          const cells = isHeader
            ? ['Country of birth', 'Capital', 'People']
            : [`Land ${at * 44 + row}`, `Town ${at * 44 + row}`, `${at * 44 + row}.5`];
          for (const [column, cell] of cells.entries())
            page.write(cell, { x: columns[column] as number, y });
        }
      }),
    );
    const chunks = chunkDocument(document, { max_tokens: 400, overlap_tokens: 0 });
    expect(chunks.length).toBeGreaterThan(2);
    for (const { text } of chunks) expect(text).toContain('Country of birth\tCapital\tPeople');
    const lands = chunks.flatMap(({ text }) => text.match(/Land \d+/g) ?? []);
    expect(lands).toEqual(range(131, (at) => `Land ${at + 1}`));
  });
});

describe('parsePdf: headings', () => {
  it('tells headings by their numbers where the type is the same', async () => {
    const titles = ['1 Scope', '1.1 Terms', '1.2 Signs', '2 Rules', '2.1 Use', '2.1.1 At night'];
    const document = await parse(
      titles.map((title, at) => (page) => {
        page.write(title, { x: 72, y: 60 });
        writeLines(
          page,
          range(8, (line) => sentence(at * 10 + line)),
        );
      }),
    );
    expect(document.outline.map(({ title, level, page }) => [title, level, page])).toEqual([
      ['1 Scope', 1, 1],
      ['1.1 Terms', 2, 2],
      ['1.2 Signs', 2, 3],
      ['2 Rules', 1, 4],
      ['2.1 Use', 2, 5],
      ['2.1.1 At night', 3, 6],
    ]);
  });

  it('tells headings in bold type of the size of the text', async () => {
    const document = await parse([
      (page) => {
        for (const [at, name] of ['Water', 'Wind'].entries()) {
          const y = 60 + at * 200;
          page.write(name, { x: 72, y, isBold: true });
          writeLines(
            page,
            range(6, (line) => sentence(line)),
            { y: y + 24 },
          );
        }
      },
    ]);
    expect(document.outline.map(({ title }) => title)).toEqual(['Water', 'Wind']);
  });
});
