import { randomUUID } from 'node:crypto';
import { addInstructions, answerTokensOf, readReply } from '@lectern/answering';
import { idkResponse, idkResponseName, otherServersMoreRelevant } from '@lectern/answering/prompts';
import type { ModelMessage, ModelToolCall } from '@lectern/models';
import type { NodeRuntime } from '../../graphs/graph-context.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import { agentBounds } from '../agent-settings.ts';
import type { AgentStateUpdate, AgentStateValue, WantedCall } from '../agent-state.ts';
import { toCallMessage } from './ask-documents-first.ts';
import { type BoundTool, bindTools } from './bind-tools.ts';
import { buildMessages } from './build-messages.ts';
import { callKeyOf } from './call-key.ts';
import { finishAnswer, finishWithout } from './finish-answer.ts';
import { leaveServer } from './leave-server.ts';
import { sourcesOf } from './sources.ts';
import { toServerArguments } from './to-model-parameters.ts';

/** Runs one step of a model that follows instructions. */
export async function orchestrateWithModel(
  dependencies: AgentDependencies,
  state: AgentStateValue,
  runtime: NodeRuntime,
): Promise<AgentStateUpdate> {
  const { context, signal } = runtime;
  const { settings } = dependencies;
  const { mcp_orchestrator_model: model, contextTokens } = context.models;
  const bound = await bindTools(dependencies, state, runtime);
  const answerTokens = answerTokensOf(contextTokens, state.max_tokens);
  const messages = buildMessages(state, {
    prompt: addInstructions(settings.mcp_orchestrator_prompt, context.assistant?.instructions),
    budgetTokens: contextTokens - answerTokens,
  });
  const events = model.generate(
    {
      messages,
      maxTokens: answerTokens,
      ...(bound.length > 0 && {
        tools: bound.map((tool) => tool.model),
        toolChoice: state.caller_tools?.choice ?? ('auto' as const),
      }),
    },
    signal,
  );
  const { text, sentinel, calls, warnings, removed } = await readReply(
    events,
    {
      sentinels: [idkResponse, idkResponseName, otherServersMoreRelevant],
      sources: sourcesOf(state).length,
      maxTokens: answerTokens,
    },
    { onText: (piece) => context.emit({ type: 'text', text: piece }) },
  );
  if (bound.length > 0 && calls.length > 0) {
    const callers = calls.filter(({ name }) =>
      bound.some(({ isCallers, model }) => isCallers && model.name === name),
    );
    if (callers.length > 0) return finishWithCalls(text, callers);
    if (text !== '') context.emit({ type: 'text_over' });
    return readCalls(state, bound, calls.slice(0, agentBounds.callsOfStep));
  }
  if (sentinel) return leaveServer(state) ?? finishWithout(state, context);
  if (text.trim() === '') return finishWithout(state, context);
  return finishAnswer(dependencies, state, { text, warnings, removed });
}

/** Ends the turn: the caller makes these calls and returns their results. */
function finishWithCalls(answer: string, calls: readonly ModelToolCall[]): AgentStateUpdate {
  return {
    done: true,
    answer,
    abstained: false,
    citations: [],
    caller_calls: calls.map((call) => ({ ...call, id: `call_${randomUUID()}` })),
  };
}

/** Accepts the calls that can be made and answers every other one at once. */
function readCalls(
  state: AgentStateValue,
  bound: readonly BoundTool[],
  calls: readonly ModelToolCall[],
): AgentStateUpdate {
  const keys = new Set(state.made_calls.map(({ key }) => key));
  const left = agentBounds.toolCalls - state.made_calls.length;
  const wanted: WantedCall[] = [];
  const refused: ModelMessage[] = [];
  const asked = calls.map((call): WantedCall => {
    const tool = bound.find(({ model }) => model.name === call.name);
    const given = call.arguments;
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    const one: WantedCall = {
      id: randomUUID(),
      server: tool?.server ?? '',
      tool: tool?.tool ?? '',
      ...(tool?.version !== undefined && { toolVersion: tool.version }),
      boundName: call.name,
      arguments: isObject ? toServerArguments(given as Record<string, unknown>, tool?.renamed) : {},
      forced: false,
      ...(tool?.readsOn && { readsOn: true }),
    };
    const refuse = (content: string) => refused.push({ role: 'tool', callId: one.id, content });
    const key = callKeyOf(one);
    if (!tool) refuse('There is no tool of this name.');
    else if (!isObject) refuse('The arguments must be a JSON object.');
    else if (keys.has(key)) refuse('This call was made before; its result stands above.');
    else if (wanted.length >= left) refuse('No further call can be made in this turn.');
    else {
      keys.add(key);
      wanted.push(one);
    }
    return one;
  });
  return {
    wanted_calls: wanted,
    messages: [toCallMessage(asked), ...refused],
    repeats: refused.length,
  };
}
