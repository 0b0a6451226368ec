import type { AnswerListener, Exchange } from '@lectern/answering';
import { buildSearchPrompt } from '@lectern/answering';
import { querySchema } from '@lectern/contracts';
import type { LanguageModel, ModelTool } from '@lectern/models';
import { z } from 'zod';

/** What to search for, and whether the graph had to say it because the model did not. */
export interface ChosenQueries {
  readonly queries: readonly string[];
  readonly forced: boolean;
}

/** Calls of one turn at most. */
const maxCalls = 4;
const maxCallTokens = 300;
const argumentsSchema = z.object({ query: querySchema });

export interface QueryTask {
  readonly tool: ModelTool;
  readonly question: string;
  readonly history: readonly Exchange[];
  /** Searched for where the model asks for nothing that can be. */
  readonly fallback: string;
}

/**
 * Offers the retrieval tool alone with `required` to a model that honours it. Where no usable call
 * comes back, and for other models, the query is the fallback.
 */
export async function chooseQueries(
  model: LanguageModel,
  { tool, question, history, fallback }: QueryTask,
  { onUsage, signal }: Pick<AnswerListener, 'onUsage' | 'signal'>,
): Promise<ChosenQueries> {
  const queries = new Set<string>();
  if (model.toolChoices.includes('required')) {
    const request = {
      messages: buildSearchPrompt(question, history),
      tools: [tool],
      toolChoice: 'required',
      maxTokens: maxCallTokens,
    } as const;
    for await (const event of model.generate(request, signal)) {
      if (event.type === 'finish' && event.usage) onUsage?.(event.usage);
      if (event.type !== 'tool_call' || event.call.name !== tool.name) continue;
      const given = argumentsSchema.safeParse(event.call.arguments);
      if (given.success && queries.size < maxCalls) queries.add(given.data.query);
    }
  }
  if (queries.size > 0) return { queries: [...queries], forced: false };
  return { queries: [fallback], forced: true };
}
