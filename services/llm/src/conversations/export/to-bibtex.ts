import type { Citation, Message } from '@lectern/contracts';
import { bibtexEntry, tex } from '../../bibtex/bibtex-entry.ts';

/** One entry a cited document, in the order of first citation. */
export function toBibtex(messages: readonly Message[]): string {
  const byDocument = new Map<string, Citation[]>();
  for (const citation of messages.flatMap(({ citations }) => citations)) {
    const known = byDocument.get(citation.document_id) ?? [];
    byDocument.set(citation.document_id, [...known, citation]);
  }
  return [...byDocument.values()].map(toEntry).join('\n');
}

function toEntry(citations: readonly Citation[]): string {
  const [first] = citations as [Citation, ...Citation[]];
  const pages = [...new Set(citations.flatMap(({ page }) => page ?? []))].sort((a, b) => a - b);
  return bibtexEntry('misc', keyOf(first), {
    title: `{${tex(first.title)}}`,
    howpublished: first.file_name && tex(first.file_name),
    pages: pages.length > 0 ? pages.join(', ') : null,
    url: first.url && tex(first.url),
  });
}

/** Begins with the title's first words, so that a person knows it again. */
function keyOf({ title, document_id }: Citation): string {
  const words =
    title
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return [...words.slice(0, 4), document_id.slice(0, 8)].join('-');
}
