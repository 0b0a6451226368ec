import { describe, expect, it } from '@jest/globals';
import { createZipFile, type ZipMember } from '@lectern/testing';
import { parseContent, textOf } from '../../__fixtures__/parse-content.ts';

async function read(file: string | Buffer, name: string) {
  const document = await parseContent(file, name);
  return {
    blocks: document.blocks.map((block) => textOf(document, block)),
    warnings: document.warnings.map(({ message }) => message),
  };
}

function pack(kind: string, styles: string, body: string, more: readonly ZipMember[] = []): Buffer {
  return createZipFile([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'content.xml',
      content: `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    },
    ...more,
  ]);
}

const readText = (styles: string, body: string, more?: readonly ZipMember[]) =>
  read(pack('text', styles, `<office:text>${body}</office:text>`, more), 'a.odt');
const readSheets = (styles: string, body: string) =>
  read(pack('spreadsheet', styles, `<office:spreadsheet>${body}</office:spreadsheet>`), 'a.ods');

const style = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`;
const p = (text: string) => `<text:p>${text}</text:p>`;
const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}>${text === '' ? '' : p(text)}</table:table-cell>`;
const row = (cells: string, attributes = '') =>
  `<table:table-row ${attributes}>${cells}</table:table-row>`;

describe('parseOdf: text', () => {
  it('keeps raised digits, notes and links apart', async () => {
    const { blocks } = await readText(
      style('Up', 'style:text-position="33% 58%"') + style('Sub', 'style:text-position="sub 58%"'),
      p(
        '10<text:span text:style-name="Up">7</text:span> H<text:span text:style-name="Sub">2</text:span>O',
      ) +
        p(
          '270<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Waived.</text:p></text:note-body></text:note> euro',
        ) +
        p('<text:a xlink:href="https://example.org/g">guide</text:a>'),
    );
    expect(blocks).toEqual([
      '10^7 H2O',
      '270 [note 1] euro',
      '[note 1] Waived.',
      'guide (https://example.org/g)',
    ]);
  });

  it('numbers lists and headings as their author sees them', async () => {
    const levels = (element: string, name: string) =>
      `<text:${element} style:name="${name}"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:${element}>`;
    const outline =
      '<text:outline-style><text:outline-level-style text:level="1" style:num-format="I"/></text:outline-style>';
    const list = (items: string, attributes = '') =>
      `<text:list text:style-name="L" ${attributes}>${items}</text:list>`;
    const item = (content: string) => `<text:list-item>${content}</text:list-item>`;
    const { blocks } = await readText(
      levels('list-style', 'L') + outline,
      '<text:h text:outline-level="1">Terms</text:h>' +
        list(item(p('one') + p('more')) + item(p('two') + list(item(p('deep'))))) +
        list(item(p('three')), 'text:continue-numbering="true"') +
        list(item(p('anew'))),
    );
    expect(blocks).toEqual([
      'I Terms',
      '1. one',
      'more',
      '2. two',
      '2(a) deep',
      '3. three',
      '1. anew',
    ]);
  });

  it('reads boxes, formulas, pictures, forms and tables with spans', async () => {
    const formula =
      '<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:mfrac><math:mn>1</math:mn><math:mn>24</math:mn></math:mfrac></math:math>';
    const { blocks, warnings } = await readText(
      '',
      '<office:forms><form:form><form:checkbox form:id="c1" form:label="Agreed" form:current-state="checked"/></form:form></office:forms>' +
        p(
          'Before<draw:frame><draw:text-box><text:p>In the box</text:p></draw:text-box></draw:frame>',
        ) +
        p('k = <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>') +
        p('<draw:frame draw:name="P1"><draw:image/><svg:desc>A mill</svg:desc></draw:frame>') +
        p('x<draw:frame draw:name="P2"><draw:image/></draw:frame>') +
        p('<draw:control draw:control="c1"/>') +
        `<table:table>${row(cell('Blue', 'table:number-rows-spanned="2"') + cell('Monday'))}${row(`<table:covered-table-cell/>${cell('Tuesday')}`)}</table:table>`,
      [{ name: 'Object 1/content.xml', content: formula }],
    );
    expect(blocks).toEqual([
      'Before',
      'In the box',
      'k = 1/24',
      '[picture: A mill]',
      'x',
      '☒ Agreed',
      'Blue | Monday\nBlue | Tuesday',
    ]);
    expect(warnings).toEqual(['A picture has no description: P2.']);
  });

  it('leaves deleted and hidden text out and names it', async () => {
    const { blocks, warnings } = await readText(
      style('Hid', 'text:display="none"'),
      '<text:tracked-changes><text:changed-region><text:deletion><office:change-info/><text:p>old</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
        p('Seen<text:span text:style-name="Hid"> secret</text:span>') +
        '<text:section text:display="none"><text:p>draft</text:p></text:section>' +
        p('<text:variable-set text:display="none">7</text:variable-set>') +
        p('a<office:annotation><text:p>Why?</text:p></office:annotation>'),
    );
    expect(blocks).toEqual(['Seen', 'a']);
    expect(warnings).toEqual([
      'Text that is marked as deleted was left out: “old”.',
      'Hidden text was left out: “secret”.',
      'Hidden text was left out: “draft”.',
      'Hidden text was left out: “7”.',
      'A comment was left out: “Why?”.',
    ]);
  });

  it('reads comments and page headers that a collection asks for', async () => {
    const styles =
      '<style:master-page><style:header><text:p>Draft 7</text:p></style:header></style:master-page>';
    const file = pack(
      'text',
      '',
      `<office:text>${p('a<office:annotation><text:p>Why?</text:p></office:annotation> b')}</office:text>`,
      [{ name: 'styles.xml', content: styles }],
    );
    const { text, warnings } = await parseContent(file, 'a.odt', { comments: true, headers: true });
    expect(text).toBe('a b\n\nComment: Why?\n\nPage header: Draft 7');
    expect(warnings).toEqual([]);
  });

  it('reads flat files', async () => {
    const flat = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:mimetype="application/vnd.oasis.opendocument.text"><office:meta><dc:title>Lift</dc:title></office:meta><office:automatic-styles>${style('Up', 'style:text-position="super 58%"')}</office:automatic-styles><office:master-styles><text:p>no text</text:p></office:master-styles><office:body><office:text>${p('5 m<text:span text:style-name="Up">3</text:span><draw:frame><draw:image><office:binary-data>AAAA</office:binary-data></draw:image></draw:frame>')}</office:text></office:body></office:document>`;
    const document = await parseContent(flat, 'a.fodt');
    expect(document).toMatchObject({ title: 'Lift', text: '5 m^3' });
  });
});

describe('parseOdf: sheets and slides', () => {
  it('places cells beside and below those that span', async () => {
    const { blocks } = await readSheets(
      '',
      `<table:table table:name="Plan">${row(cell('Site') + cell('April') + cell('May') + cell('June'))}${row(`${cell('Mill', 'table:number-columns-spanned="2"')}<table:covered-table-cell>${p('under')}</table:covered-table-cell>${cell('x')}${cell('Open')}`)}${row(cell('Dock') + cell('1') + cell('2') + cell('3'))}</table:table>`,
    );
    expect(blocks).toHaveLength(3);
    expect(blocks.at(-1)).toBe(
      'Site: Mill | May: x | June: Open\nSite: Dock | April: 1 | May: 2 | June: 3',
    );
  });

  it('reads text boxes after the cells, and values that show no text', async () => {
    const { blocks } = await readSheets(
      '',
      `<table:table table:name="Hours"><table:shapes><draw:custom-shape>${p('A box')}</draw:custom-shape></table:shapes>` +
        row(cell('Task') + cell('Run')) +
        row(
          `<table:table-cell>${p('Hull')}<draw:frame><draw:text-box>${p('Another')}</draw:text-box></draw:frame></table:table-cell>${cell('', 'office:value-type="time" office:time-value="PT27H30M00S"')}`,
        ) +
        '</table:table>',
    );
    expect(blocks).toEqual([
      'Hours',
      'Task | Run',
      'Task: Hull | Run: 27:30:00',
      'A box',
      'Another',
    ]);
  });

  it('marks what is hidden, and reads notes, charts and formulas without a result', async () => {
    const chart =
      '<office:document><chart:chart><chart:title><text:p>Visits</text:p></chart:title></chart:chart></office:document>';
    const { blocks, warnings } = await readSheets(
      '<style:style style:name="H"><style:table-properties table:display="false"/></style:style>',
      `<table:table table:name="Old" table:style-name="H"><table:shapes><draw:frame><draw:object>${chart}</draw:object></draw:frame></table:shapes>` +
        row(cell('Name') + cell('Pay')) +
        row(
          `<table:table-cell><office:annotation><text:p>Left in May</text:p></office:annotation>${p('Ada')}</table:table-cell>${cell('', 'table:formula="of:=[.A1]"')}`,
        ) +
        row(cell('Ben') + cell('2'), 'table:visibility="collapse"') +
        '</table:table>',
    );
    expect(blocks).toEqual([
      'Old (hidden sheet)',
      'Name | Pay',
      'Name: Ada | Pay: =[.A1]',
      'Hidden rows:',
      'Name: Ben | Pay: 2',
      'Note on A2 (Ada): Left in May',
      'Chart: Visits',
    ]);
    expect(warnings).toEqual([
      'The sheet “Old” is hidden.',
      'Rows 3 of the sheet “Old” are hidden.',
      'Formulas of the sheet “Old” have no stored result: B2 =[.A1].',
    ]);
  });

  it('reads slides with titles, charts and hidden ones', async () => {
    const chart = `<office:document-content><office:body><chart:chart><chart:title><text:p>Visitors</text:p></chart:title><table:table>${row(cell('') + cell('2024'))}${row(cell('Spring') + cell('815'))}</table:table></chart:chart></office:body></office:document-content>`;
    const { blocks, warnings } = await read(
      pack(
        'presentation',
        '<style:style style:name="H"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
        `<office:presentation><draw:page draw:style-name="H"><draw:frame presentation:class="title"><draw:text-box>${p('Year')}</draw:text-box></draw:frame><draw:frame presentation:class="footer"><draw:text-box>${p('foot')}</draw:text-box></draw:frame><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></draw:page></office:presentation>`,
        [{ name: 'Object 1/content.xml', content: chart }],
      ),
      'a.odp',
    );
    expect(blocks).toEqual(['Hidden slide', 'Year', 'Chart: Visitors', '| 2024\nSpring | 815']);
    expect(warnings).toEqual(['The slide 1 is hidden.']);
  });

  it('reads a workbook that is embedded after the paragraph that holds it', async () => {
    const sheet = `<table:table table:name="S">${row(cell('Ship') + cell('Tons'))}${row(cell('Alk') + cell('413'))}</table:table>`;
    const { blocks, warnings } = await readText(
      '',
      p('See <draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>') + p('After'),
      [
        {
          name: 'Object 1/content.xml',
          content: `<office:document-content><office:body><office:spreadsheet>${sheet}</office:spreadsheet></office:body></office:document-content>`,
        },
      ],
    );
    expect(blocks).toEqual(['See', 'S', 'Ship | Tons', 'Ship: Alk | Tons: 413', 'After']);
    expect(warnings).toEqual([]);
  });

  it('shows the values of a chart as per cent where its axis does', async () => {
    const styles =
      '<office:automatic-styles xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"><number:percentage-style style:name="P"/><style:style style:name="Y" style:data-style-name="P"/></office:automatic-styles>';
    const chart = `<office:document-content>${styles}<office:body><chart:chart><chart:axis chart:dimension="y" chart:style-name="Y"/><table:table>${row(cell('') + cell('2024'))}${row(cell('Spring') + cell('0.815'))}</table:table></chart:chart></office:body></office:document-content>`;
    const slide =
      '<office:presentation><draw:page><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></draw:page></office:presentation>';
    const { blocks } = await read(
      pack('presentation', '', slide, [{ name: 'Object 1/content.xml', content: chart }]),
      'a.odp',
    );
    expect(blocks.join('\n')).toContain('Spring | 81.5%');
  });
});
