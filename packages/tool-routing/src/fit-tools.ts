import { estimateTokens } from '@lectern/retrieval/text';

/** What a model reads of a tool. */
export interface ToolTexts {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Best first. */
export interface FittedTools<Tool> {
  readonly tools: readonly Tool[];
  /** Of what is in `tools`, as estimated; never above the budget. */
  readonly tokens: number;
  /** Tools that were left out. */
  readonly omitted: number;
}

/** Tools, best first, as far as the budget goes; one that is too large is left out. */
export function fitTools<Tool extends ToolTexts>(
  tools: readonly Tool[],
  tokenBudget: number,
): FittedTools<Tool> {
  const taken: Tool[] = [];
  let tokens = 0;
  for (const tool of tools) {
    const cost = tokensOf(tool);
    if (tokens + cost > tokenBudget) continue;
    taken.push(tool);
    tokens += cost;
  }
  return { tools: taken, tokens, omitted: tools.length - taken.length };
}

function tokensOf({ name, description, inputSchema }: ToolTexts): number {
  return estimateTokens(JSON.stringify({ name, description, parameters: inputSchema }));
}
