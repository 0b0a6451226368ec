import { describe, expect, it } from '@jest/globals';
import { createZipFile, type ZipMember } from '@lectern/testing';
import { createDocx } from '../../__fixtures__/docx-file.ts';
import { parseContent, textOf } from '../../__fixtures__/parse-content.ts';

const p = (text: string, properties = '') =>
  `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (body: string, placeholder = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr/><p:nvPr><p:ph type="${placeholder}"/></p:nvPr></p:nvSpPr><p:txBody>${body}</p:txBody></p:sp>`;

async function read(shapes: string, more: readonly ZipMember[] = [], attributes = '') {
  const rels = (...lines: readonly string[]) =>
    `<Relationships>${lines
      .map((line) => line.split(' '))
      .map(([id, type, to]) => `<Relationship Id="${id}" Type="x/${type}" Target="${to}"/>`)
      .join('')}</Relationships>`;
  const file = createZipFile([
    {
      name: 'ppt/presentation.xml',
      content: '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
    },
    { name: 'ppt/_rels/presentation.xml.rels', content: rels('r1 slide slides/slide1.xml') },
    {
      name: 'ppt/slides/slide1.xml',
      content: `<p:sld ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    },
    {
      name: 'ppt/slides/_rels/slide1.xml.rels',
      content: rels(
        'r1 chart ../charts/c.xml',
        'r2 notesSlide ../notes.xml',
        'r3 comments ../x.xml',
        'r9 package ../e.docx',
      ),
    },
    ...more,
  ]);
  const document = await parseContent(file, 'a.pptx');
  return {
    blocks: document.blocks.map((block) => textOf(document, block)),
    warnings: document.warnings.map(({ message }) => message),
  };
}

describe('parsePptx', () => {
  it('reads titles, raised digits, formulas and numbered lists', async () => {
    const fraction =
      '<mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>9</m:t></m:r></m:den></m:f></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>picture</a:t></a:r></mc:Fallback></mc:AlternateContent>';
    const number = '<a:pPr><a:buAutoNum type="alphaLcParenR" startAt="3"/></a:pPr>';
    const { blocks } = await read(
      shape(p('Half-life'), 'title') +
        shape(
          `<a:p><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>4</a:t></a:r><a:r><a:t> of </a:t></a:r>${fraction}</a:p>`,
        ) +
        shape(p('one', number) + p('two', number) + p('deep', '<a:pPr lvl="1"/>')) +
        shape(
          '<a:p><a:r><a:rPr><a:sym typeface="Wingdings"/></a:rPr><a:t>\uf0fe</a:t></a:r></a:p>',
        ) +
        shape(p('7'), 'sldNum'),
    );
    expect(blocks).toEqual(['Half-life', '10^4 of 1/9', 'c) one', 'd) two', '- deep', '☑']);
  });

  it('puts the title first and leaves hidden shapes out', async () => {
    const hidden = shape(p('Draft 7')).replace('<p:cNvPr/>', '<p:cNvPr hidden="1"/>');
    const { blocks, warnings } = await read(shape(p('Body')) + hidden + shape(p('Tides'), 'title'));
    expect(blocks).toEqual(['Tides', 'Body']);
    expect(warnings).toEqual(['Hidden text was left out: “Draft 7”.']);
  });

  it('reads an embedded file once', async () => {
    const object = '<p:oleObj r:id="r9" progId="Word.Document.12"/>';
    const { blocks, warnings } = await read(
      `<p:graphicFrame><mc:AlternateContent><mc:Choice>${object}</mc:Choice><mc:Fallback>${object}</mc:Fallback></mc:AlternateContent></p:graphicFrame>`,
      [{ name: 'ppt/e.docx', content: createDocx('<w:p><w:r><w:t>Inner</w:t></w:r></w:p>') }],
    );
    expect(blocks).toEqual(['Inner']);
    expect(warnings).toEqual([]);
  });

  it('reads tables with spans, charts in per cent, pictures and notes', async () => {
    const cell = (text: string, attributes = '') =>
      `<a:tc ${attributes}><a:txBody>${p(text)}</a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('Site')}${cell('State')}</a:tr><a:tr>${cell('Mill', 'rowSpan="2"')}${cell('open')}</a:tr><a:tr>${cell('', 'vMerge="1"')}${cell('shut')}</a:tr></a:tbl></p:graphicFrame>`;
    const chart =
      '<c:chartSpace><c:chart><c:plotArea><c:barChart><c:ser><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>2024</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="0"><c:v>0.32</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>';
    const { blocks, warnings } = await read(
      `${table}<p:grpSp><p:pic><p:nvPicPr><p:cNvPr name="P" descr="A mill"/></p:nvPicPr></p:pic></p:grpSp><p:graphicFrame><c:chart r:id="r1"/></p:graphicFrame><p:pic><p:nvPicPr><p:cNvPr name="Photo 9"/></p:nvPicPr></p:pic>`,
      [
        { name: 'ppt/charts/c.xml', content: chart },
        {
          name: 'ppt/notes.xml',
          content: `<p:notes><p:cSld><p:spTree>${shape(p('Say this'))}</p:spTree></p:cSld></p:notes>`,
        },
        { name: 'ppt/x.xml', content: '<p:cmLst><p:cm><p:text>Why?</p:text></p:cm></p:cmLst>' },
      ],
      'show="0"',
    );
    expect(blocks).toEqual([
      'Hidden slide',
      'Site | State\nMill | open\nMill | shut',
      '[picture: A mill]',
      '| Series 1\n2024 | 32%',
      'Say this',
    ]);
    expect(warnings).toEqual([
      'The slide 1 is hidden.',
      'A picture has no description: Photo 9 on slide 1.',
      'A comment on slide 1 was left out: “Why?”.',
    ]);
  });
});
