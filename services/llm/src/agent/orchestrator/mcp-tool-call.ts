import { documentsServerName } from '@lectern/contracts';
import type { ModelMessage } from '@lectern/models';
import { type NodeRuntime, type Runtime, readRuntime } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';
import { type CallResult, callDocuments, type DueCall } from './call-documents.ts';
import { callKeyOf } from './call-key.ts';
import { callOutside } from './call-outside.ts';
import { readOn } from './read-on.ts';

/**
 * Makes the first requested call and adds its result, or the reason for none, as a message. A tool
 * that changes something takes two steps, so that a checkpoint records the beginning of its call.
 */
export function createMcpToolCall(dependencies: AgentDependencies) {
  return async (state: AgentStateValue, runtime: Runtime): Promise<AgentStateUpdate> => {
    const [call, ...rest] = state.wanted_calls;
    if (!call) return {};
    const isFirst = isOfFirstStep(state.messages, call.id);
    const result = await makeCall(dependencies, { state, call }, readRuntime(runtime));
    if (result === 'begun') return { begun_call: call.id };
    const message: ModelMessage = { role: 'tool', callId: call.id, content: result.content };
    return {
      ...result.update,
      wanted_calls: rest,
      messages: [message],
      made_calls: [{ server: call.server, key: callKeyOf(call), isFirst }],
    };
  };
}

function makeCall(
  dependencies: AgentDependencies,
  due: DueCall,
  runtime: NodeRuntime,
): Promise<CallResult | 'begun'> {
  if (due.call.readsOn) return readOn(dependencies, due.call, runtime);
  return due.call.server === documentsServerName
    ? callDocuments(dependencies, due, runtime)
    : callOutside(dependencies, due, runtime);
}

/** True if the first message of the turn requests the call. */
function isOfFirstStep([first]: readonly ModelMessage[], id: string): boolean {
  return first?.role === 'assistant' && first.toolCalls?.some((call) => call.id === id) === true;
}
