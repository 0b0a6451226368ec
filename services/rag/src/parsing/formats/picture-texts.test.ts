import { describe, expect, it } from '@jest/globals';
import { createZipFile } from '@lectern/testing';
import { encode } from 'fast-png';
import { createDocx } from '../__fixtures__/docx-file.ts';
import { textOf } from '../__fixtures__/parse-content.ts';
import { TemporaryFiles } from '../__fixtures__/temporary-files.ts';
import { parseFile } from '../parse-file.ts';
import { defaultParseLimits } from '../parse-limits.ts';
import type { RecogniseText } from '../recognition/recognise-text.ts';

const [width, height] = [200, 100];
const pngOf = (grey: number) =>
  Buffer.from(
    encode({ width, height, channels: 1, data: new Uint8Array(width * height).fill(grey) }),
  );
/** Two pictures that the fake reader distinguishes by their colour. */
const [sign, photo] = [pngOf(10), pngOf(200)];

const recognise: RecogniseText = async ({ data }) => {
  const box = { center: { x: 100, y: 50 }, along: { x: 1, y: 0 }, width: 160, height: 20 };
  const words = [
    { text: 'Closed', from: 0, to: 0.5 },
    { text: 'Mondays', from: 0.55, to: 1 },
  ];
  const isSign = (data[0] as number) < 100;
  return { lines: isSign ? [{ box, words, confidence: 0.99 }] : [], unreadShare: 0 };
};

async function read(content: string | Buffer, fileName: string, reader: RecogniseText = recognise) {
  const files = new TemporaryFiles();
  try {
    const path = await files.write(content);
    const document = await parseFile({ path, fileName, recognise: reader }, defaultParseLimits);
    return {
      blocks: document.blocks.map((block) => textOf(document, block)),
      warnings: document.warnings.map(({ message }) => message),
    };
  } finally {
    await files.remove();
  }
}

const relations = (...targets: readonly string[]) =>
  `<Relationships>${targets
    .map((to, at) => `<Relationship Id="r${at + 1}" Type="x/image" Target="${to}"/>`)
    .join('')}</Relationships>`;
const errors = 'Text was recognised in pictures and may contain errors.';

describe('text of pictures within documents', () => {
  const drawing = (id: string, description = '') =>
    `<w:r><w:drawing><wp:docPr name="${id}" descr="${description}"/><pic:pic><a:blip r:embed="${id}"/></pic:pic></w:drawing></w:r>`;
  const word = (text: string, more = '') => `<w:p><w:r><w:t>${text}</w:t></w:r>${more}</w:p>`;
  const docx = createDocx(
    word('Before ', drawing('r1', 'A sign')) + word('After', drawing('r2') + drawing('r3')),
    [
      {
        name: 'word/_rels/document.xml.rels',
        content: relations('media/a.png', 'media/b.png', 'media/c.emf'),
      },
      { name: 'word/media/a.png', content: sign },
      { name: 'word/media/b.png', content: photo },
      { name: 'word/media/c.emf', content: Buffer.from([1, 0, 0, 0, 0x6c, 0, 0, 0]) },
    ],
  );

  it('follows the paragraph of a Word file, and what is not read is named', async () => {
    expect(await read(docx, 'a.docx')).toEqual({
      blocks: ['Before [picture: A sign]', 'Closed Mondays', 'After'],
      warnings: [
        errors,
        'The text of a picture was not read: word/media/c.emf. This file type is not supported.',
        'Pictures without a description (2): r2, r3.',
      ],
    });
  });

  it('names a picture that cannot be read', async () => {
    const broken: RecogniseText = async () => {
      throw new Error('the reader died');
    };
    const { blocks, warnings } = await read(docx, 'a.docx', broken);
    expect(blocks).toEqual(['Before [picture: A sign]', 'After']);
    expect(warnings).toContain(
      'The text of a picture was not read: word/media/a.png. The pictures were not read: the time was over, or they are damaged.',
    );
  });

  it('leaves the whole file to another process where pictures take too long here', async () => {
    const { ParseFailure } = await import('../parse-failure.ts');
    const deferred: RecogniseText = async () => {
      throw new ParseFailure('time_limit', 'later');
    };
    await expect(read(docx, 'a.docx', deferred)).rejects.toMatchObject({ code: 'time_limit' });
  });

  it('is written once, on the first slide with the picture', async () => {
    const slide = `<p:sld><p:cSld><p:spTree><p:pic><p:nvPicPr><p:cNvPr name="P"/></p:nvPicPr><p:blipFill><a:blip r:embed="r1"/></p:blipFill></p:pic></p:spTree></p:cSld></p:sld>`;
    const ids = '<p:sldId r:id="r1"/><p:sldId r:id="r2"/>';
    const pptx = createZipFile([
      {
        name: 'ppt/presentation.xml',
        content: `<p:presentation><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
      },
      {
        name: 'ppt/_rels/presentation.xml.rels',
        content: relations('slides/1.xml', 'slides/2.xml'),
      },
      ...['1', '2'].flatMap((number) => [
        { name: `ppt/slides/${number}.xml`, content: slide },
        { name: `ppt/slides/_rels/${number}.xml.rels`, content: relations('../media/a.png') },
      ]),
      { name: 'ppt/media/a.png', content: sign },
    ]);
    expect(await read(pptx, 'a.pptx')).toEqual({ blocks: ['Closed Mondays'], warnings: [errors] });
  });

  it('follows the paragraph of an OpenDocument text', async () => {
    const frame =
      '<draw:frame draw:name="P1"><draw:image xlink:href="Pictures/a.png"/></draw:frame>';
    const odt = createZipFile([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
      {
        name: 'content.xml',
        content: `<office:document-content><office:body><office:text><text:p>Before${frame}</text:p><text:p>After</text:p></office:text></office:body></office:document-content>`,
      },
      { name: 'Pictures/a.png', content: sign },
    ]);
    expect(await read(odt, 'a.odt')).toEqual({
      blocks: ['Before', 'Closed Mondays', 'After'],
      warnings: [errors],
    });
  });

  it('follows the block of a page, or its table', async () => {
    const address = `data:image/png;base64,${sign.toString('base64')}`;
    const img = `<img alt="A sign" src="${address}">`;
    const outside = '<img src="https://example.org/a.png">';
    const page = (body: string) => `<!doctype html><html><body>${body}</body></html>`;
    expect(
      (await read(page(`<p>Before ${img}</p>${outside}<p>After</p>`), 'a.html')).blocks,
    ).toEqual(['Before [picture: A sign]', 'Closed Mondays', 'After']);
    const table = `<table><tr><td>Gate</td><td>${img}</td></tr><tr><td>Door</td><td>2</td></tr></table>`;
    expect((await read(page(`${table}<p>After</p>`), 'a.html')).blocks).toEqual([
      'Gate | [picture: A sign]\nDoor | 2',
      'Closed Mondays',
      'After',
    ]);
  });

  it('is found by its address in the chapter of a book', async () => {
    const epub = createZipFile([
      {
        name: 'META-INF/container.xml',
        content: '<container><rootfiles><rootfile full-path="o/c.opf"/></rootfiles></container>',
      },
      {
        name: 'o/c.opf',
        content:
          '<package><manifest><item id="a" href="t/a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
      },
      {
        name: 'o/t/a.xhtml',
        content: '<html><body><p>Before</p><img src="../i/a%20b.png"/><p>After</p></body></html>',
      },
      { name: 'o/i/a b.png', content: sign },
    ]);
    expect((await read(epub, 'a.epub')).blocks).toEqual(['Before', 'Closed Mondays', 'After']);
  });
});
