import type { Owner } from './owner.ts';

/** A call of an outside server's tool by an agent outside: who, what, how it ended. */
export interface ToolCallReport {
  readonly owner: Owner;
  readonly requestId: string;
  readonly server: string;
  readonly tool: string;
  /** `ok`, `tool_error`, or why there was no result. */
  readonly outcome: string;
}

/** Writes to the organisation's audit log. */
export interface AuditReports {
  /** What cannot be written goes to the process log, since the deed is done. */
  reportToolCall(report: ToolCallReport): Promise<void>;
}
