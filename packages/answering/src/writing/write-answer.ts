import type { Warning } from '@lectern/contracts';
import type { CallerIds, ExtractiveSource, LanguageModel } from '@lectern/models';
import { sentencesFor } from '../language/sentences-for.ts';
import type { NumberedSource } from '../numbered-source.ts';
import type { Exchange } from '../passage.ts';
import { toRetrievalQuery } from '../retrieving/retrieval-query.ts';
import { buildAnswerPrompt, noAnswer } from './answer-prompt.ts';
import { readReply } from './read-reply.ts';

export interface AnswerTask {
  readonly question: string;
  readonly history: readonly Exchange[];
  readonly sources: readonly NumberedSource[];
  readonly maxTokens: number;
  readonly caller?: CallerIds;
}

export interface AnswerListener {
  /** Gets the text piece by piece. */
  readonly onText: (text: string) => void;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

export interface WrittenAnswer {
  readonly text: string;
  readonly abstained: boolean;
  readonly warnings: readonly Warning[];
  /** Name of the model, where it reports one. */
  readonly model: string | null;
}

/**
 * Lets the model answer from the sources. No tool is offered, so no text of a source can start one.
 * Markers that name no source are removed.
 */
export async function writeAnswer(
  model: Pick<LanguageModel, 'generate'>,
  { question, history, sources, maxTokens, caller }: AnswerTask,
  { onText, signal }: AnswerListener,
): Promise<WrittenAnswer> {
  const events = model.generate(
    {
      messages: buildAnswerPrompt(question, sources, history),
      extractive: {
        question,
        query: toRetrievalQuery(question, history),
        sources: toExtractiveSources(sources),
      },
      temperature: 0,
      maxTokens,
      ...(caller && { caller }),
    },
    signal,
  );
  const reply = await readReply(
    events,
    { sentinels: [noAnswer], sources: sources.length, maxTokens },
    { onText },
  );
  const { warnings, model: name } = reply;
  if (reply.text.trim() !== '') {
    return { text: reply.text, abstained: reply.abstained, warnings, model: name };
  }
  const text = sentencesFor(question).abstained;
  onText(text);
  return { text: reply.text + text, abstained: true, warnings, model: name };
}

/** Returns the passages of all sources, the most relevant first. */
function toExtractiveSources(sources: readonly NumberedSource[]): ExtractiveSource[] {
  return sources
    .flatMap(({ n, passages }) => passages.map((passage) => ({ n, ...passage })))
    .toSorted((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0))
    .map(({ n, title, section, text, chunkId, documentId, relevance = null }) => ({
      n,
      title: section ? `${title} > ${section}` : title,
      text,
      passage: { chunkId, documentId, score: relevance },
    }));
}
