import { afterAll, describe, expect, it } from '@jest/globals';
import { TemporaryFiles } from './__fixtures__/temporary-files.ts';
import { parseFile } from './parse-file.ts';
import { defaultParseLimits } from './parse-limits.ts';

const files = new TemporaryFiles();
afterAll(() => files.remove());

async function readTables(fileName: string, content: string) {
  const path = await files.write(content);
  const { text, blocks } = await parseFile({ path, fileName }, defaultParseLimits);
  const characters = [...text];
  return blocks.flatMap(({ table }) => {
    if (!table) return [];
    const { columns, hasHeader, rows } = table;
    const cells = rows.map((row) =>
      Array.from({ length: row.length / 2 }, (_, at) =>
        characters.slice(row[2 * at], row[2 * at + 1]).join(''),
      ),
    );
    return [{ columns, hasHeader, cells }];
  });
}

describe('the rows of a table', () => {
  it('of a sheet are its values under the names of their columns', async () => {
    const tables = await readTables('birds.csv', 'Bird,Eggs,Colour\nHeron 🪶,4,\nOwl,2,white\n');
    expect(tables).toEqual([
      {
        columns: ['Bird', 'Eggs', 'Colour'],
        hasHeader: true,
        cells: [['Bird', 'Eggs', 'Colour']],
      },
      {
        columns: ['Bird', 'Eggs', 'Colour'],
        hasHeader: false,
        cells: [
          ['Heron 🪶', '4', ''],
          ['Owl', '2', 'white'],
        ],
      },
    ]);
  });

  it('of HTML begin with the header', async () => {
    const page = `<html><body><p>🪶 Birds</p><table><tr><th>Bird</th><th>Eggs</th></tr>
      <tr><td>Heron</td><td>4</td></tr><tr><td>Owl | barn</td><td></td></tr></table></body></html>`;
    expect(await readTables('birds.html', page)).toEqual([
      {
        columns: ['Bird', 'Eggs'],
        hasHeader: true,
        cells: [['Bird', 'Eggs'], ['Heron', '4'], ['Owl | barn']],
      },
    ]);
  });

  it('of Markdown are the same in every part of a long table', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => `| bird number ${at} | ${at} |`);
    const source = `# Birds\n\n| Bird | Eggs |\n|---|---|\n${rows.join('\n')}\n`;
    const tables = await readTables('birds.md', source);
    expect(tables.length).toBeGreaterThan(1);
    const found = tables.flatMap(({ cells: [header, ...body] }) => {
      expect(header).toEqual(['Bird', 'Eggs']);
      return body;
    });
    expect(found).toEqual(rows.map((_, at) => [`bird number ${at}`, `${at}`]));
  });
});
