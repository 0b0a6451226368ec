import { followsInstructions } from '@lectern/models';
import { type Runtime, readRuntime } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue } from '../agent-state.ts';
import { askDocumentsFirst } from './ask-documents-first.ts';
import { orchestrateWithModel } from './orchestrate-with-model.ts';
import { orchestrateWithoutModel } from './orchestrate-without-model.ts';

/** Requests tool calls of the current server, answers, or abandons the server. */
export function createMcpOrchestrator(dependencies: AgentDependencies) {
  const orchestrate = followsInstructions(dependencies.settings.mcp_orchestrator_model)
    ? orchestrateWithModel
    : orchestrateWithoutModel;
  return (state: AgentStateValue, runtime: Runtime): Promise<AgentStateUpdate> => {
    const read = readRuntime(runtime);
    return state.made_calls.length === 0
      ? askDocumentsFirst(dependencies, state, read.signal)
      : orchestrate(dependencies, state, read);
  };
}
