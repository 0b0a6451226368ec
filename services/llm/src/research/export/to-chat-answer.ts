import type { Citation, ResearchCitation, ResearchResponse, Warning } from '@lectern/contracts';
import { plainAnswer, plainWords } from '@lectern/contracts/plain-markdown';
import type { TurnAnswer } from '../../ports/answer-mode.ts';
import { languageOf } from '../language/answer-language.ts';
import { writeTables } from './write-tables.ts';

/**
 * A run as a conversation tells it: records are links to PubMed and ClinicalTrials.gov, passages of
 * own documents are citations, trials and publications stand in tables below the text.
 */
export function toChatAnswer(run: ResearchResponse): TurnAnswer {
  const { answer, abstained, citations, tables, partial, missing, warnings } = run;
  const links = new Map(
    citations.flatMap(({ kind, n, url }) => (kind === 'document' || !url ? [] : [[n, url]])),
  );
  const text = plainAnswer(answer).replaceAll(/\[(\d{1,4})\]/g, (marker, n: string) => {
    const url = links.get(Number(n));
    return url === undefined ? marker : `[${plainWords(marker)}](${url})`;
  });
  const { trials, publications } = tables;
  return {
    text: [text, writeTables({ trials, publications }, languageOf(run.query))]
      .filter(Boolean)
      .join('\n\n'),
    abstained,
    citations: citations.flatMap(toDocumentCitation),
    warnings: [...warnings, ...(partial ? missing.map(toWarning) : [])],
  };
}

function toWarning({ message }: ResearchResponse['missing'][number]): Warning {
  return { code: 'research_partial', message };
}

function toDocumentCitation(citation: ResearchCitation): Citation[] {
  const { kind, document_id, version, chunk_id, pmid: _pmid, nct_id: _nct, ...rest } = citation;
  if (kind !== 'document' || !document_id || version === null || !chunk_id) return [];
  return [{ ...rest, document_id, version, chunk_id }];
}
