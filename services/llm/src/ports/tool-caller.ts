/** Credentials and deadline of a call of the suite's own MCP service. */
export interface ToolCallContext {
  /** The person's internal token. */
  readonly token: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Sent to the tool, which stops by itself in time. */
  readonly timeoutMs: number;
}

/** A tool's answer: structured content, or a failure as JSON text. */
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
