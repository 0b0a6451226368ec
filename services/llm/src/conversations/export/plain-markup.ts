import { plainAnswer } from '@lectern/contracts/plain-markdown';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** What leads elsewhere, or would count as markup of the file that the answer is put in. */
const leading: ReadonlySet<Nodes['type']> = new Set([
  'link',
  'linkReference',
  'image',
  'imageReference',
  'definition',
  'footnoteReference',
  'footnoteDefinition',
  'html',
]);

/**
 * An answer in Markdown whose words may be those of documents: it keeps its lists, tables and code,
 * but nothing in it is a link, a picture, a note or a tag. The address that it names in full stays
 * one, and so do its markers `[n]`.
 */
export function plainMarkup(markdown: string): string {
  const tree = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  let plain = '';
  let at = 0;
  for (const { start, end } of listLeading(tree, markdown)) {
    plain += markdown.slice(at, start) + plainAnswer(markdown.slice(start, end));
    at = end;
  }
  return plain + markdown.slice(at);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** In their order, without those within others. */
function listLeading(node: Nodes, markdown: string): readonly Span[] {
  const { start, end } = node.position ?? {};
  const span = { start: start?.offset ?? 0, end: end?.offset ?? 0 };
  const isAddress = node.type === 'link' && markdown[span.start] !== '[';
  if (leading.has(node.type) && !isAddress) return [span];
  return 'children' in node ? node.children.flatMap((child) => listLeading(child, markdown)) : [];
}
