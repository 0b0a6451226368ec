import type { AnswerPlace } from '@lectern/contracts';
import type { Nodes, Parent, Root, Text } from 'mdast';

const addressStart = '#citation-';
/** Stands behind an unsupported statement. Models write no characters for private use. */
const unsupportedSign = '\ue000';
export const unsupportedAddress = '#unsupported';
const marker = /\[(\d{1,3})\]|\ue000/g;

/** Puts a sign behind each place, whose offsets are code points. */
export function markPlaces(text: string, places: readonly AnswerPlace[]): string {
  if (places.length === 0) return text;
  const ends = new Set(places.map(({ end }) => end));
  const characters = [...text.replaceAll(unsupportedSign, ' ')];
  return [...characters, '']
    .map((character, at) => (ends.has(at) ? `${unsupportedSign}${character}` : character))
    .join('');
}

/** Returns the number of a citation link, or undefined for other addresses. */
export function readCitationAddress(address: string): number | undefined {
  return address.startsWith(addressStart) ? Number(address.slice(addressStart.length)) : undefined;
}

/**
 * Remark plugin that turns the markers `[n]` in text, and the signs of unsupported statements, into
 * links. Code stays as it is.
 */
export function markCitations() {
  return (tree: Root) => markIn(tree);
}

function markIn(parent: Parent): void {
  parent.children = parent.children.flatMap((child: Nodes) => {
    if (child.type === 'text') return split(child);
    if ('children' in child && child.type !== 'link') markIn(child);
    return [child];
  }) as Parent['children'];
}

function split({ value }: Text): Nodes[] {
  const nodes: Nodes[] = [];
  let from = 0;
  for (const match of value.matchAll(marker)) {
    if (match.index > from) nodes.push({ type: 'text', value: value.slice(from, match.index) });
    const label: Text = { type: 'text', value: match[1] ?? '' };
    const url = match[1] ? `${addressStart}${match[1]}` : unsupportedAddress;
    nodes.push({ type: 'link', url, children: [label] });
    from = match.index + match[0].length;
  }
  if (from < value.length) nodes.push({ type: 'text', value: value.slice(from) });
  return nodes;
}
