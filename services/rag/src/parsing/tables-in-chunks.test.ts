import { afterAll, describe, expect, it } from '@jest/globals';
import { findTableRows, formatRow } from '@lectern/retrieval/text';
import { createZipFile } from '@lectern/testing';
import { chunkDocument } from '../chunking/chunk-document.ts';
import { createDocx } from './__fixtures__/docx-file.ts';
import { createSamplePdf } from './__fixtures__/sample-pdf.ts';
import { TemporaryFiles } from './__fixtures__/temporary-files.ts';
import { parseFile } from './parse-file.ts';
import { defaultParseLimits } from './parse-limits.ts';

type Table = readonly (readonly string[])[];

const files = new TemporaryFiles();
afterAll(() => files.remove());

const count = 300;
const range = Array.from({ length: count }, (_, at) => at + 1);

const ofValues: Table = [
  ['Article', 'Colour', 'Price'],
  ...range.map((at) => [`Pen ${at}`, at % 2 ? 'blue' : 'deep red', `${at}.50`]),
];
const names = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gean'];
const inWords = (at: number) =>
  `${names[at % 7]} ${names[Math.floor(at / 7) % 7]} ${names[Math.floor(at / 49)]}`;
const ofWords: Table = [
  ['Street name', 'Keeper'],
  ...range.map((at) => [`${inWords(at)} Road`, `Ms ${inWords((at * 2) % 300)}`]),
];

const lineOf = (open: string, cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<${open}>${cell}</${open}>`).join('')}</tr>`;

const formats: Record<string, (table: Table) => Promise<Buffer | string> | Buffer | string> = {
  md: ([header = [], ...rows]) =>
    [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'),
  html: ([header = [], ...rows]) =>
    `<html><table>${lineOf('th', header)}${rows.map((row) => lineOf('td', row)).join('')}</table>`,
  docx: (table) => {
    const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
    const row = (cells: readonly string[], at: number) =>
      `<w:tr>${at ? '' : '<w:trPr><w:tblHeader/></w:trPr>'}${cells.map(cell).join('')}</w:tr>`;
    return createDocx(`<w:tbl>${table.map(row).join('')}</w:tbl>`);
  },
  csv: (table) => table.map((row) => row.join(',')).join('\n'),
  xlsx: (table) => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = table.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
    return createZipFile([
      { name: '[Content_Types].xml', content: '<Types/>' },
      {
        name: 'xl/workbook.xml',
        content:
          '<workbook xmlns:r="r"><sheets><sheet name="All" sheetId="1" r:id="r1"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content:
          '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      },
      {
        name: 'xl/worksheets/sheet1.xml',
        content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      },
    ]);
  },
  odt: (table) => {
    const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const row = (cells: readonly string[]) =>
      `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
    const [header = [], ...rows] = table;
    return createZipFile([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
      {
        name: 'content.xml',
        content: `<office:document-content><office:body><office:text><table:table><table:table-header-rows>${row(header)}</table:table-header-rows>${rows.map(row).join('')}</table:table></office:text></office:body></office:document-content>`,
      },
    ]);
  },
  pdf: (table) => {
    const perPage = 44;
    const pages = Math.ceil(table.length / perPage);
    return createSamplePdf(
      Array.from({ length: pages }, (_, page) => (sheet) => {
        for (const [at, row] of table.slice(page * perPage, (page + 1) * perPage).entries())
          for (const [column, cell] of row.entries())
            sheet.write(cell, { x: 60 + column * (540 / row.length), y: 60 + at * 15 });
      }),
    );
  },
};

async function chunksOf(format: string, table: Table): Promise<string[]> {
  const content = await (formats[format] as (typeof formats)[string])(table);
  const path = await files.write(content);
  const document = await parseFile({ path, fileName: `t.${format}` }, defaultParseLimits);
  return chunkDocument(document).map(({ text }) => text);
}

const allFormats = Object.keys(formats);

describe('a long table in chunks', () => {
  it.each(allFormats)('names the columns of each row of a .%s', async (format) => {
    const chunks = await chunksOf(format, ofValues);
    expect(chunks.length).toBeGreaterThan(5);
    const told = chunks.flatMap((text) =>
      findTableRows(text)
        .filter(({ isHeader }) => !isHeader)
        .map(formatRow),
    );
    const [header = [], ...rows] = ofValues;
    expect(told).toEqual(
      rows.map((row) => row.map((cell, column) => `${header[column]}: ${cell}`).join(' | ')),
    );
  });

  it.each(allFormats)(
    'tells each row of words once, with its columns, in a .%s',
    async (format) => {
      const chunks = await chunksOf(format, ofWords);
      expect(chunks.length).toBeGreaterThan(3);
      for (const text of chunks) expect(text).toMatch(/Street name.*Keeper/s);
      const streets = chunks.flatMap((text) => text.match(/(?:\w+ ){3}Road/g) ?? []);
      expect(streets).toEqual(ofWords.slice(1).map(([street]) => street));
    },
  );

  const growth = range.map((at) => [`Town ${at}`, `${at}`, `${at + 1}`, `${at + 2}`]);

  it.each(allFormats)('repeats a header of years in a .%s', async (format) => {
    const chunks = await chunksOf(format, [['Town', '1990', '2000', '2010'], ...growth]);
    const [last] = findTableRows(chunks.at(-1) ?? '').slice(-1);
    expect(last && formatRow(last)).toBe('Town: Town 300 | 1990: 300 | 2000: 301 | 2010: 302');
  });

  it.each(['html', 'docx', 'odt', 'md'])(
    'repeats a header that does not look like one, but is marked in a .%s',
    async (format) => {
      const chunks = await chunksOf(format, [['Town', 'Size', '', '4'], ...growth]);
      for (const text of chunks) expect(text).toMatch(/Town.*Size.*4/);
    },
  );
});
