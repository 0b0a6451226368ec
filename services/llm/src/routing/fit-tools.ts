import { estimateTokens } from '@lectern/grounding';
import type { RegisteredTool } from '../ports/tool-registry.ts';
import type { SelectedTools } from '../ports/tool-retrieval.ts';

/** Tools, best first, as far as the budget goes; one that is too large is left out. */
export function fitTools(tools: readonly RegisteredTool[], tokenBudget: number): SelectedTools {
  const taken: RegisteredTool[] = [];
  let tokens = 0;
  for (const tool of tools) {
    const cost = tokensOf(tool);
    if (tokens + cost > tokenBudget) continue;
    taken.push(tool);
    tokens += cost;
  }
  return { tools: taken, tokens, omitted: tools.length - taken.length };
}

/** What a model reads of a tool. */
function tokensOf({ name, description, inputSchema }: RegisteredTool): number {
  return estimateTokens(JSON.stringify({ name, description, parameters: inputSchema }));
}
