import { defuseMarkers } from '@lectern/models';

/** The beginning of a text up to a word's end, with an ellipsis where something follows. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  const end = Math.max(start.search(/\s\S*$/), 0) || length - 1;
  return `${start.slice(0, end).trimEnd()} …`.toWellFormed();
}

/** The first items of a list that fit, and that there are others. */
export function cutList(items: readonly string[], length: number): string {
  const all = items.join(', ');
  if (all.length <= length) return all;
  let kept = '';
  for (const item of items) {
    const next = kept ? `${kept}, ${item}` : item;
    if (next.length > length) break;
    kept = next;
  }
  return kept ? `${kept}, et al.` : cutText(all, length);
}

/**
 * Returns words of a source for an answer: on one line, so that they begin no statement of their own,
 * and without bracketed numbers that look like citations.
 */
export function quotePlainly(words: string): string {
  return defuseMarkers(words)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\[(\d{1,4})\]/g, '($1)')
    .trim();
}
