import type { NumberedSource, Passage } from '@lectern/answering';
import type { Publication, SearchDocumentsOutput, Trial } from '@lectern/contracts';
import { describeDate, describePhase, describeStatus } from '../language/answer-language.ts';
import type { ResearchStateValue } from '../research-state.ts';
import { listPublications } from './linked-publications.ts';

/** A record or passage with the number under which an answer may cite it. */
export type RecordSource = NumberedSource &
  (
    | { readonly kind: 'publication'; readonly record: Publication }
    | { readonly kind: 'trial'; readonly record: Trial }
    | { readonly kind: 'document'; readonly record: SearchDocumentsOutput['results'][number] }
  );

type Looked = Pick<ResearchStateValue, 'pubmed_results' | 'ctgov_results' | 'rag_results'>;

/** Everything that was fetched, numbered in the order of the tables: documents, trials, publications. */
export function listSources(state: Looked): readonly RecordSource[] {
  const documents = (state.rag_results ?? []).flatMap((record) =>
    record.metadata ? [{ kind: 'document' as const, record, passage: toPassage(record) }] : [],
  );
  const trials = (state.ctgov_results?.trials ?? []).map((record) => ({
    kind: 'trial' as const,
    record,
    passage: passageOf({
      id: `clinicaltrials:${record.nct_id}`,
      title: record.brief_title,
      url: record.url,
      text: describeTrial(record),
    }),
  }));
  const publications = listPublications(state).map((record) => ({
    kind: 'publication' as const,
    record,
    passage: passageOf({
      id: `pubmed:${record.pmid}`,
      title: record.title,
      url: record.url,
      text: describePublication(record),
    }),
  }));
  return [...documents, ...trials, ...publications].map(({ passage, ...source }, index) => ({
    ...source,
    n: index + 1,
    passages: [passage],
  })) as RecordSource[];
}

/** The identifiers by which a statement may name a source. */
export function idsOf(source: RecordSource): readonly string[] {
  if (source.kind === 'publication') return [source.record.pmid, String(source.n)];
  if (source.kind === 'trial') return [source.record.nct_id, String(source.n)];
  return [`D${source.n}`, String(source.n)];
}

/** A whole record as one passage. */
interface RecordText {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

function passageOf({ id, title, url, text }: RecordText): Passage {
  return {
    documentId: id,
    chunkId: id,
    title,
    url,
    fileName: null,
    mimeType: null,
    version: 1,
    page: null,
    pages: [],
    section: null,
    text,
    start: 0,
  };
}

function toPassage({
  content,
  document_title,
  relevance_score,
  metadata,
}: SearchDocumentsOutput['results'][number]): Passage {
  return {
    documentId: metadata?.document_id ?? '',
    chunkId: metadata?.chunk_id ?? '',
    title: document_title,
    url: metadata?.url ?? null,
    fileName: metadata?.file_name ?? null,
    mimeType: metadata?.mime_type ?? null,
    version: metadata?.version ?? 1,
    pages: metadata?.pages ?? [],
    page: metadata?.page ?? null,
    section: metadata?.section ?? null,
    text: content,
    start: metadata?.start ?? 0,
    relevance: relevance_score,
  };
}

/** A publication as a text that statements about it can be checked against. */
function describePublication(record: Publication): string {
  const { journal, published, abstract } = record;
  const source = [journal.title, journal.volume, journal.issue, journal.pages].filter(Boolean);
  return [
    record.title,
    `PMID ${record.pmid}.`,
    `${source.join(', ')}. Published ${record.published_text}${published ? ` (${published}, ${describeDate(published, 'en')})` : ''}.`,
    record.retracted ? 'This publication was retracted.' : '',
    record.publication_types.length > 0 ? `${record.publication_types.join(', ')}.` : '',
    record.authors.length > 0 ? `Authors: ${listAuthors(record).join(', ')}.` : '',
    [record.doi && `DOI ${record.doi}.`, record.pmcid && `${record.pmcid}.`]
      .filter(Boolean)
      .join(' '),
    record.nct_ids.length > 0 ? `Trials: ${record.nct_ids.join(', ')}.` : '',
    ...abstract.map(({ label, text }) => (label ? `${label}: ${text}` : text)),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Authors in order as PubMed shows them: `Shi FH`, or the name of a group. */
export function listAuthors({ authors }: Publication): readonly string[] {
  return authors
    .map(
      ({ last_name, initials, collective_name }) =>
        collective_name ?? [last_name, initials].filter(Boolean).join(' '),
    )
    .filter(Boolean);
}

/** Authors as bibliographies take them: `Shi, Fang-Hong`; a group's name has no comma. */
export function nameAuthors({ authors }: Publication): readonly string[] {
  return authors
    .map(({ last_name, fore_name, initials, collective_name }) =>
      collective_name === null
        ? [last_name, fore_name ?? initials].filter(Boolean).join(', ')
        : collective_name.replaceAll(',', ''),
    )
    .filter(Boolean);
}

/** A study the same way. */
function describeTrial(trial: Trial): string {
  const dated = (name: string, date: string | null) =>
    date ? `${name}: ${date} (${describeDate(date, 'en')}).` : '';
  return [
    trial.brief_title,
    trial.official_title ?? '',
    [
      `${trial.nct_id}. Status: ${describeStatus(trial.status, 'en')} (${trial.status}).`,
      trial.why_stopped ? `Why stopped: ${trial.why_stopped.replaceAll(/\s+/g, ' ')}` : '',
      trial.phases.length > 0
        ? `${trial.phases.map((phase) => describePhase(phase, 'en')).join(', ')}.`
        : '',
      trial.sponsor ? `Sponsor: ${trial.sponsor}.` : '',
      trial.enrollment ? `Enrollment: ${trial.enrollment.count} participants.` : '',
      dated('Start', trial.start_date),
    ]
      .filter(Boolean)
      .join(' '),
    trial.study_type ? `Type: ${trial.study_type.toLowerCase()}.` : '',
    trial.collaborators.length > 0 ? `Collaborators: ${trial.collaborators.join(', ')}.` : '',
    trial.conditions.length > 0 ? `Conditions: ${trial.conditions.join(', ')}.` : '',
    trial.interventions.length > 0
      ? `Interventions: ${trial.interventions.map(({ name }) => name).join(', ')}.`
      : '',
    dated('Primary completion', trial.primary_completion_date),
    dated('Completion', trial.completion_date),
    dated('Last update', trial.last_update),
    dated('First posted', trial.first_posted),
    dated('Results posted', trial.results_posted),
    trial.countries.length > 0 ? `Countries: ${trial.countries.join(', ')}.` : '',
    trial.eligibility ? `Eligibility: ${describeEligibility(trial.eligibility)}` : '',
    ...trial.primary_outcomes.map(
      ({ measure, time_frame }) =>
        `Primary outcome: ${measure}${time_frame ? ` (${time_frame})` : ''}.`,
    ),
    trial.brief_summary ?? '',
    ...trial.references.map(
      ({ pmid, citation }) => `Reference: ${citation}${pmid ? ` PMID ${pmid}.` : ''}`,
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Age, sex and criteria on one line. */
export function describeEligibility(eligibility: NonNullable<Trial['eligibility']>): string {
  const { minimum_age: from, maximum_age: to, sex, criteria } = eligibility;
  const age = from || to ? `${from ?? '0'} – ${to ?? '∞'}` : '';
  return [age, sex, criteria].filter(Boolean).join('; ').replaceAll(/\s+/g, ' ');
}

/** Titles and fields of a record in its text, without what it tells in sentences; none of a document. */
export function listFields({
  kind,
  record,
  passages: [{ text }],
}: RecordSource): string | undefined {
  if (kind === 'document') return undefined;
  const told = kind === 'trial' ? (record.brief_summary ?? '') : (record.abstract[0]?.text ?? '');
  const start = told === '' ? -1 : text.indexOf(told);
  return start === -1 ? text : text.slice(0, start);
}

/** Where the text of a study holds what an answer that code puts together says of it. */
export function findFacts(
  text: string,
  nctId: string,
): { readonly start: number; readonly end: number } {
  const start = Math.max(0, text.indexOf(`${nctId}. Status:`));
  const end = text.indexOf('\n\n', start);
  return { start, end: end === -1 ? text.length : end };
}
