import type { NumberedSource, Passage } from '@lectern/answering';
import type { Publication, SearchDocumentsOutput, Trial, TrialRow } from '@lectern/contracts';
import type { Withholding } from '../../withheld-quotes/find-withheld.ts';
import { sentencesOf } from '../language/answer-language.ts';
import type { ResearchStateValue } from '../research-state.ts';
import {
  type Field,
  headFields,
  listPublicationFields,
  listTrialFields,
} from './describe-fields.ts';

/** A record or passage with the number under which an answer may cite it. */
export type RecordSource = NumberedSource &
  (
    | { readonly kind: 'publication'; readonly record: Publication }
    | { readonly kind: 'trial'; readonly record: Trial }
    | { readonly kind: 'document'; readonly record: SearchDocumentsOutput['results'][number] }
  );

type Fetched = Pick<ResearchStateValue, 'pubmed_results' | 'ctgov_results'>;
type Looked = Fetched & Pick<ResearchStateValue, 'rag_results'>;

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

/** A publication as a text that statements are checked against. */
function describePublication(record: Publication): string {
  return [
    record.title,
    `PMID ${record.pmid}.`,
    record.retracted ? 'This publication was retracted.' : '',
    ...describeAll(listPublicationFields(record, 'en')),
    record.pmcid ? `${record.pmcid}.` : '',
    ...record.abstract.map(({ label, text }) => (label ? `${label}: ${text}` : text)),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Writes each field that the record has as `Name: value.` */
function describeAll(fields: readonly Field[]): readonly string[] {
  const { fields: names } = sentencesOf('en');
  return fields.flatMap(([name, value]) =>
    value ? [`${names[name].replace(/^./, (first) => first.toUpperCase())}: ${value}.`] : [],
  );
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

function describeTrial(trial: Trial): string {
  const fields = listTrialFields(trial, 'en');
  const isHead = ([name]: Field) => headFields.includes(name);
  return [
    trial.brief_title,
    trial.official_title ?? '',
    `${trial.nct_id}. ${describeAll(fields.filter(isHead)).join(' ')}`,
    ...describeAll(fields.filter((field) => !isHead(field))),
    trial.brief_summary ?? '',
    ...trial.references.map(
      ({ pmid, citation }) => `Reference: ${citation}${pmid ? ` PMID ${pmid}.` : ''}`,
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Returns titles and fields in a record's text, without its sentences; none for a document. */
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

/** Finds the part of a study's text that contains the facts of an answer composed by code. */
export function findFacts(
  text: string,
  nctId: string,
): { readonly start: number; readonly end: number } {
  const start = Math.max(0, text.indexOf(`${nctId}. Status:`));
  const end = text.indexOf('\n\n', start);
  return { start, end: end === -1 ? text.length : end };
}

/** Own documents of which something was found. */
export function listDocumentIds({ rag_results }: Pick<Looked, 'rag_results'>): readonly string[] {
  return (rag_results ?? []).flatMap(({ metadata }) => metadata?.document_id ?? []);
}

/** Drops passages of documents that the reader may no longer read. */
export function withoutWithheld<State extends Pick<Looked, 'rag_results'>>(
  state: State,
  withheld: Withholding,
): State {
  const { rag_results } = state;
  if (!rag_results) return state;
  return {
    ...state,
    rag_results: rag_results.filter(
      ({ metadata }) => !metadata || withheld(metadata.document_id) === undefined,
    ),
  };
}

/** Publications that the records of studies name and the search did not bring. */
export function listLinked({ pubmed_results, ctgov_results }: Fetched): readonly Publication[] {
  const found = new Set(pubmed_results?.publications.map(({ pmid }) => pmid));
  return (ctgov_results?.linked ?? []).filter(({ pmid }) => !found.has(pmid));
}

/** Every publication that was read, those that were searched for first. */
export function listPublications(state: Fetched): readonly Publication[] {
  return [...(state.pubmed_results?.publications ?? []), ...listLinked(state)];
}

/** Publications of a trial: those that name it, and those that the registry names. */
export function linkPublications(
  trial: Trial,
  publications: readonly Publication[],
): TrialRow['publications'] {
  const byRegistry = new Map(
    trial.references.flatMap((reference) =>
      reference.pmid ? [[reference.pmid, reference] as const] : [],
    ),
  );
  const naming = publications.filter(({ nct_ids }) => nct_ids.includes(trial.nct_id));
  const fromPublications = naming.map(({ pmid, title }) => ({
    pmid,
    by: byRegistry.has(pmid) ? ('both' as const) : ('publication' as const),
    type: byRegistry.get(pmid)?.type ?? null,
    citation: byRegistry.get(pmid)?.citation ?? title,
  }));
  const named = new Set(naming.map(({ pmid }) => pmid));
  const fromRegistry = [...byRegistry]
    .filter(([pmid]) => !named.has(pmid))
    .map(([pmid, { type, citation }]) => ({ pmid, by: 'registry' as const, type, citation }));
  return [...fromPublications, ...fromRegistry];
}
