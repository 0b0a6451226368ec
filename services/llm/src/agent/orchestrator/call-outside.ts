import { interrupt } from '@langchain/langgraph';
import { defuseMarkers, type Sentences, sentencesFor } from '@lectern/grounding';
import type { ApprovalDecision, ApprovalRequest } from '../../ports/answer-mode.ts';
import type { StoredToolCall } from '../../ports/stored-tool-call.ts';
import type { CallFailure, ToolAnswer } from '../../ports/tool-registry.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateValue, WantedCall } from '../agent-state.ts';
import type { CallResult, CallSetting } from './call-documents.ts';

/** Share of the context that one result may take, in characters by token. */
const resultShare = 0.25;
const charactersOfToken = 3;
const maxResultLength = 40_000;

/**
 * Calls a tool of an outside server. One that needs a person's agreement interrupts the graph until
 * there is a decision; where nobody can be asked it is not called.
 */
export async function callOutside(
  { registry, contextTokens }: AgentDependencies,
  { question }: AgentStateValue,
  call: WantedCall,
  { context, signal }: CallSetting,
): Promise<CallResult> {
  const { owner, turnId, emit } = context;
  const { id, server, tool: name, arguments: given } = call;
  const sentences = sentencesFor(question);
  const tool = await registry.findTool(owner, server, name);
  if (tool?.needsConfirmation && !context.canAsk) {
    return {
      content: 'This tool needs the consent of a person, who cannot be asked.',
      update: { shown_result: sentences.needsConsent(name) },
    };
  }
  if (tool?.needsConfirmation) {
    const approval: ApprovalRequest = { id, server, tool: name, arguments: given };
    const decision = interrupt<ApprovalRequest, ApprovalDecision>(approval);
    if (decision !== 'approve') {
      emit({ type: 'tool_end', found: undefined, call: record(call, 'error', 'declined') });
      return {
        content: 'The person does not want this call to be made.',
        update: { shown_result: sentences.declined(name) },
      };
    }
  }
  emit({ type: 'tool_start', server, tool: name });
  try {
    const answer = await registry.callTool(
      owner,
      { server, tool: name, arguments: given, confirmed: tool?.needsConfirmation === true },
      {
        requestId: turnId,
        signal,
        textLimit: Math.min(
          maxResultLength,
          Math.floor(contextTokens * resultShare) * charactersOfToken,
        ),
      },
    );
    emit({ type: 'tool_end', found: undefined, call: recordAnswer(call, answer) });
    return {
      content: showAnswer(call, answer),
      update: { shown_result: tellAnswer(call, answer, sentences) },
    };
  } catch (error) {
    const status = signal.aborted ? 'stopped' : 'error';
    const summary = signal.aborted ? 'Stopped' : 'internal';
    emit({ type: 'tool_end', found: undefined, call: record(call, status, summary) });
    throw error;
  }
}

function record(
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

function recordAnswer(call: WantedCall, answer: ToolAnswer | CallFailure): StoredToolCall {
  const duration_ms = Math.round(answer.durationMs);
  if (answer.kind === 'failure') return { ...record(call, 'error', answer.code), duration_ms };
  const recorded = answer.isError
    ? record(call, 'error', 'tool_error')
    : record(call, 'ok', `characters: ${answer.rest?.characters ?? answer.text.length}`);
  return {
    ...recorded,
    duration_ms,
    resultBytes: answer.bytes,
    result: answer.rest ? [{ result_id: answer.rest.resultId }] : [],
  };
}

/** The result for a person: the tool's own text, or that there is none. */
function tellAnswer(
  { tool }: WantedCall,
  answer: ToolAnswer | CallFailure,
  sentences: Sentences,
): string {
  if (answer.kind === 'failure') return `${sentences.callFailed(tool)}.`;
  return answer.text.trim() === '' ? `${sentences.called(tool)}.` : answer.text;
}

/** The result as data: fenced, and without what looks like a citation of ours. */
function showAnswer({ tool }: WantedCall, answer: ToolAnswer | CallFailure): string {
  if (answer.kind === 'failure') return `The tool was not called: ${answer.message}`;
  const text = defuseMarkers(answer.text).replaceAll(/<(?=\/?result\b)/gi, '&lt;');
  const cut = answer.rest ? '\nThe result is longer; the rest was left out.' : '';
  const status = answer.isError ? ' status="error"' : '';
  const name = tool.replaceAll(/["<>\s]+/g, ' ');
  return `<result tool="${name}"${status}>\n${text}\n</result>${cut}`;
}
