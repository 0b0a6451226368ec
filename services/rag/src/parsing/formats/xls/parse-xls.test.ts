import { type BookType, utils, type WorkSheet, write } from '@e965/xlsx';
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

  it('reads a workbook with a date of no form', async () => {
    const properties =
      '<DocumentProperties xmlns="urn:schemas-microsoft-com:office:office"><Created>yesterday</Created></DocumentProperties>';
    const sheet =
      '<Worksheet ss:Name="S"><Table><Row><Cell><Data ss:Type="Number">2</Data></Cell></Row></Table></Worksheet>';
    const document = await parseContent(
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${properties}${sheet}</Workbook>`,
      'a.xml',
    );
    expect(document.text).toBe('S\n\n2');
    expect(document.metadata.created).toBeUndefined();
  });

  it('shows errors as the sheet does, in every kind of workbook', async () => {
    const cells = { A1: { t: 's', v: 'Sum' }, B1: { t: 'e', v: 7 }, C1: { t: 'e', v: 42 } };
    for (const bookType of ['biff8', 'xlsb', 'xlml'] as const) {
      const workbook = utils.book_new();
      utils.book_append_sheet(workbook, { ...cells, '!ref': 'A1:C1' } as WorkSheet, 'S');
      const document = await parseContent(write(workbook, { type: 'buffer', bookType }), 'a.xls');
      expect(document.text).toBe('S\n\nSum | #DIV/0! | #N/A');
    }
  });

  it('keeps raised digits of a workbook in XML apart', async () => {
    const sheet =
      '<Worksheet ss:Name="S"><Table><Row><Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40">10<Sup>7</Sup> <B>cells</B></ss:Data></Cell></Row></Table></Worksheet>';
    const document = await parseContent(
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheet}</Workbook>`,
      'a.xml',
    );
    expect(document.text).toBe('S\n\n10^7 cells');
  });

  it('names formulas without a stored result', async () => {
    const sheet =
      '<Worksheet ss:Name="S"><Table><Row><Cell><Data ss:Type="Number">2</Data></Cell><Cell ss:Formula="=RC[-1]*3"><Data ss:Type="String"></Data></Cell></Row></Table></Worksheet>';
    const document = await parseContent(
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheet}</Workbook>`,
      'a.xml',
    );
    expect(document.text).toBe('S\n\n2 | =A1*3');
    expect(document.warnings.map(({ message }) => message)).toEqual([
      'Formulas of the sheet “S” have no stored result: B1 =A1*3.',
    ]);
  });

  it('warns of digits in a text with formats', async () => {
    const workbook = utils.book_new();
    utils.book_append_sheet(workbook, utils.aoa_to_sheet([['106 cells###']]), 'Data');
    const bytes: Buffer = write(workbook, { type: 'buffer', bookType: 'biff8', bookSST: true });
    const at = bytes.indexOf(Buffer.from('106 cells###', 'utf16le'));
    const text = Buffer.from('106 cells', 'utf16le');
    // Length, flags of a wide text with formats, number of runs; the text; a run from its third letter.
    const rich = [Buffer.from([9, 0, 9, 1, 0]), text, Buffer.from([2, 0, 0, 0])];
    Buffer.concat(rich).copy(bytes, at - 3);
    const document = await parseContent(bytes, 'a.xls');
    expect(document.text).toContain('106 cells');
    expect(document.warnings).toEqual([
      {
        code: 'formats_skipped',
        message: 'Raised and lowered digits are not recognised in 1 text with formats: 106 cells.',
      },
    ]);
  });
});
