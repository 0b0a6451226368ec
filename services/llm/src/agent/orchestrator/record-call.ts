import type { StoredToolCall } from '../../ports/stored-tool-call.ts';
import type { WantedCall } from '../agent-state.ts';

/** A call as it is stored, before anything is known of a result. */
export function recordCall(
  { id, server, tool, arguments: given, forced }: WantedCall,
  status: StoredToolCall['status'],
  summary: string,
): StoredToolCall {
  return {
    id,
    server,
    tool,
    arguments: { ...given },
    forced,
    status,
    summary,
    duration_ms: 0,
    resultBytes: 0,
    result: [],
    errorCode: undefined,
  };
}
