import { describe, expect, it } from '@jest/globals';
import { parseContent as parse } from '../../__fixtures__/parse-content.ts';

describe('an XML file', () => {
  it('reads records with their attributes, alike ones as a table', async () => {
    const parts = await parse(
      `<?xml version="1.0"?>
<parts xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="p.xsd">
  <part id="A-1"><name>Nut &amp; bolt</name><price currency="EUR">1.50</price></part>
  <part id="A-2"><name>Gasket</name><price currency="CHF">12</price></part>
</parts>`,
      'parts.xml',
    );
    expect(parts.text).toBe(
      'id | name | price | price.currency\n\nid: A-1 | name: Nut & bolt | price: 1.50 | price.currency: EUR\nid: A-2 | name: Gasket | price: 12 | price.currency: CHF',
    );
    expect(parts.mimeType).toBe('application/xml');
  });

  it('reads records that differ one by one', async () => {
    const orders = await parse(
      '<orders><order no="7"><item>Rope</item><item>Hook</item></order><order no="8"><note>by post</note></order></orders>',
      'orders.xml',
    );
    expect(orders.text).toBe('no: 7\nitem: Rope\nitem: Hook\n\nno: 8\nnote: by post');
  });

  it('reads text with its inline elements in their places', async () => {
    const topic = await parse(
      `<?xml version="1.0"?><!DOCTYPE topic><topic id="t"><title>Crane</title>
      <body><p>Lift at most <b>500</b> kg<sup>2</sup>,
      never more.</p><ul><li>Check <i>rope</i></li><li>Hook</li></ul><p>Done:<ol><step>one</step><step>two</step></ol></p></body></topic>`,
      'crane.dita',
    );
    expect(topic.text).toBe(
      'Crane\n\nLift at most 500 kg^2, never more.\n\nCheck rope\n\nHook\n\nDone:\n\none\n\ntwo',
    );
    expect(topic.title).toBe('Crane');
  });

  it('keeps notes, raised digits and lines of a text apart', async () => {
    const { text } = await parse(
      '<TEI><p>The tide<note>By <hi>Bo</hi></note> rose to 10<hi rend="superscript">7</hi> at<lb/>noon<footnote><para>One.</para><para>Two.</para></footnote>.</p><note>Alone</note></TEI>',
      'a.xml',
    );
    expect(text).toBe(
      'The tide [note 1] rose to 10^7 at noon [note 2].\n\n[note 1] By Bo\n\n[note 2] One. Two.\n\nAlone',
    );
  });

  it('reads declared and named entities, but no file outside', async () => {
    const { text } = await parse(
      '<!DOCTYPE a [<!ENTITY firm "Nord AG"><!ENTITY out SYSTEM "file:///etc/hosts">]><a><b>By &firm; &amp; caf&eacute; &out;</b></a>',
      'a.xml',
    );
    expect(text).toBe('b: By Nord AG & café &out;');
  });

  it('reads a page that stands as a value, and leaves out encoded files', async () => {
    const bytes = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 7) % 256));
    const data = `<place><name>Pier</name><text><![CDATA[<p>Depth <b>6.3</b> m</p>]]></text><photo>${bytes.toString('base64')}</photo></place>`;
    expect((await parse(data, 'a.xml')).text).toBe('name: Pier\ntext: Depth 6.3 m');
    const book = await parse(
      `<book><p>A <b>tide</b>.</p><binary>${bytes.toString('base64')}</binary></book>`,
      'a.xml',
    );
    expect(book.text).toBe('A tide.');
    expect(book.warnings.map(({ message }) => message)).toEqual([
      'A file within the element binary was not read.',
    ]);
  });

  it('reads the text of a drawing', async () => {
    const drawing = await parse(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9"><title>Plan of hall 4</title><style>.a{fill:red}</style><path d="M0 0L9 9"/><text x="1">Exit <tspan>north</tspan><tspan dy="9">8 m</tspan></text></svg>',
      'plan.svg',
    );
    expect(drawing.text).toBe('Plan of hall 4\n\nExit north 8 m');
    expect(drawing.mimeType).toBe('image/svg+xml');
  });

  it('follows the declared encoding', async () => {
    const content = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>'),
      Buffer.from([0xcc, 0xee, 0xf1, 0xf2]),
      Buffer.from('</a>'),
    ]);
    expect((await parse(content, 'a.xml')).text).toBe('Мост');
  });

  it('reads many elements of one name, and deep ones', async () => {
    const many = await parse(`<a>${'<b>1</b>'.repeat(50_000)}</a>`, 'many.xml');
    expect(many.text.match(/1/g)).toHaveLength(50_000);
    const depth = 5_000;
    const deep = await parse(`${'<a>'.repeat(depth)}1${'</a>'.repeat(depth)}`, 'deep.xml');
    expect(deep.text).toMatch(/^a(?:\.a)+: 1$/);
  });

  it('refuses a million levels at once', async () => {
    await expect(parse('<a>'.repeat(1_000_000), 'deep.xml')).rejects.toMatchObject({
      code: 'too_large',
      message: 'The file nests elements more than 50000 levels deep.',
    });
  });
});
