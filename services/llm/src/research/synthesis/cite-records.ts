import type { Citation, ResearchCitation } from '@lectern/contracts';
import { countCodePoints } from '@lectern/retrieval/text';
import { findFacts, type RecordSource } from './record-source.ts';

/**
 * The lines of an answer with what is to be quoted of each record alone: what a publication says,
 * where that is told, without its title and without the study that it belongs to.
 */
export function withoutHeads(answer: string): string {
  const lines = answer.split('\n');
  const told = new Set(
    lines.flatMap((line) => (line.startsWith('- PMID ') ? (line.match(/\[\d{1,3}\]/g) ?? []) : [])),
  );
  return lines
    .map((line) =>
      line.startsWith('- NCT')
        ? line.replaceAll(/(?<=\])\[\d{1,3}\]/g, (marker) => (told.has(marker) ? '' : marker))
        : line.replace(/^- PMID \d+, .*? \[(\d{1,3})\]\. (?=.* \[\1\])/, '- '),
    )
    .join('\n');
}

/** A study is quoted with the facts of its record, which code tells in other words. */
export function quoteFacts(citation: Citation, sources: readonly RecordSource[]): Citation {
  const source = sources.find(({ n }) => n === citation.n);
  if (source?.kind !== 'trial') return { ...citation, supported: true };
  const { text } = source.passages[0];
  const { start, end } = findFacts(text, source.record.nct_id);
  const quote = text.slice(start, end);
  const first = countCodePoints(text, start);
  return {
    ...citation,
    quote,
    start: first,
    end: first + countCodePoints(quote),
    supported: true,
  };
}

/** A citation by the number of its record. */
export function toCitation(citation: Citation, sources: readonly RecordSource[]): ResearchCitation {
  const source = sources.find(({ n }) => n === citation.n);
  const isDocument = source?.kind === 'document';
  return {
    id: isDocument ? citation.id : citation.document_id,
    n: citation.n,
    kind: source?.kind ?? 'document',
    pmid: source?.kind === 'publication' ? source.record.pmid : null,
    nct_id: source?.kind === 'trial' ? source.record.nct_id : null,
    document_id: isDocument ? citation.document_id : null,
    version: isDocument ? citation.version : null,
    chunk_id: isDocument ? citation.chunk_id : null,
    title: citation.title,
    file_name: citation.file_name,
    mime_type: citation.mime_type,
    url: citation.url,
    page: citation.page,
    start: citation.start,
    end: citation.end,
    quote: citation.quote,
    supported: citation.supported,
  };
}
