import { agentBounds } from '../agent-settings.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';

/** True if the latest result comes from a call of the current server in this turn. */
export function isRightAfterCall({ made_calls, current_mcp_server }: AgentStateValue): boolean {
  const last = made_calls.at(-1);
  return last !== undefined && last.server === current_mcp_server && !last.isFirst;
}

/**
 * Clears the current server, so that routing starts again without it. Returns undefined right after
 * a call of the server, and if too many servers were abandoned.
 */
export function leaveServer(state: AgentStateValue): AgentStateUpdate | undefined {
  const { current_mcp_server: current, left_servers } = state;
  if (current === null || isRightAfterCall(state)) return undefined;
  if (left_servers.length >= agentBounds.reroutes) return undefined;
  return { current_mcp_server: null, left_servers: [current] };
}
