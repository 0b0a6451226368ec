import {
  errorCatalogue,
  type MissingPart,
  type ResearchTables,
  type Warning,
} from '@lectern/contracts';
import type { Analyzer } from '@lectern/retrieval';
import {
  type AnswerLanguage,
  languageOf,
  sentencesOf,
  translateMissing,
  translateWarning,
} from '../language/answer-language.ts';
import { defaultRegistry, type LookupNode } from '../node-registry.ts';
import { shownWarnings } from '../query/warn-of-unsearched.ts';
import type { ResearchNodeRuntime } from '../research-context.ts';
import {
  listFailures,
  type NodeFailure,
  nothingAsked,
  type ResearchStateUpdate,
  type ResearchStateValue,
} from '../research-state.ts';
import { buildTables } from './build-tables.ts';
import { type CheckedStatement, checkStatements } from './check-statements.ts';
import { citeSource, type Draft, listCited, numberByCitation, renumber } from './cite-records.ts';
import { composeAnswer, composeUnread } from './compose-answer.ts';
import { composeCorrections, composeRelaxed } from './compose-notes.ts';
import { filterAnsweringPassages } from './filter-answering-passages.ts';
import { listUnfetched, type Unfetched } from './identifiers.ts';
import type { Span } from './locate-quote.ts';
import {
  listDocumentIds,
  listSources,
  type RecordSource,
  withoutWithheld,
} from './record-source.ts';
import { writeWithModel } from './write-with-model.ts';

export interface SynthesiserOptions {
  readonly analyzer: Analyzer;
}

/**
 * Writes the answer: the statements of a model that the records bear out, or an answer that code
 * composes from the records. With `cache_only` code composes it, so that it is the same each time.
 * A lookup of the path that has not answered is missing, whatever was recorded of it.
 */
export function createSynthesiser(options: SynthesiserOptions) {
  return async (
    found: ResearchStateValue,
    runtime: ResearchNodeRuntime,
  ): Promise<ResearchStateUpdate> => {
    const { analyzer } = options;
    const { withheld } = runtime.context;
    const isUnchecked = listDocumentIds(found).some((id) => withheld(id) === 'not_checked');
    const state = filterAnsweringPassages(analyzer, withoutWithheld(found, withheld));
    const language = languageOf(state.query);
    const sentences = sentencesOf(language);
    const sources = listSources(state);
    const written = await writeWithModel({ state, sources }, runtime);
    const errors = { ...listOpenLookups(state), synthesizer: written.failure ?? null };
    const missing = [
      ...listMissing({ ...state, errors: { ...state.errors, ...errors } }),
      ...(isUnchecked ? [rightsUnknown] : []),
    ].map((part) => translateMissing(part, language));
    const { kept, removed } = checkStatements(written.statements, sources);
    const draft = kept.length > 0 ? draftOf(kept) : composeAnswer(analyzer, state, sources);
    const numbers = numberByCitation(draft.text, sources);
    const numbered = sources.map((source) => ({ ...source, n: numbers.get(source.n) ?? source.n }));
    const text = renumber(draft.text, numbers);
    const cited = listCited(text);
    const tables = buildTables(state, new Set(cited), numbered);
    const isComplete = missing.every(({ reason }) => reason === nothingAsked);
    const abstained = sources.length === 0 && isComplete;
    const answer = [
      composeCorrections(state, language),
      composeRelaxed(state, language),
      abstained ? [sentences.nothing, text].filter(Boolean).join(' ') : text,
      ...listShownWarnings(state.warnings, language),
      tables.disagreements.some(isStated) ? sentences.disagree : '',
      removed.length > 0 ? sentences.removed(removed.length) : '',
      listNotLookedUp(listUnfetched(text, numbered), language),
      composeUnread(state, language),
      composeMissing(missing, language),
    ]
      .filter(Boolean)
      .join('\n\n');
    return {
      answer,
      abstained,
      statements: kept.map((statement) => toStatement(statement, numbers)),
      citations: listQuoted(draft, numbers, numbered).map(([source, span]) =>
        citeSource(source, span),
      ),
      tables,
      missing,
      errors,
      removed,
      messages: [
        { role: 'user', content: state.query },
        { role: 'assistant', content: answer },
      ],
    };
  };
}

/** The statements of a model as one text, a line each. */
function draftOf(statements: readonly CheckedStatement[]): Draft {
  const quotes = new Map<number, Span>();
  const lines = statements.map(({ text, records }) => {
    for (const { source, span } of records) {
      if (!quotes.has(source.n)) quotes.set(source.n, span);
    }
    const markers = [...new Set(records.map(({ source }) => `[${source.n}]`))].join('');
    return `${text} ${markers}`;
  });
  return {
    text: lines.length > 1 ? lines.map((line) => `- ${line}`).join('\n') : (lines[0] ?? ''),
    quotes,
  };
}

function toStatement({ text, records }: CheckedStatement, numbers: ReadonlyMap<number, number>) {
  return {
    text,
    records: records.map(({ source, span: { start, end } }) => ({
      n: numbers.get(source.n) ?? source.n,
      id: source.passages[0].documentId,
      quote: source.passages[0].text.slice(start, end),
    })),
  };
}

/** The cited sources in the order of their numbers, each with its quote. */
function listQuoted(
  { text, quotes }: Draft,
  numbers: ReadonlyMap<number, number>,
  numbered: readonly RecordSource[],
) {
  const quoted = listCited(text).flatMap((n) => {
    const span = quotes.get(n);
    const source = numbered.find((one) => one.n === numbers.get(n));
    return span && source ? [[source, span] as const] : [];
  });
  return quoted.toSorted(([one], [other]) => one.n - other.n);
}

/** The answer cites two sides of a disagreement; the table contains all. */
function isStated({ statements }: ResearchTables['disagreements'][number]): boolean {
  return statements.filter(({ n }) => n !== null).length > 1;
}

/** The warnings that belong into the text, each once: both services may give the same one. */
function listShownWarnings(
  warnings: readonly Warning[],
  language: AnswerLanguage,
): readonly string[] {
  const told = warnings.filter(({ code }) => shownWarnings.includes(code));
  return [...new Set(told.map((warning) => translateWarning(warning, language).message))];
}

/** A line for each document, so that a reader without a right to one does not see its words. */
function listNotLookedUp(found: readonly Unfetched[], language: AnswerLanguage): string {
  if (found.length === 0) return '';
  const lines = found.map(({ n, ids }) => `- ${ids.join(', ')} [${n}]`);
  return [sentencesOf(language).notLookedUp, ...lines].join('\n');
}

const rightsUnknown: MissingPart = {
  node: 'rag_search',
  reason: 'service_unavailable',
  message: errorCatalogue.service_unavailable.message,
};

function listMissing(state: Parameters<typeof listFailures>[0]): readonly MissingPart[] {
  return listFailures(state).map(([node, { code, message }]) => ({ node, reason: code, message }));
}

/** Names what an answer lacks by its source, not by its node. */
function composeMissing(missing: readonly MissingPart[], language: AnswerLanguage): string {
  if (missing.length === 0) return '';
  const { ownDocuments, modelText, missing: formatMissing } = sentencesOf(language);
  const names: Readonly<Record<string, string>> = {
    pubmed_search: 'PubMed',
    pubmed_get: 'PubMed',
    ctgov_search: 'ClinicalTrials.gov',
    rag_search: ownDocuments,
    synthesizer: modelText,
  };
  const parts = missing.map(
    ({ node, message }) => `${names[node] ?? node} (${message.replace(/\.$/, '')})`,
  );
  return formatMissing(`${parts.join('; ')}.`);
}

const notEnded: NodeFailure = {
  code: 'time_budget',
  message: 'The time was up before it had answered.',
};

/** Failures of the lookups of a run's way that have not brought all they could. */
function listOpenLookups({
  frame,
  completed,
  pubmed_results,
  errors,
}: Pick<ResearchStateValue, 'frame' | 'completed' | 'pubmed_results' | 'errors'>): Readonly<
  Record<string, NodeFailure>
> {
  const open = (frame?.node_path ?? []).filter(isLookup).filter((node) => {
    if (completed.includes(node)) return false;
    // Records wait for what finds them, and are not read where nothing was found.
    const isWaited = completed.includes('pubmed_search') && pubmed_results?.pmids.length !== 0;
    return node !== 'pubmed_get' || isWaited;
  });
  return Object.fromEntries(open.map((node) => [node, errors[node] ?? notEnded]));
}

function isLookup(node: string): node is LookupNode {
  return Object.hasOwn(defaultRegistry, node);
}
