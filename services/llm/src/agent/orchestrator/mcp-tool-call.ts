import type { ModelMessage } from '@lectern/grounding';
import { type Runtime, readRuntime } from '../../graphs/graph-context.ts';
import { documentsServerName } from '../../ports/tool-registry.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';
import { callDocuments } from './call-documents.ts';
import { callKeyOf } from './call-key.ts';
import { callOutside } from './call-outside.ts';

/** Makes the first of the wanted calls; its result, or why there is none, follows as a message. */
export function createMcpToolCall(dependencies: AgentDependencies) {
  return async (state: AgentStateValue, runtime: Runtime): Promise<AgentStateUpdate> => {
    const { context, signal } = readRuntime(runtime);
    const [call, ...rest] = state.wanted_calls;
    if (!call) return {};
    const isFirst = isOfFirstStep(state.messages, call.id);
    const result =
      call.server === documentsServerName
        ? await callDocuments(dependencies, state, call, { context, signal })
        : await callOutside(dependencies, state, call, { context, signal });
    const message: ModelMessage = { role: 'tool', callId: call.id, content: result.content };
    return {
      ...result.update,
      wanted_calls: rest,
      messages: [message],
      made_calls: [{ server: call.server, key: callKeyOf(call), isFirst }],
    };
  };
}

/** Whether the first message of the turn asks for a call. */
function isOfFirstStep([first]: readonly ModelMessage[], id: string): boolean {
  return first?.role === 'assistant' && first.toolCalls?.some((call) => call.id === id) === true;
}
