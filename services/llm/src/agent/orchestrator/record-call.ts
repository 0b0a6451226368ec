import type { ToolOutcome } from '@lectern/contracts';
import { type StoredToolCall, toOutcomeFields } from '../../ports/stored-tool-call.ts';
import type { WantedCall } from '../agent-state.ts';

/** Returns a call as it is stored. Without an outcome it was stopped. */
export function recordCall(
  { id, server, tool, arguments: given, forced }: WantedCall,
  outcome: ToolOutcome | undefined,
): StoredToolCall {
  return {
    id,
    server,
    tool,
    arguments: { ...given },
    forced,
    ...toOutcomeFields(outcome),
    duration_ms: 0,
    resultBytes: 0,
    result: [],
    errorCode: undefined,
  };
}
