import { querySchema } from '@lectern/contracts';
import {
  type CallerIds,
  type LanguageModel,
  type ModelRequest,
  type ModelResult,
  type ModelTool,
  runModel,
} from '@lectern/models';
import { z } from 'zod';
import type { Exchange } from '../passage.ts';
import { buildSearchPrompt, queriesSchema } from '../prompts/search-prompt.ts';
import { maxSearches } from '../retriever.ts';

export interface ChosenQueries {
  readonly queries: readonly string[];
  /** The model chose none. */
  readonly forced: boolean;
}

const maxCallTokens = 300;

export interface QueryTask {
  readonly tool: ModelTool | undefined;
  readonly question: string;
  readonly history: readonly Exchange[];
  /** Query where the model chooses none. */
  readonly fallback: string;
  readonly caller?: CallerIds;
}

/**
 * Lets the model choose the first queries: by calls of the tool where it can be forced to call one,
 * otherwise, for a follow-up, by a structured reply.
 */
export async function chooseQueries(
  model: LanguageModel,
  task: QueryTask,
  options: { readonly signal: AbortSignal },
): Promise<ChosenQueries> {
  const request = createRequest(model, task);
  if (request) {
    const { calls, text } = await runModel(model, request, options);
    const queries = request.tools
      ? listCalledQueries(calls, task.tool?.name)
      : listQueries(readList(text));
    if (queries.length > 0) return { queries, forced: false };
  }
  return { queries: [task.fallback], forced: true };
}

/** Returns undefined where the words of the question are the query. */
function createRequest(
  { toolChoices, isExtractive }: LanguageModel,
  { tool, question, history, caller }: QueryTask,
): ModelRequest | undefined {
  const common = { maxTokens: maxCallTokens, ...(caller && { caller }) };
  if (tool && toolChoices.includes('required')) {
    const messages = buildSearchPrompt('call', question, history);
    return { ...common, messages, tools: [tool], toolChoice: 'required' };
  }
  if (isExtractive || history.length === 0) return undefined;
  const messages = buildSearchPrompt('write', question, history);
  return { ...common, messages, responseSchema: queriesSchema };
}

const argumentsSchema = z.object({ query: querySchema });
const replySchema = z.object({ queries: z.array(z.string()) });

/** Returns the queries of calls of the search tool, each once. */
export function listCalledQueries(
  calls: ModelResult['calls'],
  toolName: string | undefined,
): string[] {
  return listQueries(
    calls.flatMap((call) => {
      const given = argumentsSchema.safeParse(call.arguments);
      return call.name === toolName && given.success ? [given.data.query] : [];
    }),
  );
}

/** Returns the valid queries among those that a model wrote, each once. */
export function listQueries(written: readonly string[]): string[] {
  const queries = written.flatMap((text) => querySchema.safeParse(text).data ?? []);
  return [...new Set(queries)].slice(0, maxSearches);
}

/** Reads a structured reply, or one query a line. */
function readList(text: string): readonly string[] {
  try {
    return replySchema.parse(JSON.parse(text)).queries;
  } catch {
    return text.split('\n').map((line) => line.replaceAll(/^[\s\-*\d."'`]+|[\s"'`]+$/g, ''));
  }
}
