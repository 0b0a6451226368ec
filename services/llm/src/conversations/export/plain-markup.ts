import { plainAnswer } from '@lectern/contracts/plain-markdown';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Node types of Markdown that link elsewhere or insert raw mark-up. */
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
 * Removes links, images, notes and tags from an answer, whose words may come from documents. Lists,
 * tables, code, visible addresses and the markers `[n]` stay.
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

/** Returns these nodes in order, without nested ones. */
function listLeading(node: Nodes, markdown: string): readonly Span[] {
  const { start, end } = node.position ?? {};
  const span = { start: start?.offset ?? 0, end: end?.offset ?? 0 };
  const isAddress = node.type === 'link' && markdown[span.start] !== '[';
  if (leading.has(node.type) && !isAddress) return [span];
  return 'children' in node ? node.children.flatMap((child) => listLeading(child, markdown)) : [];
}
