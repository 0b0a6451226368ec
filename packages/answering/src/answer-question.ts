import type { Citation, Warning } from '@lectern/contracts';
import type { CallerIds, LanguageModel, ModelTool } from '@lectern/models';
import type { Analyzer } from '@lectern/retrieval';
import { checkCitations } from './citations/check-citations.ts';
import { sentencesFor } from './language/sentences-for.ts';
import type { NumberedSource } from './numbered-source.ts';
import type { Exchange } from './passage.ts';
import { countSearchesLeft, type RetrievedSources, retrieveSources } from './retrieve-sources.ts';
import type { Retriever } from './retriever.ts';
import { type AnswerListener, type WrittenAnswer, writeAnswer } from './writing/write-answer.ts';

export interface AnsweringDependencies {
  readonly model: LanguageModel;
  readonly analyzer: Analyzer;
}

export interface Question {
  readonly question: string;
  /** The oldest first. */
  readonly history: readonly Exchange[];
  /** Instructions of an assistant. */
  readonly instructions?: string | undefined;
  /** Maximum tokens of the answer. */
  readonly answerTokens: number;
  readonly caller?: CallerIds;
}

export interface QuestionListener extends Pick<AnswerListener, 'onText' | 'onTextOver' | 'signal'> {
  /** Gets the sources of the first searches before the answer begins. */
  readonly onRetrieval?: (retrieved: RetrievedSources) => void;
}

/** An answer with checked citations, or an abstention. */
export interface Answer {
  readonly text: string;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  readonly warnings: readonly Warning[];
  /** Searches that the model asks for in place of an answer; empty in an answer. */
  readonly searches: readonly string[];
  /** Name of the model that answered, where it reports one; null where none was asked. */
  readonly model: string | null;
}

/**
 * Answers a question from the documents: retrieve, fit, write, check.
 *
 * @throws AppError `model_unavailable`, or what the retriever throws.
 */
export async function answerQuestion(
  { retriever, ...dependencies }: AnsweringDependencies & { readonly retriever: Retriever },
  question: Question & { readonly sourceTokens: number },
  listener: QuestionListener,
): Promise<Answer> {
  const retrieve = (further: Pick<Parameters<typeof retrieveSources>[1], 'further'>) =>
    retrieveSources({ retriever, ...dependencies }, { ...question, ...further }, listener.signal);
  let retrieved = await retrieve({});
  listener.onRetrieval?.(retrieved);
  for (;;) {
    const further = { ...retrieved, tool: retriever.tool };
    const task = { ...question, ...retrieved, further };
    const answer = await answerFromSources(dependencies, task, listener);
    if (answer.searches.length === 0) return answer;
    retrieved = await retrieve({ further: { before: retrieved, queries: answer.searches } });
  }
}

/**
 * Writes an answer from retrieved sources and checks its citations. Abstains where nothing was found
 * and where the model refuses. Returns the searches that the model asks for in place of an answer,
 * while the turn may make more.
 */
export async function answerFromSources(
  { model, analyzer }: AnsweringDependencies,
  {
    question,
    history,
    instructions,
    answerTokens,
    caller,
    sources,
    evidence,
    unavailable,
    further,
  }: Question &
    Pick<RetrievedSources, 'sources' | 'evidence' | 'unavailable'> & {
      /** The searches so far, where the model may ask for more. */
      readonly further?: Pick<RetrievedSources, 'queries' | 'budget'> & {
        /** The search as a tool. */
        readonly tool: ModelTool | undefined;
      };
    },
  { onText, onTextOver, signal }: QuestionListener,
): Promise<Answer> {
  if (sources.length === 0) return abstain({ question, unavailable }, onText);
  const searchesLeft = further ? countSearchesLeft(further) : 0;
  const write = (tool: ModelTool | undefined) =>
    writeAnswer(
      model,
      {
        question,
        history,
        instructions,
        sources,
        evidence,
        maxTokens: answerTokens,
        ...(tool && { tool }),
        ...(caller && { caller }),
      },
      { onText, ...(onTextOver && { onTextOver }), signal },
    );
  const listNew = ({ searches }: WrittenAnswer) =>
    searches.filter((query) => !further?.queries.includes(query)).slice(0, searchesLeft);
  const tool = searchesLeft > 0 ? further?.tool : undefined;
  let written = await write(tool);
  // A call for a search that was made already is no refusal: the model answers without the tool.
  if (tool && written.searches.length > 0 && listNew(written).length === 0) {
    written = await write(undefined);
  }
  const { abstained, model: name, warnings } = written;
  const searches = listNew(written);
  if (!abstained) return { model: name, ...checkAnswer(analyzer, written, sources) };
  if (searches.length > 0) {
    return { text: '', abstained, citations: [], warnings: [], searches, model: name };
  }
  return { ...abstain({ question, unavailable: false }, onText), warnings, model: name };
}

/** Abstains in the language of the question. */
export function abstain(
  { question, unavailable }: { readonly question: string; readonly unavailable: boolean },
  onText: (text: string) => void,
): Answer {
  const sentences = sentencesFor(question);
  const text = unavailable ? sentences.retrievalUnavailable : sentences.abstained;
  onText(text);
  return { text, abstained: true, citations: [], warnings: [], searches: [], model: null };
}

/** Checks the citations of a written answer; its warnings come first. */
export function checkAnswer(
  analyzer: Analyzer,
  {
    warnings,
    ...written
  }: Pick<WrittenAnswer, 'text' | 'warnings' | 'removed'> & Partial<Pick<WrittenAnswer, 'quotes'>>,
  sources: readonly NumberedSource[],
): Omit<Answer, 'model'> {
  const checked = checkCitations(analyzer, written, sources);
  return {
    text: checked.text,
    abstained: false,
    citations: checked.citations,
    warnings: [...warnings, ...checked.warnings],
    searches: [],
  };
}
