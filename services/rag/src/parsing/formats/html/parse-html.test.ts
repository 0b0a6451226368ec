import { describe, expect, it } from '@jest/globals';
import { parseContent as parse, textOf } from '../../__fixtures__/parse-content.ts';

describe('a web page', () => {
  it('reads the text of a web page and leaves what stands around it', async () => {
    const document = await parse(
      `<html lang="en"><head><title>The title</title><style>p{}</style></head><body>
      <nav>Menu</nav><main><h1>One</h1><p>First <b>bold</b>
      words.</p><ol><li>a<ul><li>b</li></ul></li><li>c</li></ol><pre>x =
  1</pre><table><tr><th>k</th><th>v</th></tr><tr><td>1</td><td>2</td></tr></table>
      <blockquote>Said.</blockquote><script>alert(1)</script></main><footer>Imprint</footer></body></html>`,
      'page.html',
    );
    expect(document).toMatchObject({ title: 'The title', metadata: { language: 'en' } });
    expect(document.blocks.map((block) => [block.kind, textOf(document, block)])).toEqual([
      ['heading', 'One'],
      ['paragraph', 'First bold words.'],
      ['list_item', '1. a'],
      ['list_item', '- b'],
      ['list_item', '2. c'],
      ['code', 'x =\n  1'],
      ['table', 'k | v\n1 | 2'],
      ['quote', 'Said.'],
    ]);
  });

  it('reads a formula in TeX that nothing else shows', async () => {
    const { text } = await parse(
      '<p>If <script type="math/tex">x_2</script> or <i>y</i><script type="math/tex" id="MathJax-Element-1">y</script></p>',
      'page.html',
    );
    expect(text).toBe('If x_2 or y');
  });

  it('reads tables that are made by roles', async () => {
    const { text } = await parse(
      '<div role="table"><div role="row"><span role="columnheader">Ship</span><span role="columnheader">Tons</span></div><div role="row"><span role="cell">Alk</span><span role="cell">413</span></div></div>',
      'page.html',
    );
    expect(text).toBe('Ship | Tons\nAlk | 413');
  });

  it('reads a table within a cell after the text before it', async () => {
    const inner = '<table><tr><td>Rope<td>5<tr><td>Hook<td>7</table>';
    const alone = await parse(`<table><tr><td>Order:${inner}Total 12</table>`, 'page.html');
    expect(alone.text).toBe('Order:\nRope | 5\nHook | 7\nTotal 12');
    const beside = await parse(`<table><tr><td>Bo<td>${inner}<td>paid</table>`, 'page.html');
    expect(beside.text).toBe('Bo |  | paid\nRope | 5\nHook | 7');
  });

  it.each([
    [
      'empty cells',
      '<tr><th>Fruit<th>Season<th>Sugar<tr><td>Fig<td><td>16<tr><td>Plum<td>July<td><tr><td>Kiwi<td>May<td>9',
      'Fruit | Season | Sugar\nFig |  | 16\nPlum | July |\nKiwi | May | 9',
    ],
    [
      'cells that reach over rows',
      '<tr><th>Land<th>Town<th>People<tr><td rowspan=2>Peru<td>Lima<td>11<tr><td>Cusco<td>1<tr><td>Chile<td>Arica<td>2',
      'Land | Town | People\nPeru | Lima | 11\nPeru | Cusco | 1\nChile | Arica | 2',
    ],
    [
      'cells that reach over columns',
      '<tr><th>Ship<th>Built<th>Lost<tr><td>Ada<td colspan=2>1990<tr><td>Bea<td>1991<td>2001<tr><th colspan=3>Tugs<tr><td>Cleo<td>1980<td>',
      'Ship | Built | Lost\nAda | 1990 |\nBea | 1991 | 2001\nTugs\nCleo | 1980 |',
    ],
    [
      'a header of two rows',
      '<thead><tr><td rowspan=2>Shop<td colspan=2>Sales<tr><td>2019<td>2020</thead><tr><td>Bern<td>5<td>6<tr><td>Basel<td><td>7',
      'Shop | Sales 2019 | Sales 2020\nBern | 5 | 6\nBasel |  | 7',
    ],
    [
      'signs in columns of their own',
      '<tr><td>Account<td colspan=3>2021<td><td colspan=3>2020<tr><td>Income<td>$<td>12<td><td><td>$<td>(5<td>)<tr><td>Interest<td><td>3<td><td><td><td>4<td>',
      'Account | 2021 | 2020\nIncome | $12 | $(5)\nInterest | 3 | 4',
    ],
    [
      'cells that are empty by turns',
      '<tr><td>Ash<td>tall<td><tr><td>Elm<td><td>16<tr><td>Fir<td>low<td>',
      'Ash | tall |\nElm |  | 16\nFir | low |',
    ],
    [
      'columns that only make room',
      '<tr><td><td>Name<td><td>Ada<tr><td><td>Born<td><td>1815',
      'Name | Ada\nBorn | 1815',
    ],
  ])('keeps the columns of a table of a page with %s', async (_what, table, text) => {
    const document = await parse(`<html><body><table>${table}</table></body></html>`, 'a.html');
    expect(document.text.replace(/ $/gm, '')).toBe(text);
  });

  it('reads a deeply nested page', async () => {
    const depth = 20_000;
    const html = `<html>${'<div>'.repeat(depth)}Deep${'</div>'.repeat(depth)}`;
    expect((await parse(html, 'deep.html')).text).toBe('Deep');
  });
});

describe('the text of a web page', () => {
  const read = async (body: string) =>
    (await parse(`<html><head><title>T</title></head><body>${body}</body></html>`, 'a.html')).text;

  it.each([
    ['10<sup>-7</sup> mol on 14 m<sup>2</sup>', '10^-7 mol on 14 m^2'],
    ['expense<sup>(</sup><sup>1</sup><sup>)</sup>', 'expense(1)'],
    ['500<sup><a href="#n1">1</a></sup> euro', '500 [note 1] euro'],
    ['500<a href="#n1"><sup>1</sup></a> euro', '500 [note 1] euro'],
    ['H<sub>2</sub>O and x<sub>i</sub>', 'H2O and x_i'],
    [
      '<math><mfrac><mn>1</mn><mn>24</mn></mfrac><annotation>no</annotation></math> of <math><msqrt><mn>16</mn></msqrt></math>',
      '1/24 of √16',
    ],
    ['<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>', '東京 (とうきょう)'],
    ['<del>900</del>450 euro, <q>sold</q>', '450 euro, “sold”'],
    ['<input type=checkbox checked> Insured <input type=text value=no>', '☒ Insured no'],
    [
      'Ward:<select><option>Eye<option selected>Heart</select><textarea>Calm</textarea>',
      'Ward: Heart Calm',
    ],
    [
      '<span role=checkbox aria-checked=false></span>Paid<input type=hidden value=7><input type=password value=8>',
      '☐ Paid',
    ],
    [
      '<style>.up{vertical-align:super}.off{vertical-align:30%}</style>10<span class=up>6</span> or 10<i class=off>7</i>',
      '10^6 or 10^7',
    ],
    [
      'm<span style="font-size:.7em; position:relative; top:-.4em">2</span> and CO<span style="vertical-align:sub">2</span>',
      'm^2 and CO2',
    ],
    ['5<span style="vertical-align:super"><a href="#n1">1</a></span> mg', '5 [note 1] mg'],
    ['<img src=m.png alt="A mill"><img alt="icon" width=16>', '[picture: A mill]'],
    [
      'is <span style="display:none"><math><mi>E</mi><mo>=</mo><mn>7</mn></math></span><img aria-hidden=true alt="E=7">.',
      'is E=7.',
    ],
    [
      '<svg><title>t</title><defs><text>d</text></defs><text>Pump <tspan x=1>A</tspan></text><text>7 bar</text></svg>',
      'Pump A 7 bar',
    ],
    ['<dialog>Saved</dialog><dialog open>Sold</dialog>', 'Sold'],
  ])('writes %s', async (body, text) => {
    expect(await read(`<p>${body}</p>`)).toBe(text);
  });

  it('reads XHTML, where elements end themselves and have prefixes', async () => {
    const { text } = await parse(
      '<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:m="http://www.w3.org/1998/Math/MathML"><h:head><h:title/><h:script src="a.js"/></h:head><h:body><h:p><h:i/>Half: <m:math><m:mfrac><m:mn>1</m:mn><m:mn>2</m:mn></m:mfrac></m:math></h:p></h:body></h:html>',
      'a.xhtml',
    );
    expect(text).toBe('Half: 1/2');
  });

  it('has the foot of a table last', async () => {
    const rows = '<tfoot><tr><td>Sum<td>9</tfoot><thead><tr><th>Ship<th>Crew</thead>';
    const { text } = await parse(
      `<table>${rows}<tr><td rowspan=0>Tern<td>4<tr><td>5</table>`,
      'a.html',
    );
    expect(text).toBe('Ship | Crew\nTern | 4\nTern | 5\nSum | 9');
  });

  it('numbers lists as a browser does', async () => {
    const items = '<li>Gold<li value=7>Silver<li>Bronze';
    expect(await read(`<ol>${items}</ol>`)).toBe('1. Gold\n7. Silver\n8. Bronze');
    expect(await read(`<ol start=3 type=a>${items}</ol>`)).toBe('c. Gold\ng. Silver\nh. Bronze');
    expect(await read('<ol reversed><li>Gold<ul><li>x</ul><li>Silver</ol>')).toBe(
      '2. Gold\n- x\n1. Silver',
    );
    expect(await read('<ol style="list-style-type: upper-roman" start=4><li>Gold</ol>')).toBe(
      'IV. Gold',
    );
    expect(await read('<table><tr><td>a<td><ol><li>x<li>y</ol></table>')).toBe('a | 1. x 2. y');
  });

  it('numbers by the style sheets of the page', async () => {
    const text = await read(
      `<style>ol { list-style: none } .let { list-style: lower-alpha inside } .let > li > ol { list-style-type: upper-roman }
      .down { counter-reset: list-item 4 } .down > li { counter-increment: list-item -1 }
      .kix { counter-reset: k 2 } .kix > li:before { counter-increment: k; content: "§\\20" counter(k, lower-greek) ") " }
      body { counter-reset: h } h2 { counter-reset: i } h2::before { counter-increment: h; content: counter(h) ". " }
      li.sub::before { counter-increment: i; content: counters(i, ".") }</style>
      <ol class="let"><li>a1<ol><li>I1<li>I2</ol><li>b1</ol><p>Then</p><ol class="down"><li>Three<li>Two<li value="1">One</ol>
      <p>And</p><ol class="kix"><li>Gamma</ol><h2>Scope</h2><ul><li class="sub">First<li class="sub">Second</ul><h2>Terms</h2><ol><li>Plain</ol>`,
    );
    expect(text.split(/\n+/)).toEqual([
      ...['a. a1', 'I. I1', 'II. I2', 'b. b1', 'Then', '3. Three', '2. Two', '1. One', 'And'],
      ...['§ γ) Gamma', '1. Scope', '1 First', '2 Second', '2. Terms', '1. Plain'],
    ]);
  });

  it('is hidden by selectors of any kind, but not for paper or narrow screens', async () => {
    const text = await read(
      `<style>.card > .x, h2 + p, [data-a="1"], div .deep i { display: none } .card > p .y { display: none }
      @media print { b { display: none } } @media (max-width: 600px) { u { display: none } }
      .hidden { display: none } .lg\\:block { display: block } p:hover { display: none }</style>
      <div class="card"><p class="x">1</p><p>kept <b>2</b> <u>3</u></p><div><p class="x">4</p></div></div>
      <h2>Head</h2><p>5</p><p>6</p><p data-a="1">7</p><div><p class="deep"><em><i>8</i></em>9</p></div>
      <p class="hidden lg:block">10</p>`,
    );
    expect(text.split(/\s+/)).toEqual(['kept', '2', '3', '4', 'Head', '6', '9', '10']);
  });

  it('contains closed parts and asides, not what is hidden or a control', async () => {
    const text = await read(`<button>Menu</button>
      <details><summary>Insured?</summary>Up to 540 euro.</details>
      <h2><button aria-expanded="false" aria-controls="p1">Who pays?</button></h2>
      <div id="p1" hidden>The sender.</div><div hidden="until-found">Within two weeks.</div>
      <div hidden>Template</div><div style="display:none">Banner</div>
      <aside><p>Never open the valve.</p></aside><aside><a href="/a">Related page</a></aside>
      <template>Row</template><x-card><template shadowrootmode="open"><p>In the shadow.</p></template></x-card>
      <button>Copy</button>`);
    expect(text.split('\n\n')).toEqual([
      'Insured?',
      'Up to 540 euro.',
      'Who pays?',
      'The sender.',
      'Within two weeks.',
      'Never open the valve.',
      'In the shadow.',
    ]);
  });

  it('leaves out what style sheets hide and names it, except what a button opens', async () => {
    const { text, warnings } = await parse(
      `<html><head><title>T</title><style>
      .vh { position: absolute; width: 1px; height: 1px; overflow: hidden }
      .tip, .menu > li { display: none } #p1.tip { display: none }
      @media print { .note { display: none } }</style></head><body>
      <p>450<span class="vh">Old price</span> euro <b class="sr-only">new</b></p>
      <p class="note">Until May.</p><div class="tip">Draft<script>x()</script></div>
      <button aria-controls="p1">More</button><p id="p1" class="tip">Paid by card.</p></body></html>`,
      'a.html',
    );
    expect(text).toBe('450 euro\n\nUntil May.\n\nMore\n\nPaid by card.');
    expect(warnings.map(({ message }) => message)).toEqual([
      'Hidden text was left out: “Old price”.',
      'Hidden text was left out: “Draft”.',
    ]);
  });

  it('is read however deeply its pieces are nested', async () => {
    const depth = 20_000;
    expect(await read(`<p>${'<sup>2'.repeat(depth)}`)).toContain('22');
    expect(await read(`<aside>x${'<aside><p>y</p>'.repeat(2_000)}`)).toContain('y');
  });

  it('has a page within it', async () => {
    const frame = (page: string) =>
      `<iframe srcdoc="${page.replaceAll('"', '&quot;')}">none</iframe>`;
    const { text } = await parse(
      `<html><body><p>Above</p>${frame('<title>t</title><p>Fee: <b title="">5</b> euro</p>')}<p>Below</p>
      <main><p>x</p><ol reversed><li>y</li><li>z</li></ol></main></body></html>`,
      'a.html',
    );
    expect(text).toBe('Above\n\nFee: 5 euro\n\nBelow\n\nx\n\n2. y\n1. z');
  });

  it('has its own dates as metadata', async () => {
    const head = `<meta property="article:published_time" content="2019-03-12T09:00:00+01:00">
      <script type="application/ld+json">{"dateModified": "March 4, 2021"}</script>`;
    const { metadata } = await parse(
      `<html><head>${head}</head><body><p>x</body></html>`,
      'a.html',
    );
    expect(metadata).toMatchObject({
      created: '2019-03-12T09:00:00+01:00',
      modified: '2021-03-04',
    });
  });
});
