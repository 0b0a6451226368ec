import { randomUUID } from 'node:crypto';
import { toRetrievalQuery } from '@lectern/answering';
import { type AgentTool, documentsServerName } from '@lectern/contracts';
import { defuseMarkers } from '@lectern/models';
import { shorten } from '@lectern/retrieval/text';
import { type GraphContext, type NodeRuntime, toCallContext } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateUpdate, AgentStateValue, WantedCall } from '../agent-state.ts';
import { answerFromState } from './answer-from-state.ts';
import { toCallMessage } from './ask-documents-first.ts';
import { finishWith } from './finish-answer.ts';
import { isRightAfterCall, leaveServer } from './leave-server.ts';

const toolTokens = 4_000;
const maxResultLength = 2_000;

/**
 * Runs one step without a model that follows instructions. It invents no arguments: it calls a tool
 * only if the tool needs a single text, passes the person's question, and shows the answer
 * unchanged.
 */
export async function orchestrateWithoutModel(
  dependencies: AgentDependencies,
  state: AgentStateValue,
  runtime: NodeRuntime,
): Promise<AgentStateUpdate> {
  const { context } = runtime;
  const { current_mcp_server: server } = state;
  if (server === null || server === documentsServerName) {
    return answerFromDocuments(dependencies, state, runtime);
  }
  if (isRightAfterCall(state)) return showResult(state, context);
  const query = state.queries.at(-1) ?? state.question;
  const selection = { server, query, tokenBudget: toolTokens };
  const [best] = await dependencies.outside.selectTools(selection, toCallContext(runtime));
  const argument = best && findTextArgument(best);
  if (!best || argument === undefined) {
    return leaveServer(state) ?? (await answerFromDocuments(dependencies, state, runtime));
  }
  const wanted: WantedCall = {
    id: randomUUID(),
    server,
    tool: best.name,
    toolVersion: best.version,
    boundName: best.name,
    arguments: { [argument]: toRetrievalQuery(state.question, state.history) },
    forced: true,
  };
  return { wanted_calls: [wanted], messages: [toCallMessage([wanted])] };
}

async function answerFromDocuments(
  dependencies: AgentDependencies,
  state: AgentStateValue,
  { context, signal }: NodeRuntime,
): Promise<AgentStateUpdate> {
  const onText = (text: string) => context.emit({ type: 'text', text });
  return finishWith(
    await answerFromState(dependencies, state, { models: context.models, onText, signal }),
  );
}

function showResult(state: AgentStateValue, context: GraphContext): AgentStateUpdate {
  const text = defuseMarkers(shorten(state.shown_result, maxResultLength));
  context.emit({ type: 'text', text });
  return { done: true, answer: text, abstained: false, citations: [] };
}

/** Returns the name of the only required argument if it is a text. */
function findTextArgument({ input_schema: inputSchema }: AgentTool): string | undefined {
  const properties = inputSchema.properties as Record<string, unknown> | undefined;
  const required: readonly unknown[] = Array.isArray(inputSchema.required)
    ? inputSchema.required
    : [];
  const [name] = required;
  if (required.length !== 1 || typeof name !== 'string') return undefined;
  const property = properties?.[name];
  const isText =
    typeof property === 'object' &&
    property !== null &&
    'type' in property &&
    property.type === 'string' &&
    !('enum' in property) &&
    !('format' in property);
  return isText ? name : undefined;
}
