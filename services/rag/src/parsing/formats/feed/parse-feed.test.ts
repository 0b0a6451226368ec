import { describe, expect, it } from '@jest/globals';
import { parseContent as parse } from '../../__fixtures__/parse-content.ts';

describe('a feed', () => {
  it('is read entry by entry from RSS', async () => {
    const document = await parse(
      `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><pubDate>Tue, 04 Mar 2025 10:00:00 GMT</pubDate>
      <item><title>Pool opens</title><link>https://example.org/1</link><description><![CDATA[<p>On <b>7 May</b> in hall&nbsp;9.</p>]]></description></item></channel></rss>`,
      'news.xml',
    );
    expect(document.text).toBe(
      'News\n\nPool opens\n\nLink: https://example.org/1\n\nOn 7 May in hall 9.',
    );
    expect(document.metadata.modified).toBe('2025-03-04T10:00:00.000Z');
  });

  it('has titles whose entities are escaped in RSS, and in Atom where they are HTML', async () => {
    const rss = await parse(
      '<rss><channel><title>Q&amp;amp;A</title><item><title>Why a &lt; b &amp;#8211; and List&lt;T&gt;?</title></item></channel></rss>',
      'a.rss',
    );
    expect(rss.text).toBe('Q&A\n\nWhy a < b – and List<T>?');
    const atom = await parse(
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Write &amp;amp;</a:title><a:entry><a:title type="html">&lt;i>H.&lt;/i> sapiens &amp;amp; more</a:title></a:entry></a:feed>',
      'a.atom',
    );
    expect(atom.text).toBe('Write &amp;\n\nH. sapiens & more');
  });

  it('is read entry by entry from Atom', async () => {
    const document = await parse(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><entry><title>One</title><link href="https://example.org/2"/>
      <updated>2025-03-04T10:00:00Z</updated><author><name>Ann</name></author>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>10<sup>6</sup> steps</p></div></content></entry></feed>`,
      'log.atom',
    );
    expect(document.text).toBe(
      'Log\n\nOne\n\nAuthor: Ann\nDate: 2025-03-04T10:00:00Z\nLink: https://example.org/2\n\n10^6 steps',
    );
  });
});
