import { describe, expect, it } from '@jest/globals';
import { createZipFile } from '@lectern/testing';
import { createDocx } from './__fixtures__/docx-file.ts';
import { parseContent as parse, textOf } from './__fixtures__/parse-content.ts';
import type { ParsedDocument } from './parsed-document.ts';

function outlineOf(document: ParsedDocument) {
  return document.outline.map(({ level, title }) => `${level} ${title}`);
}

const paragraph = (text: string, style = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

function createPdf(pages: readonly string[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [at, text] of pages.entries()) {
    const lines = text.split('\n').map((line) => `(${line}) Tj T*`);
    const content = `BT /F1 12 Tf 14 TL 72 700 Td ${lines.join(' ')} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R /Size ${objects.length + 1} >>\n`);
}

describe('parseFile: what a file is', () => {
  it('reads a PDF under the name of a text', async () => {
    const document = await parse(createPdf(['Hello there']), 'notes.txt');
    expect(document).toMatchObject({ mimeType: 'application/pdf', text: 'Hello there' });
  });

  it('finds the parts of Office files by their relationships, whatever their names', async () => {
    const office = 'http://schemas.openxmlformats.org';
    const sheet = '<sheetData><row><c t="inlineStr"><is><t>Tide</t></is></c></row></sheetData>';
    const files = [
      [
        'wordprocessingml.document',
        `<w:document><w:body>${paragraph('Tide')}</w:body></w:document>`,
      ],
      [
        'spreadsheetml.sheet',
        '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
        `<worksheet>${sheet}</worksheet>`,
      ],
      [
        'presentationml.presentation',
        '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
        '<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Tide</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>',
      ],
    ] as const;
    for (const [kind, main, member = ''] of files) {
      const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`;
      const relation = (id: string, target: string) =>
        `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="${id}" Type="x/officeDocument" Target="${target}"/></Relationships>`;
      const file = createZipFile([
        {
          name: '[Content_Types].xml',
          content: `<Types><Override ContentType="${type}"/></Types>`,
        },
        { name: '_rels/.rels', content: relation('r1', '/content/main.xml') },
        { name: 'content/main.xml', content: main },
        { name: 'content/_rels/main.xml.rels', content: relation('r1', '../parts/one.xml') },
        { name: 'parts/one.xml', content: member },
      ]);
      expect((await parse(file, 'download')).text).toContain('Tide');
    }
  });

  it('reads a table of tabs under the name of a workbook, and a log with colours', async () => {
    const table = await parse('Ship\tTons\nAlk\t413\nLom\t391\n', 'a.xls');
    expect(table.text).toBe('Ship | Tons\n\nShip: Alk | Tons: 413\nShip: Lom | Tons: 391');
    const log = await parse('\u001b[31mERR\u001b[0m 7\n\u001b[1mok\u001b[0m\n', 'a.log');
    expect(log.text).toBe('ERR 7\nok\n');
  });

  it('reads a text under the name of a PDF', async () => {
    const text =
      'A letter that somebody gave the wrong name, long enough to be told from remains. ';
    const document = await parse(text.repeat(4), 'lie.pdf');
    expect(document).toMatchObject({ mimeType: 'text/plain', text: text.repeat(4) });
  });

  it('reads a web page under the name of a Word document', async () => {
    const document = await parse('<!doctype html><p>A page</p>', 'report.docx');
    expect(document).toMatchObject({ mimeType: 'text/html', text: 'A page' });
  });

  it('reads a Word document without an ending', async () => {
    const document = await parse(createDocx(paragraph('In Word')), 'report');
    expect(document.text).toBe('In Word');
  });

  it('takes a name with a path for no more than a name', async () => {
    const document = await parse('Plain words.', '../../etc/passwd.txt');
    expect(document.text).toBe('Plain words.');
  });

  it.each([
    ['an empty file', '', 'empty.pdf', 'no_text'],
    ['white space', ' \n\n ', 'blank.md', 'no_text'],
    ['text under the name of a Word document', 'just words', 'letter.docx', 'unreadable'],
    ['unknown bytes', Buffer.from([0, 1, 2, 3, 0, 9, 8, 7, 0]), 'data.bin', 'unsupported_format'],
    ['unknown bytes named PDF', Buffer.from([0, 1, 2, 3, 0, 9, 8]), 'data.pdf', 'unreadable'],
    ['a picture', Buffer.from('89504e470d0a1a0a00000000', 'hex'), 'scan.png', 'no_text'],
    [
      'an archive',
      createZipFile([{ name: 'a.txt', content: 'a' }]),
      'all.zip',
      'unsupported_format',
    ],
    [
      'a cut zip container',
      createDocx(paragraph('Cut')).subarray(0, 200),
      'cut.docx',
      'unreadable',
    ],
    ['a cut PDF', createPdf(['Cut']).subarray(0, 60), 'cut.pdf', 'unreadable'],
    ['a broken compound file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.doc', 'unreadable'],
  ])('refuses %s', async (_what, content, name, code) => {
    await expect(parse(content, name)).rejects.toMatchObject({ name: 'ParseFailure', code });
  });

  it('refuses a container that would unpack to too much, before unpacking', async () => {
    const bomb = { name: 'word/media/zeros', content: Buffer.alloc(80 * 1024 * 1024) };
    const docx = createDocx(paragraph('Bomb'), [bomb]);
    expect(docx.length).toBeLessThan(1024 * 1024);
    await expect(parse(docx, 'bomb.docx')).rejects.toMatchObject({ code: 'too_large' });
  });

  it('refuses a member that holds more than its directory says', async () => {
    const lying = createZipFile([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'word/document.xml', content: Buffer.alloc(5 * 1024 * 1024, 32), declaredSize: 100 },
    ]);
    await expect(parse(lying, 'lying.docx')).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('refuses members whose names lead out of the container', async () => {
    const docx = createDocx(paragraph('Out'), [{ name: '../../evil.txt', content: 'x' }]);
    await expect(parse(docx, 'evil.docx')).rejects.toMatchObject({ code: 'unreadable' });
  });
});

describe('parseFile: structure', () => {
  it('gives the pages of a PDF', async () => {
    const document = await parse(createPdf(['Page one', 'Page two', 'Page three']), 'a.pdf');
    const points = [...document.text];
    expect(
      document.pages.map((page) => points.slice(page.start, page.end).join('').trim()),
    ).toEqual(['Page one', 'Page two', 'Page three']);
    expect(document.blocks.map((block) => block.page)).toEqual([1, 2, 3]);
  });

  it('joins lines of a PDF and words broken at their end', async () => {
    const lines = 'All our know-\nledge has its origin in our percep-\ntions and nowhere else.';
    const document = await parse(createPdf([lines]), 'a.pdf');
    expect(document.text).toBe(
      'All our knowledge has its origin in our perceptions and nowhere else.',
    );
  });

  it('keeps rows that differ in digits alone, and drops page numbers', async () => {
    const page = (at: number) =>
      [`Pen ${at}01 4.${at}0`, 'Pen of blue ink', `Pen ${at}02 5.${at}0`, `${at}`].join('\n');
    const document = await parse(createPdf([1, 2, 3, 4, 5, 6].map(page)), 'prices.pdf');
    expect(document.text.match(/Pen \d/g)).toHaveLength(12);
    expect(document.text).not.toMatch(/^\d$/m);
  });

  it('reads headings, lists, tables and notes of a Word document', async () => {
    const styles =
      '<w:styles><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style></w:styles>';
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell('Name')}${cell('Age')}</w:tr><w:tr>${cell('Ada')}${cell('36')}</w:tr></w:tbl>`;
    const item =
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>Item</w:t></w:r></w:p>';
    const removed =
      '<w:p><w:del><w:r><w:t>gone</w:t></w:r></w:del><w:r><w:t>kept</w:t></w:r></w:p>';
    const document = await parse(
      createDocx(`${paragraph('People', 'H2')}${table}${item}${removed}`, [
        { name: 'word/styles.xml', content: styles },
        {
          name: 'word/footnotes.xml',
          content: `<w:footnotes>${paragraph('A note')}</w:footnotes>`,
        },
      ]),
      'people.docx',
    );
    expect(document.blocks.map((block) => [block.kind, textOf(document, block)])).toEqual([
      ['heading', 'People'],
      ['table', 'Name | Age\nAda | 36'],
      ['list_item', '- Item'],
      ['paragraph', 'kept'],
      ['paragraph', 'A note'],
    ]);
    expect(document.blocks[1]?.section).toEqual(['People']);
  });

  it('writes the header of a long table over each of its parts, in every format', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => [
      `Land ${at}`,
      `Town of it ${at}`,
      `${at}.5`,
    ]);
    const table = [['Country', 'Capital', 'People'], ...rows];
    const tags = (open: string, cells: readonly string[]) =>
      `<tr>${cells.map((cell) => `<${open}>${cell}</${open}>`).join('')}</tr>`;
    const html = `<html><table>${table.map((row, at) => tags(at ? 'td' : 'th', row)).join('')}</table>`;
    const word = table
      .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`)
      .join('');
    for (const document of [
      await parse(html, 'lands.html'),
      await parse(createDocx(`<w:tbl>${word}</w:tbl>`), 'lands.docx'),
    ]) {
      const parts = document.blocks.map((block) => textOf(document, block).split('\n'));
      expect(parts.length).toBeGreaterThan(2);
      expect(new Set(parts.map(([first]) => first))).toEqual(
        new Set(['Country | Capital | People']),
      );
      expect(parts.flatMap((part) => part.slice(1))).toEqual(rows.map((row) => row.join(' | ')));
    }
  });

  it('keeps Markdown as it is written', async () => {
    const source =
      '---\ntitle: "Own title"\n---\n# One\n\n```\n# no heading\n```\n\n- a\n  - b\n\n## Two\n\n> q\n';
    const document = await parse(source, 'a.md');
    expect(document.text).toBe(source);
    expect(document.title).toBe('Own title');
    expect(outlineOf(document)).toEqual(['1 One', '2 Two']);
    expect(document.blocks.map((block) => block.kind)).toEqual([
      'code',
      'heading',
      'code',
      'list_item',
      'list_item',
      'heading',
      'quote',
    ]);
  });

  it('names the cells of a table after its header', async () => {
    const document = await parse('name;age\nAda;36\n"Grace; Hopper";85;extra\n', 'people.csv');
    expect(document.text).toBe(
      'name | age\n\nname: Ada | age: 36\nname: Grace; Hopper | age: 85 | extra',
    );
  });

  it('names the cells of a table whose corner is empty', async () => {
    const document = await parse(',Sugar,Vitamin C\nStrawberry,4.9,59\nFig,16,2\n', 'berries.csv');
    expect(document.text).toContain('Strawberry | Sugar: 4.9 | Vitamin C: 59\nFig | Sugar: 16');
  });

  it('reads a table with a quote that is never closed', async () => {
    const document = await parse('a,b\n1,"two\n3,four\n', 'broken.csv');
    expect(document.text).toContain('four');
  });

  it('counts offsets in code points', async () => {
    const document = await parse('# 🙂 One\n\n🙂🙂 text\n\n## Two\n', 'emoji.md');
    expect(document.blocks.map((block) => textOf(document, block))).toEqual([
      '# 🙂 One',
      '🙂🙂 text',
      '## Two',
    ]);
  });
});
