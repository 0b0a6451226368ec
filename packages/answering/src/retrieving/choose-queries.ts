import { querySchema } from '@lectern/contracts';
import { type LanguageModel, type ModelMessage, type ModelTool, runModel } from '@lectern/models';
import { z } from 'zod';
import type { Exchange } from '../passage.ts';
import { toMessages } from '../to-messages.ts';

export interface ChosenQueries {
  readonly queries: readonly string[];
  /** The model chose none. */
  readonly forced: boolean;
}

/** Maximum queries per turn. */
const maxQueries = 4;
const maxCallTokens = 300;
const argumentsSchema = z.object({ query: querySchema });

export interface QueryTask {
  readonly tool: ModelTool | undefined;
  readonly question: string;
  readonly history: readonly Exchange[];
  /** Query where the model makes no usable call. */
  readonly fallback: string;
}

/** Lets a model that honours `required` choose the queries by calls of the tool. */
export async function chooseQueries(
  model: LanguageModel,
  { tool, question, history, fallback }: QueryTask,
  options: { readonly signal: AbortSignal },
): Promise<ChosenQueries> {
  const queries = new Set<string>();
  if (tool && model.toolChoices.includes('required')) {
    const request = {
      messages: buildSearchPrompt(question, history),
      tools: [tool],
      toolChoice: 'required',
      maxTokens: maxCallTokens,
    } as const;
    const { calls } = await runModel(model, request, options);
    for (const call of calls) {
      if (call.name !== tool.name) continue;
      const given = argumentsSchema.safeParse(call.arguments);
      if (given.success && queries.size < maxQueries) queries.add(given.data.query);
    }
  }
  if (queries.size > 0) return { queries: [...queries], forced: false };
  return { queries: [fallback], forced: true };
}

const searchRules = `You find what is needed to answer the user's last message. Call the tool with a search query that stands for itself: name what the message points back to. Where one query may miss it, make up to ${maxQueries} calls at once, each with other words or for another part of the message. Keep the language of the message.`;

/** Returns the prompt with which a model chooses a search query. */
function buildSearchPrompt(question: string, history: readonly Exchange[]): ModelMessage[] {
  return [
    { role: 'system', content: searchRules },
    ...toMessages(history),
    { role: 'user', content: question },
  ];
}
