import { DocumentBuilder } from '../../document-builder.ts';
import { readMarkup } from '../../read-markup.ts';
import { childrenOf, find, readXmlTree, textOf, type XmlNode } from '../../xml-tree.ts';
import type { FormatParser } from '../format.ts';
import { HtmlWriter } from '../html/html-writer.ts';
import { readHtml } from '../html/read-html.ts';

/** Parses a feed (RSS 0.9 to 2.0, Atom): a heading for each entry, its date, link and text. */
export const parseFeed: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  const [root] = childrenOf(readXmlTree(bytes));
  const channel = find(root, 'channel') ?? root;
  const readTitle = root?.name === 'feed' ? readAtomTitle : readRssTitle;
  builder.title = readTitle(find(channel, 'title'));
  builder.heading(1, builder.title);
  writeText(builder, channel, ['description', 'subtitle']);
  const changed = shown(channel, 'lastBuildDate', 'updated', 'pubDate', 'dc:date');
  if (changed !== '') builder.metadata.modified = changed;
  const parts =
    channel === root ? childrenOf(root) : [channel, root].flatMap((node) => childrenOf(node));
  for (const entry of parts.filter(({ name }) => name === 'item' || name === 'entry')) {
    builder.heading(2, readTitle(find(entry, 'title')));
    const lines = [
      [
        'Author',
        shown(entry, 'dc:creator') ||
          shown(find(entry, 'author'), 'name') ||
          shown(entry, 'author'),
      ],
      ['Date', shown(entry, 'pubDate', 'published', 'updated', 'dc:date')],
      ['Link', shown(entry, 'link') || find(entry, 'link')?.attributes.href],
    ];
    builder.paragraph(
      lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n'),
    );
    writeText(builder, entry, ['content:encoded', 'content', 'description', 'summary']);
    for (const { attributes } of childrenOf(entry, 'enclosure')) {
      builder.warn('attachment_skipped', `An attachment was not read: ${attributes.url ?? ''}.`);
    }
  }
  return builder.finish(root?.name === 'feed' ? 'application/atom+xml' : 'application/rss+xml');
};

function shown(node: XmlNode | undefined, ...names: readonly string[]): string {
  const found = names.map((name) => textOf(find(node, name)).trim());
  return found.find((text) => text !== '') ?? '';
}

function readAtomTitle(title: XmlNode | undefined): string {
  const text = textOf(title).trim();
  return title?.attributes.type === 'html' ? readHtmlText(text) : text;
}

/** Many feeds escape the entities of a title, and write its tags as they are shown. */
function readRssTitle(title: XmlNode | undefined): string {
  return readHtmlText(textOf(title).trim().replaceAll('<', '&lt;'));
}

function readHtmlText(html: string): string {
  let text = '';
  readMarkup(html, { ontext: (part) => (text += part) });
  return text;
}

/** Writes the first text that there is: HTML as text, or as elements. */
function writeText(
  builder: DocumentBuilder,
  node: XmlNode | undefined,
  names: readonly string[],
): void {
  const text = names.map((name) => find(node, name)).find((one) => textOf(one).trim() !== '');
  if (text === undefined) return;
  if (text.attributes.type === 'xhtml') {
    const writer = new HtmlWriter(builder);
    writeElements(writer, text);
    writer.end();
  } else if (text.attributes.type === 'text') builder.paragraph(textOf(text));
  else readHtml(textOf(text), builder, { dropNoise: true });
}

function writeElements(writer: HtmlWriter, node: XmlNode): void {
  for (const child of node.children) {
    if (typeof child === 'string') writer.text(child);
    else {
      const name = child.name.replace(/^.*:/, '');
      writer.open(name, child.attributes);
      writeElements(writer, child);
      writer.close(name);
    }
  }
}
