import { estimateTokens } from '@lectern/retrieval/text';

/** The parts of a tool that a model reads. */
export interface ToolTexts {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Best first. */
export interface FittedTools<Tool> {
  readonly tools: readonly Tool[];
  /** Estimated tokens of `tools`, within the budget. */
  readonly tokens: number;
  /** Tools that were left out. */
  readonly omitted: number;
}

/** Returns the tools that fit the budget, best first. A tool that is too large is skipped. */
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
