import { interrupt } from '@langchain/langgraph';
import { type Sentences, sentencesFor } from '@lectern/answering';
import type { NodeRuntime } from '../../graphs/graph-context.ts';
import type { ApprovalDecision, ApprovalRequest } from '../../ports/answer-mode.ts';
import type { StoredToolCall } from '../../ports/stored-tool-call.ts';
import type { CallFailure, ToolAnswer } from '../../ports/tool-registry.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { WantedCall } from '../agent-state.ts';
import type { CallResult, DueCall } from './call-documents.ts';
import { recordCall } from './record-call.ts';
import { resultLimitOf, showResult } from './show-result.ts';

const unknownOutcome =
  'Whether the tool did what it was called for is not known: say so, and do not call it again.';

/**
 * Calls a tool of an outside server. One that needs a person's agreement interrupts the graph until
 * there is a decision; where nobody can be asked it is not called. One that changes something is
 * begun first, and is not called again where the process that began it went away.
 */
export async function callOutside(
  { registry, contextTokens }: AgentDependencies,
  { state: { question, begun_call }, call }: DueCall,
  { context, signal }: NodeRuntime,
): Promise<CallResult | 'begun'> {
  const { owner, turnId, emit } = context;
  const { id, server, tool: name, arguments: given } = call;
  const sentences = sentencesFor(question);
  const isBegun = begun_call === id;
  if (isBegun && !context.begunCalls.has(id)) {
    emit({
      type: 'tool_end',
      found: undefined,
      call: recordCall(call, { kind: 'failure', code: 'interrupted' }),
    });
    return {
      content: `The service broke off while it called this tool. ${unknownOutcome}`,
      update: { shown_result: sentences.outcomeUnknown(name) },
    };
  }
  const tool = await registry.findTool(owner, server, name);
  if (tool?.needsConfirmation && !context.canAsk) {
    return {
      content: 'This tool needs the consent of a person, who cannot be asked.',
      update: { shown_result: sentences.needsConsent(name) },
    };
  }
  if (tool?.needsConfirmation && !isBegun) {
    const approval: ApprovalRequest = { id, server, tool: name, arguments: given };
    const decision = interrupt<ApprovalRequest, ApprovalDecision>(approval);
    if (decision !== 'approve') {
      emit({
        type: 'tool_end',
        found: undefined,
        call: recordCall(call, { kind: 'failure', code: 'declined' }),
      });
      return {
        content: 'The person does not want this call to be made.',
        update: { shown_result: sentences.declined(name) },
      };
    }
  }
  if (tool && !tool.readOnly && !isBegun) {
    context.begunCalls.add(id);
    return 'begun';
  }
  emit({ type: 'tool_start', server, tool: name });
  try {
    const answer = await registry.callTool(
      owner,
      {
        server,
        tool: name,
        arguments: given,
        ...(tool?.needsConfirmation && { agreedTo: call.toolVersion }),
      },
      {
        requestId: turnId,
        signal,
        maxText: resultLimitOf(contextTokens),
      },
    );
    emit({ type: 'tool_end', found: undefined, call: recordAnswer(call, answer) });
    return {
      content: showAnswer(call, answer),
      update: {
        shown_result: tellAnswer(call, answer, sentences),
        has_cut_result: answer.kind === 'answer' && answer.rest !== null,
      },
    };
  } catch (error) {
    const outcome = signal.aborted ? undefined : ({ kind: 'failure', code: 'internal' } as const);
    emit({ type: 'tool_end', found: undefined, call: recordCall(call, outcome) });
    throw error;
  }
}

function recordAnswer(call: WantedCall, answer: ToolAnswer | CallFailure): StoredToolCall {
  const duration_ms = Math.round(answer.durationMs);
  if (answer.kind === 'failure') {
    return { ...recordCall(call, { kind: 'failure', code: answer.code }), duration_ms };
  }
  const characters = answer.rest?.characters ?? answer.text.length;
  return {
    ...recordCall(
      call,
      answer.isError ? { kind: 'failure', code: 'tool_error' } : { kind: 'text', characters },
    ),
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
  if (answer.kind === 'failure') {
    if (answer.code === 'confirmation_required') return sentences.changedMeanwhile(tool);
    return answer.mayHaveRun ? sentences.outcomeUnknown(tool) : `${sentences.callFailed(tool)}.`;
  }
  return answer.text.trim() === '' ? `${sentences.called(tool)}.` : answer.text;
}

function showAnswer({ tool }: WantedCall, answer: ToolAnswer | CallFailure): string {
  if (answer.kind === 'failure') {
    const failed = `The tool gave no answer: ${answer.message}`;
    return answer.mayHaveRun ? `${failed} ${unknownOutcome}` : failed;
  }
  return showResult({ tool, text: answer.text, isError: answer.isError, rest: answer.rest });
}
