import { expect, it } from '@jest/globals';
import { createZipFile } from '@lectern/testing';
import { parseContent, textOf } from '../../__fixtures__/parse-content.ts';

it('puts the mark of a note before its text, once', async () => {
  const page = (body: string) => `<html><head><title/></head><body>${body}</body></html>`;
  const ref = (target: string, mark: string) =>
    `<a epub:type="noteref" href="${target}"><sup>${mark}</sup></a>`;
  const file = createZipFile([
    {
      name: 'META-INF/container.xml',
      content: '<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>',
    },
    {
      name: 'c.opf',
      content:
        '<package><manifest><item id="a" href="a.xhtml"/><item id="n" href="n.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="n"/><itemref idref="a"/></spine></package>',
    },
    {
      name: 'a.xhtml',
      content: page(
        `<p>Dose 5${ref('#n1', '1')} mg, 7${ref('n.xhtml#n2', '2')} and 9${ref('n.xhtml#n3', '3')}.</p><aside epub:type="footnote" id="n1" hidden="hidden"><p>Adults.</p><p>Not at night.</p></aside>`,
      ),
    },
    {
      name: 'n.xhtml',
      content: page(
        '<div epub:type="endnote" id="n2"><p><a href="a.xhtml">2</a>. Children.</p></div><p role="doc-endnote" id="n3">Infants.</p>',
      ),
    },
  ]);
  const document = await parseContent(file, 'a.epub');
  expect(document.blocks.map((block) => textOf(document, block))).toEqual([
    'Dose 5 [note 1] mg, 7 [note 2] and 9 [note 3].',
    '[note 1] Adults.',
    'Not at night.',
    '2. Children.',
    '[note 3] Infants.',
  ]);
});

it('applies the style sheets that its chapters refer to', async () => {
  const file = createZipFile([
    {
      name: 'META-INF/container.xml',
      content: '<container><rootfiles><rootfile full-path="b/c.opf"/></rootfiles></container>',
    },
    {
      name: 'b/c.opf',
      content:
        '<package><manifest><item id="a" href="t/a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    },
    {
      name: 'b/css/s.css',
      content: '.u { list-style-type: upper-roman } p.gone { display: none }',
    },
    {
      name: 'b/t/a.xhtml',
      content:
        '<html><head><link rel="stylesheet" href="../css/s.css"/></head><body><ol class="u"><li>Mayors</li></ol><p class="gone">Draft</p></body></html>',
    },
  ]);
  expect((await parseContent(file, 'a.epub')).text).toBe('I. Mayors');
});
