import type { ToolCall } from '../calls/tool-call.ts';
import type { KnowledgeCall } from './knowledge.ts';

/**
 * Returns the context of a call of the knowledge service in the caller's name. The shorter deadline
 * counts.
 */
export function toKnowledgeCall(call: ToolCall, timeoutMs: number): KnowledgeCall {
  return {
    token: call.token,
    requestId: call.requestId,
    timeoutMs: Math.min(timeoutMs, call.deadlineMs ?? timeoutMs),
    signal: call.signal,
    ...(call.report && { report: call.report }),
  };
}
