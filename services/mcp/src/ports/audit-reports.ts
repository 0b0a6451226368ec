import type { Principal } from '@lectern/contracts';

/** A call of an outside server's tool by an external agent. */
export interface ToolCallReport {
  readonly owner: Pick<Principal, 'organisationId' | 'userId'>;
  readonly requestId: string;
  readonly server: string;
  readonly tool: string;
  /** `ok`, `tool_error`, or the reason why there was no result. */
  readonly outcome: string;
}

/** Writes to the organisation's audit log. */
export interface AuditReports {
  /** Reports a call. A failure is logged, since the call was already made. */
  reportToolCall(report: ToolCallReport): Promise<void>;
}
