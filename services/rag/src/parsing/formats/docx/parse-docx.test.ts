import { describe, expect, it } from '@jest/globals';
import { createZipFile, type ZipMember } from '@lectern/testing';
import { createDocx } from '../../__fixtures__/docx-file.ts';
import { parseContent, textOf } from '../../__fixtures__/parse-content.ts';

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const raised = '<w:vertAlign w:val="superscript"/>';

/** Returns the relations of the document part: `id type target`, a target with `:` is outside. */
function relations(...lines: readonly string[]): ZipMember {
  const entries = lines.map((line) => {
    const [id, type, target] = line.split(' ');
    const mode = target?.includes(':') ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="x/${type}" Target="${target}"${mode}/>`;
  });
  const content = `<Relationships>${entries.join('')}</Relationships>`;
  return { name: 'word/_rels/document.xml.rels', content };
}

async function read(body: string, ...members: readonly ZipMember[]) {
  const document = await parseContent(createDocx(body, members), 'a.docx');
  return {
    blocks: document.blocks.map((block) => textOf(document, block)),
    warnings: document.warnings.map(({ message }) => message),
  };
}

describe('parseDocx: running text', () => {
  it('keeps raised and lowered digits apart, by property, style and position', async () => {
    const styles =
      '<w:styles><w:style w:type="character" w:styleId="Up"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>';
    const { blocks } = await read(
      p(run('10') + run('7', raised) + run(' cells, 5') + run('2', '<w:rStyle w:val="Up"/>')) +
        p(run('H') + run('2', '<w:vertAlign w:val="subscript"/>') + run('O, 9')) +
        p(run('9') + run('4', '<w:position w:val="8"/>')),
      { name: 'word/styles.xml', content: styles },
    );
    expect(blocks).toEqual(['10^7 cells, 5^2', 'H2O, 9', '9^4']);
  });

  it('puts a note after its paragraph and marks both', async () => {
    const notes = `<w:footnotes><w:footnote w:id="2">${p(`<w:r><w:footnoteRef/></w:r>${run(' Waived.')}`)}</w:footnote></w:footnotes>`;
    const { blocks } = await read(
      p(`${run('500')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' euro')}`) + p(run('End')),
      { name: 'word/footnotes.xml', content: notes },
    );
    expect(blocks).toEqual(['500 [note 1] euro', '[note 1] Waived.', 'End']);
  });

  it('leaves deleted and hidden text out and names it', async () => {
    const { blocks, warnings } = await read(
      p(
        `${run('Fee ')}<w:del><w:r><w:delText>900</w:delText></w:r></w:del><w:ins>${run('450')}</w:ins>`,
      ) +
        p(run('Joined '), '<w:rPr><w:del/></w:rPr>') +
        p(run('again') + run(' secret', '<w:vanish/>')),
    );
    expect(blocks).toEqual(['Fee 450', 'Joined again']);
    expect(warnings).toEqual([
      'Text that is marked as deleted was left out: “900”.',
      'Hidden text was left out: “secret”.',
    ]);
  });

  it('shows fields that store no result, and not the fields of an instruction', async () => {
    const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const instruct = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
    const field = (text: string) => char('begin') + instruct(text) + char('end');
    const sex = `${char('begin')}${instruct('MERGEFIELD Sex')}${char('separate')}${run('F')}${char('end')}`;
    const { blocks } = await read(
      p(run('Pipe ') + field(' EQ \\f(3;16) ') + run(' inch, side ') + field('EQ \\r(,81)')) +
        p(field('EQ \\* jc2 \\o\\ad(\\s\\up 9(とう),東)') + field('SYMBOL 113 \\f "Symbol"')) +
        p(field('MACROBUTTON None [Name]')) +
        p(
          `${char('begin')}${instruct('IF ')}${sex}${instruct('="F"')}${char('separate')}${run('Mrs')}${char('end')}${run(' Day')}`,
        ),
    );
    expect(blocks).toEqual(['Pipe 3/16 inch, side √81', '東 (とう)θ', '[Name]', 'Mrs Day']);
  });

  it('reads formulas, symbols and links', async () => {
    const fraction =
      '<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>24</m:t></m:r></m:den></m:f></m:oMath>';
    const link = `<w:hyperlink r:id="r1">${run('the plan')}</w:hyperlink>`;
    const field = `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.org/b" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('b')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const { blocks } = await read(
      p(run('k = ') + fraction) +
        p(`<w:r><w:sym w:font="Symbol" w:char="F06D"/></w:r>${run('g')}`) +
        p(run('\uf061', '<w:rFonts w:ascii="Symbol"/>')) +
        p(run('See ') + link + run('. And ') + field),
      relations('r1 hyperlink https://example.org/plan'),
    );
    expect(blocks).toEqual([
      'k = 1/24',
      'μg',
      'α',
      'See the plan (https://example.org/plan). And b (https://example.org/b)',
    ]);
  });

  it('reads the values of forms', async () => {
    const legacy = (data: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORM </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const { blocks } = await read(
      p(
        run('Ward: ') +
          legacy(
            '<w:ddList><w:result w:val="1"/><w:listEntry w:val="Eye"/><w:listEntry w:val="Heart"/></w:ddList>',
          ),
      ) +
        p(run('Agreed: ') + legacy('<w:checkBox><w:default w:val="1"/></w:checkBox>')) +
        p(
          `${run('Insured: ')}<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="0"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☐')}</w:sdtContent></w:sdt>`,
        ) +
        p(
          `${run('Name: ')}<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Click here')}</w:sdtContent></w:sdt>`,
        ),
    );
    expect(blocks).toEqual(['Ward: Heart', 'Agreed: ☒', 'Insured: ☐', 'Name:']);
  });
});

describe('parseDocx: blocks', () => {
  it('numbers headings and clauses as Word does', async () => {
    const level = (at: number, format: string, text: string, more = '') =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="5">${level(0, 'decimal', '%1.', '<w:pStyle w:val="H1"/>')}${level(1, 'lowerLetter', '(%2)')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="5"/><w:lvlOverride w:ilvl="1"><w:startOverride w:val="4"/></w:lvlOverride></w:num></w:numbering>`;
    const styles =
      '<w:styles><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>';
    const item = (list: number) =>
      `<w:numPr><w:ilvl w:val="1"/><w:numId w:val="${list}"/></w:numPr>`;
    const heading = '<w:pStyle w:val="H1"/>';
    const { blocks } = await read(
      p(run('Terms'), heading) +
        p(run('Ends'), heading) +
        p(run('at once'), item(1)) +
        p(run('later'), item(1)) +
        p(run('fourth'), item(2)) +
        p(run('Plain'), `${heading}<w:numPr><w:numId w:val="0"/></w:numPr>`),
      { name: 'word/numbering.xml', content: numbering },
      { name: 'word/styles.xml', content: styles },
    );
    expect(blocks).toEqual([
      '1. Terms',
      '2. Ends',
      '2(a) at once',
      '2(b) later',
      '2(d) fourth',
      'Plain',
    ]);
  });

  it('places cells that span others', async () => {
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${p(run(text))}</w:tc>`;
    const { blocks } = await read(
      `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('Site')}${cell('Sales', '<w:gridSpan w:val="2"/>')}</w:tr>` +
        `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('')}${cell('2019')}${cell('2020')}</w:tr>` +
        `<w:tr>${cell('Mill', '<w:vMerge w:val="restart"/>')}${cell('4')}${cell('5')}</w:tr>` +
        `<w:tr>${cell('', '<w:vMerge/>')}${cell('6')}${cell('7')}</w:tr></w:tbl>`,
    );
    expect(blocks).toEqual(['Site | Sales 2019 | Sales 2020\nMill | 4 | 5\nMill | 6 | 7']);
  });

  it('leaves out deleted rows', async () => {
    const { blocks } = await read(
      `<w:tbl><w:tr><w:tc>${p(run('Fee'))}</w:tc><w:tc>${p(run('450'))}</w:tc></w:tr><w:tr><w:trPr><w:del/></w:trPr><w:tc>${p(run('Old'))}</w:tc><w:tc>${p(run('900'))}</w:tc></w:tr></w:tbl>`,
    );
    expect(blocks).toEqual(['Fee | 450']);
  });

  it('reads an embedded web archive', async () => {
    const archive =
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><body><p>73 =E2=82=AC</p></body></html>\r\n--b--\r\n';
    const { blocks } = await read('<w:altChunk r:id="r1"/>', relations('r1 aFChunk a.mht'), {
      name: 'word/a.mht',
      content: archive,
    });
    expect(blocks).toEqual(['73 €']);
  });

  it('reads a text box once, after the paragraph that holds it', async () => {
    const box = `<w:txbxContent><w:sdt><w:sdtContent>${p(run('In the box'))}</w:sdtContent></w:sdt></w:txbxContent>`;
    const { blocks } = await read(
      p(
        `${run('Before')}<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r>`,
      ) + p(`<w:smartTag><w:customXml>${run('After')}</w:customXml></w:smartTag>`),
    );
    expect(blocks).toEqual(['Before', 'In the box', 'After']);
  });

  it('reads charts and documents within the document', async () => {
    const cache = (kind: string, ...points: readonly string[]) =>
      `<c:${kind}Ref><c:${kind}Cache><c:formatCode>0%</c:formatCode>${points.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${kind}Cache></c:${kind}Ref>`;
    const chart = `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Shares</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx>${cache('str', 'Kettles')}</c:tx><c:cat>${cache('str', 'North', 'South')}</c:cat><c:val>${cache('num', '0.32', '0.5')}</c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const { blocks } = await read(
      `${p('<w:r><w:drawing><c:chart r:id="r1"/></w:drawing></w:r>')}<w:altChunk r:id="r2"/><w:altChunk r:id="r3"/>`,
      relations('r1 chart charts/c.xml', 'r2 aFChunk a.html', 'r3 aFChunk b.docx'),
      { name: 'word/charts/c.xml', content: chart },
      { name: 'word/a.html', content: '<html><body><h2>Findings</h2></body></html>' },
      { name: 'word/b.docx', content: createDocx(p(run('Inner'))) },
    );
    expect(blocks).toEqual([
      'Chart: Shares',
      '| Kettles\nNorth | 32%\nSouth | 50%',
      'Findings',
      'Inner',
    ]);
  });

  it('reads captions of controls and descriptions of old shapes', async () => {
    const control = (...values: readonly string[]) =>
      `<ax:ocx>${values
        .map((value) => value.split('='))
        .map(([name, value]) => `<ax:ocxPr ax:name="${name}" ax:value="${value}"/>`)
        .join('')}</ax:ocx>`;
    const { blocks, warnings } = await read(
      p(
        `<w:r><w:pict><v:rect alt="A mill"><v:imagedata/></v:rect></w:pict><w:object><w:control r:id="r1"/></w:object><w:object><w:control w:name="Box2" r:id="r2"/></w:object></w:r>`,
      ),
      relations('r1 control one.xml', 'r2 control two.xml'),
      { name: 'word/one.xml', content: control('Caption=I agree', 'Value=1') },
      { name: 'word/two.xml', content: control() },
    );
    expect(blocks).toEqual(['[picture: A mill]', '☒ I agree']);
    expect(warnings).toEqual(['A control was not read: Box2.']);
  });

  it('names headers, comments, pictures and objects that are not read', async () => {
    const { warnings } = await read(
      p(`${run('Text')}<w:r><w:drawing><wp:docPr name="Picture 1"/><pic:pic/></w:drawing></w:r>`) +
        p('<w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>'),
      relations('r1 header header1.xml', 'r2 comments comments.xml'),
      { name: 'word/header1.xml', content: `<w:hdr>${p(run('Draft'))}</w:hdr>` },
      {
        name: 'word/comments.xml',
        content: `<w:comments><w:comment>${p(run('Why?'))}</w:comment></w:comments>`,
      },
    );
    expect(warnings).toEqual([
      'An embedded object was not read: Excel.Sheet.12.',
      'Pictures without a description (1): Picture 1.',
      'The page header was left out: “Draft”.',
      'A comment was left out: “Why?”.',
    ]);
  });

  it('reads embedded files after the paragraph that holds them', async () => {
    const { blocks, warnings } = await read(
      p(
        `${run('Sheet')}<w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12" r:id="r1"/></w:object></w:r>`,
      ) + p(run('After')),
      relations('r1 package embeddings/a.docx'),
      { name: 'word/embeddings/a.docx', content: createDocx(p(run('Inner'))) },
    );
    expect(blocks).toEqual(['Sheet', 'Inner', 'After']);
    expect(warnings).toEqual([]);
  });

  it('reads comments and page headers that a collection asks for', async () => {
    const members = [
      relations('r1 header header1.xml', 'r2 comments comments.xml'),
      { name: 'word/header1.xml', content: `<w:hdr>${p(run('Draft 7'))}</w:hdr>` },
      {
        name: 'word/comments.xml',
        content: `<w:comments><w:comment>${p(run('Why 450?'))}</w:comment></w:comments>`,
      },
    ];
    const file = createDocx(p(run('Text')), members);
    const all = await parseContent(file, 'a.docx', { comments: true, headers: true });
    expect(all.text).toBe('Text\n\nPage header: Draft 7\n\nComment: Why 450?');
    expect(all.warnings).toEqual([]);
    const some = await parseContent(file, 'a.docx', { comments: true });
    expect(some.text).toBe('Text\n\nComment: Why 450?');
    expect(some.warnings).toHaveLength(1);
  });

  it('reads files that are saved as one XML file, new or of 2003', async () => {
    const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
    const flat = `<?xml version="1.0"?><?mso-application progid="Word.Document"?><pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"><pkg:part pkg:name="/_rels/.rels"><pkg:xmlData><Relationships><Relationship Id="r1" Type="x/officeDocument" Target="word/document.xml"/></Relationships></pkg:xmlData></pkg:part><pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document xmlns:w="${main}"><w:body>${p(run('10') + run('7', raised))}</w:body></w:document></pkg:xmlData></pkg:part></pkg:package>`;
    expect((await parseContent(flat, 'a.xml')).text).toBe('10^7');
    const old = `<?xml version="1.0"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:styles><w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles><w:body>${p(run('Term'), '<w:pStyle w:val="H"/>')}${p(run('Ending'), '<w:listPr><w:ilvl w:val="1"/><wx:t wx:val="2.2"/></w:listPr>')}${p(`<aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>900</w:delText></w:r></aml:content></aml:annotation>${run('450')}`)}<w:sectPr><w:hdr>${p(run('Head'))}</w:hdr></w:sectPr></w:body></w:wordDocument>`;
    const document = await parseContent(old, 'b.xml');
    expect(document.blocks.map((block) => textOf(document, block))).toEqual([
      'Term',
      '2.2 Ending',
      '450',
    ]);
  });

  it('reads files with other namespace prefixes and of the strict kind', async () => {
    for (const namespace of [
      'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
      'http://purl.oclc.org/ooxml/wordprocessingml/main',
    ]) {
      const content = `<n:document xmlns:n="${namespace}"><n:body><n:p><n:r><n:t>Tide</n:t></n:r><n:r><n:rPr><n:vertAlign n:val="superscript"/></n:rPr><n:t>2</n:t></n:r></n:p></n:body></n:document>`;
      const file = createZipFile([{ name: 'word/document.xml', content }]);
      const document = await parseContent(file, 'a.docx');
      expect(document.text).toBe('Tide^2');
    }
  });
});
