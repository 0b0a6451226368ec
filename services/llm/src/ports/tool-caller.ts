/** In whose name and for how long a tool of the suite's own MCP service is called. */
export interface ToolCallContext {
  /** The person's internal token. */
  readonly token: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Told to the tool, which gives up by itself in time. */
  readonly timeoutMs: number;
}

/** What a tool answered: structured content, or a failure as JSON text. */
export interface ToolCallAnswer {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string | undefined }[];
}

export type ToolCaller = (
  name: string,
  args: Record<string, unknown>,
  context: ToolCallContext,
) => Promise<ToolCallAnswer>;
