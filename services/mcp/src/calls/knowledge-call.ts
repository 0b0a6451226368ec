import type { KnowledgeCall } from '../ports/knowledge.ts';
import type { ToolCall } from './tool-call.ts';

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
