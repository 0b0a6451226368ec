import { describe, expect, it } from '@jest/globals';
import { createZipFile } from '@lectern/testing';
import { createDocx } from '../__fixtures__/docx-file.ts';
import { parseContent } from '../__fixtures__/parse-content.ts';

const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/><Relationship Id="r2" Type="x/styles" Target="styles.xml"/></Relationships>`;
const office = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';
const odf = (mimeType: string, style: string, body: string) =>
  `<office:document xmlns:office="${office}" office:mimetype="application/vnd.oasis.opendocument.${mimeType}"><office:automatic-styles><style:style style:name="S"><style:text-properties ${style}/></style:style></office:automatic-styles><office:body>${body}</office:body></office:document>`;
const xlsx = (cells: string, styles = '') =>
  createZipFile([
    {
      name: 'xl/workbook.xml',
      content: '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relation('worksheet', 'worksheets/sheet1.xml'),
    },
    { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
    },
  ]);
const docxRuns = (struck: string) =>
  `<w:p><w:r><w:t xml:space="preserve">Fee </w:t></w:r><w:r><w:rPr>${struck}</w:rPr><w:t>9</w:t></w:r><w:r><w:rPr>${struck}</w:rPr><w:t>00</w:t></w:r><w:r><w:t>450</w:t></w:r></w:p>`;
const strikeStyle =
  '<w:styles><w:style w:type="character" w:styleId="S"><w:rPr><w:strike/></w:rPr></w:style></w:styles>';
const slide = `<p:sld><p:cSld><p:spTree><p:sp><p:nvSpPr/><p:txBody><a:p><a:r><a:t>Fee </a:t></a:r><a:r><a:rPr strike="sngStrike"/><a:t>900</a:t></a:r><a:r><a:rPr strike="noStrike"/><a:t>450</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
const odfText =
  '<office:text><text:p>Fee <text:span text:style-name="S">900</text:span>450</text:p></office:text>';

const page = (body: string) => `<html><head><title>T</title></head><body>${body}</body></html>`;

describe('struck and deleted text', () => {
  it.each<[string, string, string | Uint8Array]>([
    ['a Word file', 'a.docx', createDocx(docxRuns('<w:strike/>'))],
    ['a Word file, twice', 'a.docx', createDocx(docxRuns('<w:dstrike/>'))],
    [
      'a style of a Word file',
      'a.docx',
      createDocx(docxRuns('<w:rStyle w:val="S"/>'), [
        { name: 'word/styles.xml', content: strikeStyle },
      ]),
    ],
    [
      'a presentation',
      'a.pptx',
      createZipFile([
        {
          name: 'ppt/presentation.xml',
          content: '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
        },
        { name: 'ppt/_rels/presentation.xml.rels', content: relation('slide', 'slides/s1.xml') },
        { name: 'ppt/slides/s1.xml', content: slide },
      ]),
    ],
    [
      'a cell of a workbook',
      'a.xlsx',
      xlsx(
        '<c t="inlineStr"><is><r><t>Fee </t></r><r><rPr><strike/></rPr><t>900</t></r><r><rPr><strike val="0"/></rPr><t>450</t></r></is></c>',
      ),
    ],
    [
      'an OpenDocument text',
      'a.fodt',
      odf('text', 'style:text-line-through-style="solid"', odfText),
    ],
    ['an RTF file', 'a.rtf', '{\\rtf1 Fee {\\strike 9}{\\striked1 00}\\strike0 450\\par}'],
    [
      'a journal article',
      'a.nxml',
      '<article><front><article-meta/></front><body><p>Fee <strike>900</strike>450</p></body></article>',
    ],
    ['a page', 'a.html', page('<p>Fee <s>9</s><strike>00</strike>450</p>')],
    [
      'a page by its styles',
      'a.html',
      page(
        '<style>@media print { .c2 { color: black } } .c1, span.c2 { color: red; text-decoration: underline line-through }</style><p>Fee <span class="c2">900</span>450</p>',
      ),
    ],
    ['a block of a page', 'a.html', page('<del><p>900</p></del><p>Fee 450</p>')],
    [
      'a paragraph of a page',
      'a.html',
      page('<p style="text-decoration-line: line-through">900<p>Fee 450'),
    ],
  ])('is left out and named in %s', async (_where, fileName, content) => {
    const { text, warnings } = await parseContent(content, fileName);
    expect(text.replace('S\n\n', '')).toBe('Fee 450');
    expect(warnings).toEqual([
      { code: 'deleted_text', message: 'Text that is marked as deleted was left out: “900”.' },
    ]);
  });

  it('is left out and named where the style of a cell strikes it', async () => {
    const styles =
      '<fonts><font/><font><strike/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs>';
    const workbook = xlsx('<c><v>450</v></c><c s="1"><v>900</v></c>', styles);
    const table =
      '<table:table table:name="S"><table:table-column table:number-columns-repeated="1"/><table:table-column table:default-cell-style-name="S"/><table:table-row><table:table-cell><text:p>450</text:p></table:table-cell><table:table-cell office:value="900"><text:p>900</text:p></table:table-cell></table:table-row></table:table>';
    const sheet = odf(
      'spreadsheet',
      'style:text-line-through-type="single"',
      `<office:spreadsheet>${table}</office:spreadsheet>`,
    );
    for (const [content, fileName] of [
      [workbook, 'a.xlsx'],
      [sheet, 'a.fods'],
    ] as const) {
      const { text, warnings } = await parseContent(content, fileName);
      expect(text).toMatch(/^S\n\n450(?: \| )?$/);
      expect(warnings.map(({ message }) => message)).toEqual([
        'Text that is marked as deleted was left out: “900”.',
      ]);
    }
  });
});
