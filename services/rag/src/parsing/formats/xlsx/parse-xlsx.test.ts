import { describe, expect, it } from '@jest/globals';
import { createZipFile, type ZipMember } from '@lectern/testing';
import { parseContent, textOf } from '../../__fixtures__/parse-content.ts';

const sheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

function relations(part: string, ...lines: readonly string[]): ZipMember {
  const entries = lines.map((line) => {
    const [id, type, target] = line.split(' ');
    const mode = target?.includes(':') ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="x/${type}" Target="${target}"${mode}/>`;
  });
  return { name: part, content: `<Relationships>${entries.join('')}</Relationships>` };
}

/** Returns a row of cells: numbers with `style:value`, formulas with `=`, other texts inline. */
function row(number: number, cells: readonly string[], attributes = ''): string {
  const written = cells.map((cell, at) => {
    const address = `${String.fromCharCode(65 + at)}${number}`;
    const [, style, value] = /^(\d+):(.+)$/.exec(cell) ?? [];
    if (cell === '') return '';
    if (cell.startsWith('=')) return `<c r="${address}"><f>${cell.slice(1)}</f></c>`;
    if (style === undefined) return `<c r="${address}" t="inlineStr"><is>${cell}</is></c>`;
    return `<c r="${address}" s="${style}"><v>${value}</v></c>`;
  });
  return `<row r="${number}" ${attributes}>${written.join('')}</row>`;
}

const t = (text: string) => `<t>${text}</t>`;

async function read(sheet: string, more: readonly ZipMember[] = [], state = 'visible') {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="000000"/><numFmt numFmtId="171" formatCode="[h]:mm"/></numFmts><fonts><font/><font><name val="Wingdings"/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="31"/><xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>';
  const file = createZipFile([
    {
      name: 'xl/workbook.xml',
      content: `<workbook><sheets><sheet name="Data" r:id="r1" state="${state}"/></sheets></workbook>`,
    },
    relations(
      'xl/_rels/workbook.xml.rels',
      'r1 worksheet worksheets/sheet1.xml',
      'r2 styles styles.xml',
    ),
    { name: 'xl/styles.xml', content: styles },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ...more,
  ]);
  const document = await parseContent(file, 'a.xlsx');
  return {
    blocks: document.blocks.map((block) => textOf(document, block)),
    warnings: document.warnings.map(({ message }) => message),
  };
}

const data = (...rows: readonly string[]) => `<sheetData>${rows.join('')}</sheetData>`;

describe('parseXlsx', () => {
  it('shows numbers, times and dates as the sheet does', async () => {
    const { blocks } = await read(
      `<worksheet>${data(row(1, [t('Part'), t('Run'), t('Day')]), row(2, ['1:43', '2:1.25', '3:45309']))}</worksheet>`,
    );
    expect(blocks.at(-1)).toBe('Part: 000043 | Run: 30:00 | Day: 2024-01-18');
  });

  it('keeps raised digits apart and repeats merged cells in their rows', async () => {
    const raised =
      '<r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>7</t></r><rPh><t>x</t></rPh>';
    const { blocks } = await read(
      `<worksheet>${data(row(1, [t('Site'), t('Count')]), row(2, [t('Mill'), raised]), row(3, [t('under'), '0:5']))}<mergeCells><mergeCell ref="A2:A3"/></mergeCells></worksheet>`,
    );
    expect(blocks.at(-1)).toBe('Site: Mill | Count: 10^7\nSite: Mill | Count: 5');
  });

  it('sets hidden rows apart and names what is hidden or was never computed', async () => {
    const { blocks, warnings } = await read(
      `<worksheet><cols><col min="2" max="2" hidden="1"/></cols>${data(
        row(1, [t('Name'), t('Pay'), t('Sum')]),
        row(2, [t('Ada'), '0:1', '=A1+1']),
        row(3, [t('Ben'), '0:2', '0:4'], 'hidden="1"'),
        row(4, [t('Cem'), '0:3', '0:5']),
      )}</worksheet>`,
      [],
      'hidden',
    );
    expect(blocks).toEqual([
      'Data (hidden sheet)',
      'Name | Pay (hidden column) | Sum',
      'Name: Ada | Pay (hidden column): 1 | Sum: =A1+1\nName: Cem | Pay (hidden column): 3 | Sum: 5',
      'Hidden rows:',
      'Name: Ben | Pay (hidden column): 2 | Sum: 4',
    ]);
    expect(warnings).toEqual([
      'The sheet “Data” is hidden.',
      'Rows 3 of the sheet “Data” are hidden.',
      'Columns B of the sheet “Data” are hidden.',
      'Formulas of the sheet “Data” have no stored result: C2 =A1+1.',
    ]);
  });

  it('reads links, notes, text boxes, pictures and charts', async () => {
    const drawing =
      '<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>In the box</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:pic><xdr:nvPicPr><xdr:cNvPr descr="A mill"/></xdr:nvPicPr></xdr:pic><c:chart r:id="r1"/></xdr:wsDr>';
    const chart =
      '<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Visits</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea/></c:chart></c:chartSpace>';
    const { blocks } = await read(
      `<worksheet>${data(row(1, [t('Pump'), t('State')]), row(2, [t('P-1'), t('waits')]))}<hyperlinks><hyperlink ref="A2" r:id="r1"/></hyperlinks></worksheet>`,
      [
        relations(
          'xl/worksheets/_rels/sheet1.xml.rels',
          'r1 hyperlink https://example.org/p-1',
          'r2 comments ../comments1.xml',
          'r3 threadedComment ../threads.xml',
          'r4 drawing ../drawings/drawing1.xml',
          'r5 vmlDrawing ../drawings/old.vml',
        ),
        {
          name: 'xl/comments1.xml',
          content:
            '<comments><commentList><comment ref="B2"><text><t>For a seal</t></text></comment><comment ref="A1"><text><t>[Threaded comment] Why?</t></text></comment></commentList></comments>',
        },
        {
          name: 'xl/threads.xml',
          content:
            '<ThreadedComments><threadedComment ref="A1"><text>Why?</text></threadedComment></ThreadedComments>',
        },
        { name: 'xl/drawings/drawing1.xml', content: drawing },
        {
          name: 'xl/drawings/old.vml',
          content: ['Note For a seal', 'Checkbox Book<br>now', 'Label In the box']
            .map((line) => /^(\w+) (.*)$/.exec(line))
            .map(
              (found) =>
                `<v:shape><v:textbox><div>${found?.[2]}</div></v:textbox><x:ClientData ObjectType="${found?.[1]}"><x:Checked>1</x:Checked></x:ClientData></v:shape>`,
            )
            .join(''),
        },
        relations('xl/drawings/_rels/drawing1.xml.rels', 'r1 chart ../charts/c.xml'),
        { name: 'xl/charts/c.xml', content: chart },
      ],
    );
    expect(blocks).toEqual([
      'Data',
      'Pump | State',
      'Pump: P-1 (https://example.org/p-1) | State: waits',
      'Note on A1 (Pump): Why?',
      'Note on B2 (P-1 (https://example.org/p-1), waits): For a seal',
      'In the box',
      '[picture: A mill]',
      '☒ Book now',
      'Chart: Visits',
    ]);
  });

  it('decodes escaped characters of texts', async () => {
    const { blocks } = await read(
      `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>_x0041_1_x005F_x0041_</t></is></c><c t="str"><f>B2</f><v>a_x0042_</v></c></row></sheetData></worksheet>`,
    );
    expect(blocks.at(-1)).toBe('A1_x0041_ | aB');
  });

  it('reads symbol fonts and links of formulas', async () => {
    const { blocks } = await read(
      `<worksheet><sheetData><row r="1"><c r="A1" s="4" t="inlineStr"><is><t>\u00fe</t></is></c><c r="B1" t="str"><f>HYPERLINK("https://example.org/g","Guide")</f><v>Guide</v></c></row></sheetData></worksheet>`,
    );
    expect(blocks.at(-1)).toBe('☑ | Guide (https://example.org/g)');
  });

  it('reads files with other namespace prefixes', async () => {
    const { blocks } = await read(
      `<x:worksheet xmlns:x="${sheetNamespace}"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Nord</x:t></x:is></x:c><x:c><x:v>121</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    );
    expect(blocks.at(-1)).toBe('Nord | 121');
  });
});
