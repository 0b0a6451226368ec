import { createCitationId } from '@lectern/answering';
import type { ResearchCitation } from '@lectern/contracts';
import { countCodePoints } from '@lectern/retrieval/text';
import type { Span } from './locate-quote.ts';
import type { RecordSource } from './record-source.ts';

/** A text with markers `[n]`, and the quoted place of each cited source. */
export interface Draft {
  readonly text: string;
  /** By the number of the source. */
  readonly quotes: ReadonlyMap<number, Span>;
}

const marker = /\[(\d{1,3})\]/g;

/** Numbers the sources in the order in which a text cites them. */
export function numberByCitation(
  text: string,
  sources: readonly RecordSource[],
): ReadonlyMap<number, number> {
  const known = new Set(sources.map(({ n }) => n));
  const cited = [...text.matchAll(marker)].map(([, n]) => Number(n)).filter((n) => known.has(n));
  return new Map([...new Set([...cited, ...known])].map((n, index) => [n, index + 1]));
}

/** Renumbers the markers of a text. */
export function renumber(text: string, numbers: ReadonlyMap<number, number>): string {
  return text.replaceAll(marker, (written, n) => {
    const number = numbers.get(Number(n));
    return number === undefined ? written : `[${number}]`;
  });
}

/** Lists the numbers that a text cites, ascending. */
export function listCited(text: string): readonly number[] {
  return [...new Set([...text.matchAll(marker)].map(([, n]) => Number(n)))].toSorted(
    (a, b) => a - b,
  );
}

/** A citation of one source with the span of its text that bears the answer out. */
export function citeSource(source: RecordSource, { start, end }: Span): ResearchCitation {
  const [passage] = source.passages;
  const quote = passage.text.slice(start, end);
  const first = passage.start + countCodePoints(passage.text, start);
  const place = { start: first, end: first + countCodePoints(quote) };
  const isDocument = source.kind === 'document';
  const page = passage.pages.findLast((one) => one.start <= first)?.page ?? passage.page;
  return {
    id: isDocument ? createCitationId(passage, place) : passage.documentId,
    n: source.n,
    kind: source.kind,
    pmid: source.kind === 'publication' ? source.record.pmid : null,
    nct_id: source.kind === 'trial' ? source.record.nct_id : null,
    document_id: isDocument ? passage.documentId : null,
    version: isDocument ? passage.version : null,
    chunk_id: isDocument ? passage.chunkId : null,
    title: passage.title,
    file_name: passage.fileName,
    mime_type: passage.mimeType,
    url: passage.url,
    page,
    ...place,
    quote,
    supported: true,
  };
}
