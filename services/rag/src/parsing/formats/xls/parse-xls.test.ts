import { type BookType, utils, write } from '@e965/xlsx';
import { describe, expect, it } from '@jest/globals';
import { parseContent, textOf } from '../../__fixtures__/parse-content.ts';

/** Returns a workbook with a number format, an elapsed time, a merged cell and a hidden sheet. */
function createWorkbook(bookType: BookType): Buffer {
  const sheet = utils.aoa_to_sheet([
    ['Part', 'Run', 'Site'],
    [43, 1.25, 'Mill'],
    [7, 0.5, ''],
  ]);
  Object.assign(sheet.A2, { z: '000000' });
  Object.assign(sheet.B2, { z: '[h]:mm' });
  sheet['!merges'] = [utils.decode_range('C2:C3')];
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, sheet, 'Data');
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['Old']]), 'Past');
  workbook.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  return write(workbook, { type: 'buffer', bookType });
}

describe('parseXls', () => {
  it.each([
    ['a.xls', 'biff8'],
    ['b.xlsb', 'xlsb'],
    ['c.xml', 'xlml'],
  ] as const)('reads %s', async (name, bookType) => {
    const document = await parseContent(createWorkbook(bookType), name);
    expect(document.blocks.map((block) => textOf(document, block))).toEqual([
      'Data',
      'Part | Run | Site',
      'Part: 000043 | Run: 30:00 | Site: Mill\nPart: 7 | Run: 0.5 | Site: Mill',
      'Past (hidden sheet)',
      'Old',
    ]);
    expect(document.warnings.map(({ code }) => code)).toEqual(['hidden_sheet']);
  });
});
