import { randomUUID } from 'node:crypto';
import { sentencesFor, toRetrievalQuery } from '@lectern/answering';
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
 * only if a query, search or question is all that the tool needs, passes the person's question, and
 * shows the answer unchanged, with its server's name. Otherwise it asks for the arguments.
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
  if (!best) return leaveServer(state) ?? (await answerFromDocuments(dependencies, state, runtime));
  const argument = findQuestionArgument(best);
  if (argument === undefined) return askForArguments(state, best, context);
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
  return finishWith(await answerFromState(dependencies, state, { context, onText, signal }));
}

function showResult(state: AgentStateValue, context: GraphContext): AgentStateUpdate {
  const text = defuseMarkers(shorten(state.shown_result, maxResultLength));
  context.emit({ type: 'text', text });
  return { done: true, answer: text, abstained: false, citations: [] };
}

/** Names of arguments that a person's question can fill. */
const questionWords = new Set(['query', 'search', 'question']);

/** Returns the name of the text argument that a person's question fills, if the tool needs no other. */
function findQuestionArgument(tool: AgentTool): string | undefined {
  const properties = (tool.input_schema.properties ?? {}) as Record<string, unknown>;
  const required = listRequired(tool);
  return Object.keys(properties).find((name) => {
    const words = name
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
      .toLowerCase()
      .split(/[\W_]+/);
    return (
      words.some((word) => questionWords.has(word)) &&
      isText(properties[name]) &&
      required.every((needed) => needed === name)
    );
  });
}

function isText(property: unknown): boolean {
  return (
    typeof property === 'object' &&
    property !== null &&
    'type' in property &&
    property.type === 'string' &&
    !('enum' in property) &&
    !('format' in property)
  );
}

function listRequired({ input_schema: { required } }: AgentTool): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Names the tool that fits, and asks for its arguments. */
function askForArguments(
  { question }: AgentStateValue,
  tool: AgentTool,
  context: GraphContext,
): AgentStateUpdate {
  const { server, name } = tool;
  const known = Object.keys((tool.input_schema.properties ?? {}) as object);
  const required = listRequired(tool);
  const names = required.length > 0 ? required : known;
  const text = sentencesFor(question).whichArguments({ server, tool: name, names });
  context.emit({ type: 'text', text });
  return { done: true, answer: text, abstained: false, citations: [] };
}
