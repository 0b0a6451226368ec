import {
  type Citation,
  errorCatalogue,
  type MissingPart,
  type ResearchCitation,
  type ResearchTables,
  type Warning,
} from '@lectern/contracts';
import { checkCitations, countCodePoints } from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';
import { dateAssumed } from '../frame/warn-of-dates.ts';
import { likenessNotSearched } from '../frame/warn-of-likeness.ts';
import { noTopic } from '../frame/warn-of-no-topic.ts';
import { noStudyNumber } from '../frame/warn-of-numbers.ts';
import { trialsNotSearched } from '../frame/warn-of-trials.ts';
import { listOpenLookups } from '../list-open-lookups.ts';
import type { NodeRuntime } from '../nodes/node-runtime.ts';
import {
  listFailures,
  nothingAsked,
  type ResearchStateUpdate,
  type ResearchStateValue,
} from '../research-state.ts';
import { buildTables } from './build-tables.ts';
import { checkStatements, type StatementFacts } from './check-statements.ts';
import { inWordsOf } from './claims/list-unsupported.ts';
import { compareDocuments } from './compare-documents.ts';
import { composeAnswer, composeMissing, languageOf } from './compose-answer.ts';
import { maxNamed } from './compose-documents.ts';
import { countRead } from './count-read.ts';
import type { Disagreement } from './find-disagreements.ts';
import { listUnfetched, type Unfetched } from './identifiers.ts';
import { tellMissing, tellWarning } from './in-question-language.ts';
import { keepAnswering } from './keep-answering.ts';
import { listLinked, listPublications } from './list-linked.ts';
import { numberCited } from './number-cited.ts';
import { findFacts, listSources, type RecordSource } from './record-source.ts';
import { tellAsked } from './tell-asked.ts';
import { tellCorrections } from './tell-corrections.ts';
import { tellLikeness } from './tell-likeness.ts';
import { listDocumentIds, withoutWithheld } from './without-withheld.ts';
import { type AnswerLanguage, words } from './words.ts';
import { type ModelWriter, writeWithModel } from './write-with-model.ts';

export interface SynthesiserOptions extends ModelWriter {
  readonly analyzer: Analyzer;
  /** What prompt and answer may take together. */
  readonly contextTokens: number;
}

/**
 * Writes the answer. Whoever wrote it, code takes out what no fetched record bears out, finds the
 * quote of each citation, and names what is missing. With `cache_only` the answer is put together
 * by code, so that it is the same each time. A lookup of the way that has not answered is missing,
 * whatever was recorded of it.
 */
export function createSynthesiser(options: SynthesiserOptions) {
  return async (found: ResearchStateValue, runtime: NodeRuntime): Promise<ResearchStateUpdate> => {
    const { analyzer } = options;
    const { withheld } = runtime.context;
    const isUnchecked = listDocumentIds(found).some((id) => withheld(id) === 'not_checked');
    const state = keepAnswering(analyzer, withoutWithheld(found, withheld));
    const language = languageOf(state.query);
    const sources = listSources(state);
    const written = await writeWithModel(options, { state, sources }, runtime);
    const errors = { ...listOpenLookups(state), synthesizer: written.failure ?? null };
    const missing = [
      ...listMissing({ ...state, errors: { ...state.errors, ...errors } }),
      ...(isUnchecked ? [rightsUnknown] : []),
    ].map((part) => tellMissing(part, language));
    const composed = composeAnswer(analyzer, state, sources);
    const checkedModel = written.text
      ? checkStatements(written.text, toFacts(analyzer, state, { sources, isComposed: false }))
      : undefined;
    const isModels = checkedModel !== undefined && /\[\d/.test(checkedModel.text);
    const checked = isModels
      ? checkedModel
      : checkStatements(composed, toFacts(analyzer, state, { sources, isComposed: true }));
    const removed = [...(checkedModel?.removed ?? []), ...(isModels ? [] : checked.removed)];
    const { text, numbered } = numberCited(checked.text, sources);
    const quoted = isModels ? inWordsOf(text, numbered) : withoutHeads(text);
    const cited = checkCitations(analyzer, quoted, numbered);
    const numbers = new Set(cited.citations.map(({ n }) => n));
    const tables = withDisagreements(
      buildTables(state, numbers, numbered),
      compareDocuments(analyzer, numbered),
      numbers,
    );
    const notLookedUp = listUnfetched(text, sources);
    const isComplete = missing.every(({ reason }) => reason === nothingAsked);
    const abstained = sources.length === 0 && isComplete;
    const answer = [
      tellCorrections(state, language),
      abstained ? [words[language].nothing, text].filter(Boolean).join(' ') : text,
      tellAsked(state, language),
      tellLikeness(state, language),
      ...tellWarnings(state.warnings, language),
      tables.disagreements.some(isTold) ? words[language].disagree : '',
      removed.length > 0 ? words[language].removed(removed.length) : '',
      listNotLookedUp(notLookedUp, language),
      composeMissing(missing, language),
    ]
      .filter(Boolean)
      .join('\n\n');
    return {
      answer,
      abstained,
      citations: cited.citations.map((citation) =>
        // What code put together from a record needs no likeness of words.
        toCitation(isModels ? citation : quoteFacts(citation, numbered), numbered),
      ),
      tables,
      missing,
      errors,
      removed,
      warnings: isModels ? cited.warnings : [],
      messages: [
        { role: 'user', content: state.query },
        { role: 'assistant', content: answer },
      ],
    };
  };
}

/** Of what a question asks for and is not looked up, of what was taken to be meant, and of other spellings. */
const toldWarnings = [
  trialsNotSearched,
  likenessNotSearched,
  noTopic,
  noStudyNumber,
  dateAssumed,
  'did_you_mean',
];

/** Each once: both services may say the same. */
function tellWarnings(warnings: readonly Warning[], language: AnswerLanguage): readonly string[] {
  const told = warnings.filter(({ code }) => toldWarnings.includes(code));
  return [...new Set(told.map((warning) => tellWarning(warning, language).message))];
}

/** Two sides of it are cited in the answer; the table holds others too. */
function isTold({ statements }: ResearchTables['disagreements'][number]): boolean {
  return statements.filter(({ n }) => n !== null).length > 1;
}

/** A line for each document, so that its words go with the right to read it. */
function listNotLookedUp(found: readonly Unfetched[], language: AnswerLanguage): string {
  if (found.length === 0) return '';
  const lines = found.map(({ n, ids }) => `- ${ids.join(', ')} [${n}]`);
  return [words[language].notLookedUp, ...lines].join('\n');
}

function withDisagreements(
  tables: ResearchTables,
  found: readonly Disagreement[],
  cited: ReadonlySet<number>,
): ResearchTables {
  const rows = found.map(({ about, statements }) => ({
    about,
    statements: statements.map((one) => ({ ...one, n: cited.has(one.n) ? one.n : null })),
  }));
  return { ...tables, disagreements: [...tables.disagreements, ...rows] };
}

const rightsUnknown: MissingPart = {
  node: 'rag_search',
  reason: 'service_unavailable',
  message: errorCatalogue.service_unavailable.message,
};

function listMissing(state: Parameters<typeof listFailures>[0]): readonly MissingPart[] {
  return listFailures(state).map(([node, { code, message }]) => ({ node, reason: code, message }));
}

function toFacts(
  analyzer: Analyzer,
  state: ResearchStateValue,
  { sources, isComposed }: Pick<StatementFacts, 'sources' | 'isComposed'>,
): StatementFacts {
  const { query, pubmed_results, ctgov_results, rag_results, frame } = state;
  const linked = listLinked(state).length;
  const published = Object.values(
    countRead(pubmed_results?.publications, ({ pmid }) => pmid, frame),
  );
  const { named, matching } = countRead(ctgov_results?.trials, ({ nct_id }) => nct_id, frame);
  const naming = ctgov_results?.naming?.length ?? 0;
  const tried = [named, matching, matching - naming, naming];
  const recordCounts = {
    trial: toSet([ctgov_results?.total, ...tried]),
    publication: toSet([pubmed_results?.total, ...published, linked]),
  };
  const counts = [
    pubmed_results?.total,
    pubmed_results?.publications.length,
    ctgov_results?.total,
    ctgov_results?.trials.length,
    ...published,
    ...tried,
    linked,
    // How many more than are named stand in the table.
    ...[listPublications(state), ctgov_results?.trials].map(
      (read) => (read?.length ?? 0) - maxNamed,
    ),
    rag_results?.length,
    sources.filter(({ kind }) => kind === 'document').length,
  ];
  const { nct_ids = [], pmids = [] } = frame?.entities ?? {};
  const notFound = [pubmed_results, ctgov_results].flatMap((results) => results?.not_found ?? []);
  return {
    analyzer,
    sources,
    counts: new Set(counts.filter((count) => count != null).map(String)),
    recordCounts,
    asked: new Set([...nct_ids, ...pmids, ...notFound.map((id) => id.replace(/^PMID /, ''))]),
    question: query,
    isComposed,
  };
}

function toSet(counts: readonly (number | null | undefined)[]): ReadonlySet<number> {
  return new Set(counts.filter((count) => count != null));
}

/**
 * The lines of an answer with what is to be quoted of each record alone: what a publication says,
 * where that is told, without its title and without the study that it belongs to.
 */
function withoutHeads(answer: string): string {
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
function quoteFacts(citation: Citation, sources: readonly RecordSource[]): Citation {
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

function toCitation(citation: Citation, sources: readonly RecordSource[]): ResearchCitation {
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
