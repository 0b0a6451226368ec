import { describe, expect, it } from '@jest/globals';
import { parseContent as parse, textOf } from '../../__fixtures__/parse-content.ts';

describe('a journal article in JATS', () => {
  it('is read with its sections, notes, formulas, tables and references', async () => {
    const document = await parse(
      `<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//NLM//DTD JATS v1.2//EN" "a.dtd">
      <article><front><journal-meta><journal-title>Crab Letters</journal-title></journal-meta>
      <article-meta><article-id>77</article-id><title-group><article-title>Tides in <italic>crabs</italic></article-title></title-group>
      <contrib-group><contrib><name><surname>Lee</surname><given-names>Ann</given-names></name></contrib></contrib-group><aff><label>1</label>Port Lab</aff>
      <pub-date><day>4</day><month>3</month><year>2019</year></pub-date>
      <abstract><p>Crabs rested.</p></abstract></article-meta></front>
      <body><sec><label>1</label><title>Results</title><p>A dose of 10<sup>9</sup> cells<xref ref-type="fn">1</xref> helped,
      as known<sup><xref ref-type="bibr">12</xref></sup>: <inline-formula><mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math></inline-formula>.</p>
      <sec><title>Details</title><list list-type="alpha-lower"><list-item><p>fast</p></list-item><list-item><p>slow</p></list-item></list></sec>
      <table-wrap><label>Table 1</label><caption><title>Doses</title></caption><table><thead><tr><th>Day</th><th>Dose</th></tr></thead><tbody><tr><td>1</td><td>5</td></tr></tbody></table></table-wrap></sec></body>
      <back><fn-group><fn><label>1</label><p>From May on.</p></fn></fn-group>
      <ref-list><ref><label>12.</label><element-citation><person-group><name><surname>Roe</surname><given-names>Bo</given-names></name></person-group><article-title>On crabs</article-title><year>2001</year></element-citation></ref></ref-list></back></article>`,
      'a.xml',
    );
    expect(document.title).toBe('Tides in crabs');
    expect(document.metadata).toMatchObject({ author: 'Ann Lee', created: '2019-03-04' });
    const blocks = document.blocks.map((block) => `${block.kind}: ${textOf(document, block)}`);
    expect(blocks).toEqual([
      'heading: Tides in crabs',
      'paragraph: Ann Lee',
      'paragraph: 1 Port Lab',
      'heading: Abstract',
      'paragraph: Crabs rested.',
      'heading: 1 Results',
      'paragraph: A dose of 10^9 cells [note 1] helped, as known [note 12]: x^2.',
      'heading: Details',
      'list_item: a. fast',
      'list_item: b. slow',
      'paragraph: Table 1 Doses',
      'table: Day | Dose\n1 | 5',
      'paragraph: [note 1] From May on.',
      'heading: References',
      'list_item: - 12. Roe Bo On crabs 2001',
    ]);
  });

  it('shows the labels of items, tables and notes as the article does', async () => {
    const { text } = await parse(
      `<article><front><article-meta/></front><body><list list-type="order"><list-item><label>7.</label><p>seven</p></list-item><list-item><p>two</p></list-item></list>
      <table-wrap><label>Table 4</label><table><tr><td>5<xref ref-type="table-fn"><sup>2</sup></xref></td><td>6</td></tr></table></table-wrap></body></article>`,
      'a.nxml',
    );
    expect(text).toBe('7. seven\n2. two\n\nTable 4\n\n5 [note 2] | 6');
  });

  it('keeps references apart from the word or number before them', async () => {
    const xref = (mark: string) => `<xref ref-type="bibr">${mark}</xref>`;
    const { text } = await parse(
      `<article><front><article-meta/></front><body><p>We found 500${xref('12')},${xref('13')} of
      40<sup>${xref('2')},${xref('7')}–${xref('9')}</sup> crabs [${xref('3')},${xref('4')}], as
      ${xref('Lee')} (see${xref('5')}) saw.${xref('6')}</p></body></article>`,
      'a.nxml',
    );
    expect(text).toBe(
      'We found 500 [note 12], [note 13] of 40 [note 2], [note 7]– [note 9] crabs [3,4], as Lee (see [note 5]) saw. [note 6]',
    );
  });

  it('writes a formula once, as MathML or as TeX', async () => {
    const tex =
      '<tex-math>\\documentclass{minimal}\\begin{document}$$x_{2}=7$$\\end{document}</tex-math>';
    const math = '<mml:math><mml:mi>y</mml:mi></mml:math>';
    const { text } = await parse(
      `<article xmlns:mml="http://www.w3.org/1998/Math/MathML"><front><article-meta/></front><body><p>If <inline-formula>${tex}</inline-formula> or <inline-formula><alternatives>${math}${tex}</alternatives></inline-formula>.</p></body></article>`,
      'a.nxml',
    );
    expect(text).toBe('If $$x_{2}=7$$ or y.');
  });
});
