import { documentsServerName } from '@lectern/contracts';
import type { ModelMessage } from '@lectern/grounding';
import { type Runtime, readRuntime } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue, WantedCall } from '../agent-state.ts';
import { type CallResult, type CallSetting, callDocuments } from './call-documents.ts';
import { callKeyOf } from './call-key.ts';
import { callOutside } from './call-outside.ts';
import { readOn } from './read-on.ts';

/**
 * Makes the first of the wanted calls; its result, or why there is none, follows as a message. A tool
 * that changes something takes two steps, so that a checkpoint tells that its call was begun.
 */
export function createMcpToolCall(dependencies: AgentDependencies) {
  return async (state: AgentStateValue, runtime: Runtime): Promise<AgentStateUpdate> => {
    const { context, signal } = readRuntime(runtime);
    const [call, ...rest] = state.wanted_calls;
    if (!call) return {};
    const isFirst = isOfFirstStep(state.messages, call.id);
    const result = await makeCall(dependencies, state, call, { context, signal });
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
  state: AgentStateValue,
  call: WantedCall,
  setting: CallSetting,
): Promise<CallResult | 'begun'> {
  if (call.readsOn) return readOn(dependencies, call, setting);
  return call.server === documentsServerName
    ? callDocuments(dependencies, state, call, setting)
    : callOutside(dependencies, state, call, setting);
}

/** Whether the first message of the turn asks for a call. */
function isOfFirstStep([first]: readonly ModelMessage[], id: string): boolean {
  return first?.role === 'assistant' && first.toolCalls?.some((call) => call.id === id) === true;
}
