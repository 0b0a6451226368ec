import { documentsServerName } from '@lectern/contracts';
import type { ModelTool } from '@lectern/models';
import { type NodeRuntime, toCallContext } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import { agentBounds } from '../agent-settings.ts';
import type { AgentStateValue } from '../agent-state.ts';
import { readResultTool } from './read-on.ts';
import { toModelParameters } from './to-model-parameters.ts';
import { toUniqueName } from './to-unique-name.ts';

/** A tool as it is offered to a model, with a name that every API accepts. */
export interface BoundTool {
  readonly server: string;
  readonly tool: string;
  /** Version of an outside tool. */
  readonly version?: string;
  readonly model: ModelTool;
  /** The caller runs the tool: a call ends the turn. */
  readonly isCallers: boolean;
  /** The server's names of renamed arguments. */
  readonly renamed?: ReadonlyMap<string, string>;
  /** Reads the next part of a cut result. */
  readonly readsOn?: boolean;
}

const maxToolTokens = 4_000;
const toolShare = 0.3;

/**
 * Returns the caller's tools, and those of the current server unless a call of the caller's tools
 * is required.
 */
export async function bindTools(
  dependencies: AgentDependencies,
  state: AgentStateValue,
  runtime: NodeRuntime,
): Promise<BoundTool[]> {
  const callers = (state.caller_tools?.tools ?? []).map((model) => ({
    server: '',
    tool: model.name,
    model,
    isCallers: true,
  }));
  if (state.caller_tools?.choice === 'required') return callers;
  return [...callers, ...(await bindServerTools(dependencies, state, runtime))];
}

/**
 * Returns the server's tools that fit the token budget; none once a bound of the turn is reached.
 */
async function bindServerTools(
  { search, outside }: AgentDependencies,
  state: AgentStateValue,
  runtime: NodeRuntime,
): Promise<BoundTool[]> {
  const { current_mcp_server: server, made_calls, repeats, queries, question } = state;
  if (server === null || made_calls.length >= agentBounds.toolCalls) return [];
  if (repeats >= agentBounds.repeats) return [];
  if (server === documentsServerName) {
    const retrievals = made_calls.filter((call) => call.server === server).length;
    if (retrievals >= agentBounds.retrievals) return [];
    return [
      { server, tool: search.tool.name, model: search.tool, isCallers: false },
      ...bindReadOn(state, server, new Set([search.tool.name])),
    ];
  }
  const tools = await outside.selectTools(
    {
      server,
      query: queries.at(-1) ?? question,
      tokenBudget: Math.min(
        maxToolTokens,
        Math.floor(runtime.context.models.contextTokens * toolShare),
      ),
    },
    toCallContext(runtime),
  );
  const taken = new Set(state.caller_tools?.tools.map((tool) => tool.name));
  const readsOn = bindReadOn(state, server, taken);
  const bound = tools.map(({ name: tool, version, description, input_schema }) => {
    const name = toUniqueName(tool, 'tool', taken);
    const { parameters, renamed } = toModelParameters(input_schema);
    const model = { name, description, parameters };
    return { server, tool, version, model, isCallers: false, renamed };
  });
  return [...bound, ...readsOn];
}

/**
 * Offers `read_result` once a result was cut. It gets its name before a server's tool of the same
 * name.
 */
function bindReadOn(
  { has_cut_result, caller_tools }: AgentStateValue,
  server: string,
  taken: Set<string>,
): BoundTool[] {
  if (!has_cut_result) return [];
  for (const { name } of caller_tools?.tools ?? []) taken.add(name);
  const { name: tool } = readResultTool;
  const model = { ...readResultTool, name: toUniqueName(tool, 'tool', taken) };
  return [{ server, tool, model, isCallers: false, readsOn: true }];
}
