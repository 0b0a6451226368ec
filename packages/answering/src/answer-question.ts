import type { Citation, Warning } from '@lectern/contracts';
import type { CallerIds, LanguageModel } from '@lectern/models';
import type { Analyzer } from '@lectern/retrieval';
import { supportsAnswer } from '@lectern/retrieval/evidence';
import { checkCitations } from './citations/check-citations.ts';
import { sentencesFor } from './language/sentences-for.ts';
import type { NumberedSource } from './numbered-source.ts';
import type { Exchange } from './passage.ts';
import { type RetrievedSources, retrieveSources } from './retrieve-sources.ts';
import type { Retriever } from './retriever.ts';
import { type AnswerListener, writeAnswer } from './writing/write-answer.ts';

export interface AnsweringDependencies {
  readonly model: LanguageModel;
  readonly analyzer: Analyzer;
}

export interface Question {
  readonly question: string;
  /** The oldest first. */
  readonly history: readonly Exchange[];
  /** Maximum tokens of the answer. */
  readonly answerTokens: number;
  readonly caller?: CallerIds;
}

export interface QuestionListener extends Pick<AnswerListener, 'onText' | 'signal'> {
  /** Gets the sources before the answer begins. */
  readonly onRetrieval?: (retrieved: RetrievedSources) => void;
}

/** An answer with checked citations, or an abstention. */
export interface Answer {
  readonly text: string;
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  /** Warnings of writing and checking. */
  readonly warnings: readonly Warning[];
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
  const retrieved = await retrieveSources(
    { retriever, ...dependencies },
    question,
    listener.signal,
  );
  listener.onRetrieval?.(retrieved);
  return answerFromSources(dependencies, { ...question, ...retrieved }, listener);
}

/**
 * Writes an answer from retrieved sources and checks its citations. Abstains before the model writes
 * where the evidence is too low, and where the model finds no answer in the sources.
 */
export async function answerFromSources(
  { model, analyzer }: AnsweringDependencies,
  {
    question,
    history,
    answerTokens,
    caller,
    sources,
    evidence,
    unavailable,
  }: Question & Pick<RetrievedSources, 'sources' | 'evidence' | 'unavailable'>,
  { onText, signal }: QuestionListener,
): Promise<Answer> {
  if (sources.length === 0 || !supportsAnswer(evidence)) {
    return abstain({ question, unavailable }, onText);
  }
  const written = await writeAnswer(
    model,
    { question, history, sources, maxTokens: answerTokens, ...(caller && { caller }) },
    { onText, signal },
  );
  return written.abstained
    ? { ...written, citations: [] }
    : { model: written.model, ...checkAnswer(analyzer, written, sources) };
}

/** Abstains in the language of the question. */
export function abstain(
  { question, unavailable }: { readonly question: string; readonly unavailable: boolean },
  onText: (text: string) => void,
): Answer {
  const sentences = sentencesFor(question);
  const text = unavailable ? sentences.retrievalUnavailable : sentences.abstained;
  onText(text);
  return { text, abstained: true, citations: [], warnings: [], model: null };
}

/** Checks the citations of a written answer; its warnings come first. */
export function checkAnswer(
  analyzer: Analyzer,
  { text, warnings }: Pick<Answer, 'text' | 'warnings'>,
  sources: readonly NumberedSource[],
): Omit<Answer, 'model'> {
  const checked = checkCitations(analyzer, text, sources);
  return {
    text: checked.text,
    abstained: false,
    citations: checked.citations,
    warnings: [...warnings, ...checked.warnings],
  };
}
