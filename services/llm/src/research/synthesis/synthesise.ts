import { checkCitations } from '@lectern/answering';
import { errorCatalogue, type MissingPart, type ResearchTables } from '@lectern/contracts';
import type { Analyzer } from '@lectern/retrieval';
import { type AnswerLanguage, languageOf } from '../answer-language.ts';
import { listOpenLookups } from '../list-open-lookups.ts';
import type { NodeRuntime } from '../nodes/node-runtime.ts';
import {
  listFailures,
  nothingAsked,
  type ResearchStateUpdate,
  type ResearchStateValue,
} from '../research-state.ts';
import { buildTables } from './build-tables.ts';
import { checkStatements } from './check-statements.ts';
import { quoteFacts, toCitation, withoutHeads } from './cite-records.ts';
import { inWordsOf } from './claims/list-unsupported.ts';
import { compareDocuments } from './compare-documents.ts';
import { composeAnswer, composeMissing } from './compose-answer.ts';
import type { Disagreement } from './find-disagreements.ts';
import { listUnfetched, type Unfetched } from './identifiers.ts';
import { tellMissing } from './in-question-language.ts';
import { keepAnswering } from './keep-answering.ts';
import { numberCited } from './number-cited.ts';
import { listSources } from './record-source.ts';
import { toFacts } from './statement-facts.ts';
import { tellAsked } from './tell-asked.ts';
import { tellCorrections } from './tell-corrections.ts';
import { tellLikeness } from './tell-likeness.ts';
import { tellWarnings } from './tell-warnings.ts';
import { listDocumentIds, withoutWithheld } from './without-withheld.ts';
import { words } from './words.ts';
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
