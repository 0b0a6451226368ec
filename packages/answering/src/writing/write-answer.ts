import type { Warning } from '@lectern/contracts';
import type { CallerIds, ExtractiveSource, LanguageModel, ModelTool } from '@lectern/models';
import type { NumberedSource } from '../numbered-source.ts';
import type { Exchange } from '../passage.ts';
import { idkResponse, idkResponseName } from '../prompts/agent-prompts.ts';
import {
  buildAnswerPrompt,
  noAnswer,
  noAnswerTool,
  replySchema,
} from '../prompts/answer-prompt.ts';
import { listCalledQueries, listQueries } from '../retrieving/choose-queries.ts';
import { toRetrievalQuery } from '../retrieving/retrieval-query.ts';
import type { GivenQuote, RemovedMarker } from '../written-answer.ts';
import { JsonReplyStream } from './json-reply.ts';
import { readReply } from './read-reply.ts';

/** Replies without an answer; an assistant's instructions may ask for those of other systems. */
const refusals = [noAnswer, idkResponse, idkResponseName];

export interface AnswerTask {
  readonly question: string;
  readonly history: readonly Exchange[];
  /** Instructions of an assistant. */
  readonly instructions?: string | undefined;
  readonly sources: readonly NumberedSource[];
  /** Probability that the sources answer, 0 to 1, for a model that cannot read. */
  readonly evidence: number;
  /** The search, where the model may call it again. */
  readonly tool?: ModelTool;
  readonly maxTokens: number;
  readonly caller?: CallerIds;
}

export interface AnswerListener {
  /** Gets the text piece by piece. */
  readonly onText: (text: string) => void;
  /** Called when the text so far is not part of the answer. */
  readonly onTextOver?: () => void;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

export interface WrittenAnswer {
  readonly text: string;
  readonly abstained: boolean;
  readonly warnings: readonly Warning[];
  /** Markers that were removed since they name no source. */
  readonly removed: readonly RemovedMarker[];
  /** Sentences of the sources that the model gives for its statements. */
  readonly quotes: readonly GivenQuote[];
  /** Searches that the model asks for in place of an answer. */
  readonly searches: readonly string[];
  /** Name of the model, where it reports one. */
  readonly model: string | null;
}

/**
 * Lets the model answer from the sources, refuse, or ask for another search. It does so by a reply
 * of a JSON schema where it honours one, otherwise by tools, otherwise by the token
 * {@link noAnswer}. No other tool is offered, so a text of a source can start nothing but a search.
 */
export async function writeAnswer(
  model: Pick<LanguageModel, 'generate' | 'toolChoices' | 'honoursJsonSchema'>,
  { question, history, instructions, sources, evidence, tool, maxTokens, caller }: AnswerTask,
  { onText, onTextOver, signal }: AnswerListener,
): Promise<WrittenAnswer> {
  const json = model.honoursJsonSchema ? new JsonReplyStream() : undefined;
  const usesTools = !json && model.toolChoices.includes('auto');
  const events = model.generate(
    {
      messages: buildAnswerPrompt({ question, sources, history, instructions }),
      extractive: {
        question,
        query: toRetrievalQuery(question, history),
        evidence,
        sources: toExtractiveSources(sources),
      },
      ...(json && { responseSchema: replySchema }),
      ...(usesTools && {
        tools: [...(tool ? [tool] : []), noAnswerTool],
        toolChoice: 'auto',
      }),
      temperature: 0,
      maxTokens,
      ...(caller && { caller }),
    },
    signal,
  );
  const { text, sentinel, calls, ...reply } = await readReply(
    events,
    { sentinels: refusals, sources: sources.length, maxTokens, ...(json && { json }) },
    { onText },
  );
  const structured = json?.end();
  const written = {
    ...reply,
    text,
    abstained: false,
    quotes: structured?.quotes ?? [],
    searches: [],
  };
  const asked = structured?.can_answer === false ? structured.searches : [];
  const called = usesTools ? listCalledQueries(calls, tool?.name) : [];
  const searches = listQueries([...asked, ...called]);
  const refuses =
    searches.length > 0 || (usesTools && calls.some(({ name }) => name === noAnswerTool.name));
  if (text.trim() !== '' && !refuses) return written;
  if (text !== '') onTextOver?.();
  return { ...written, text: '', abstained: true, searches };
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
