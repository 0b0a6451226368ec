import { interrupt } from '@langchain/langgraph';
import { type Sentences, sentencesFor } from '@lectern/answering';
import { type AgentTool, type AgentToolOutcome, AppError } from '@lectern/contracts';
import { type NodeRuntime, toCallContext } from '../../graphs/graph-context.ts';
import type { ApprovalDecision, ApprovalRequest } from '../../ports/answer-mode.ts';
import type { StoredToolCall } from '../../ports/stored-tool-call.ts';
import type { AgentDependencies } from '../agent-dependencies.ts';
import type { AgentStateValue, WantedCall } from '../agent-state.ts';
import type { CallResult, DueCall } from './call-documents.ts';
import { hasUnsaidWords } from './has-unsaid-words.ts';
import { recordCall } from './record-call.ts';
import { resultLimitOf, showResult } from './show-result.ts';

/** Maximum documents that are named to the person. */
const maxNamedDocuments = 20;
const unknownOutcome =
  'Whether the tool did what it was called for is not known: say so, and do not call it again.';

/**
 * Calls a tool of an outside server. A tool that needs a person's agreement, or that may receive
 * parts of the documents, interrupts the graph until there is a decision; it is not called if
 * nobody can be asked. A call that changes something
 * is marked as begun first, and is not repeated if the process is lost.
 */
export async function callOutside(
  { outside }: AgentDependencies,
  { state, call }: DueCall,
  runtime: NodeRuntime,
): Promise<CallResult | 'begun'> {
  const { context, signal } = runtime;
  const { emit } = context;
  const { question, begun_call } = state;
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
  const tool = await outside.findTool(server, name, toCallContext(runtime));
  const isSharing = tool !== undefined && sharesPassages(state, call, tool);
  const mustAsk = tool?.needs_confirmation || isSharing;
  if (mustAsk && !context.canAsk) {
    return {
      content: 'This call needs the consent of a person, who cannot be asked.',
      update: { shown_result: sentences.needsConsent(name) },
    };
  }
  if (mustAsk && !isBegun) {
    const documents = [
      ...new Map(state.passages.map(({ documentId, title }) => [documentId, title])),
    ].slice(0, maxNamedDocuments);
    const approval: ApprovalRequest = {
      id,
      server,
      tool: name,
      arguments: given,
      ...(documents.length > 0 && {
        documents: documents.map(([, title]) => title),
        document_ids: documents.map(([documentId]) => documentId),
      }),
    };
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
  if (tool && !tool.read_only && !isBegun) {
    context.begunCalls.add(id);
    return 'begun';
  }
  emit({ type: 'tool_start', server, tool: name });
  try {
    const answer = await outside
      .callTool(
        {
          server,
          tool: name,
          arguments: given,
          ...(tool?.needs_confirmation && { agreedTo: call.toolVersion }),
          maxText: resultLimitOf(context.models.contextTokens),
        },
        toCallContext(runtime),
      )
      .catch((error: unknown) => toLostOutcome(error, tool));
    emit({ type: 'tool_end', found: undefined, call: recordAnswer(call, answer) });
    return {
      content: formatForModel(call, answer),
      update: {
        shown_result: formatForPerson(call, answer, sentences),
        has_cut_result: answer.kind === 'answer' && answer.rest !== null,
        ...(isSharing && { sharing_servers: [server] }),
      },
    };
  } catch (error) {
    const outcome = signal.aborted ? undefined : ({ kind: 'failure', code: 'internal' } as const);
    emit({ type: 'tool_end', found: undefined, call: recordCall(call, outcome) });
    throw error;
  }
}

/**
 * Returns true if a call may carry parts of the passages that this turn has read to a server to
 * which the person has not let them go yet.
 */
function sharesPassages(state: AgentStateValue, call: WantedCall, tool: AgentTool): boolean {
  const { passages, question, history, sharing_servers } = state;
  if (passages.length === 0 || tool.needs_confirmation || tool.never_asks) return false;
  if (sharing_servers.includes(call.server)) return false;
  const said = [question, ...history.map((exchange) => exchange.question)];
  return hasUnsaidWords(call.arguments, tool.input_schema, said);
}

/** Returns the outcome of a lost connection: a tool that changes something may have run. */
function toLostOutcome(error: unknown, tool: AgentTool | undefined): AgentToolOutcome {
  if (!(error instanceof AppError) || error.status < 500) throw error;
  return {
    kind: 'failure',
    code: 'server_unavailable',
    message: 'The service of outside tools did not answer.',
    may_have_run: tool?.read_only === false,
    duration_ms: 0,
  };
}

function recordAnswer(call: WantedCall, answer: AgentToolOutcome): StoredToolCall {
  const duration_ms = Math.round(answer.duration_ms);
  if (answer.kind === 'failure') {
    return { ...recordCall(call, { kind: 'failure', code: answer.code }), duration_ms };
  }
  const characters = answer.rest?.characters ?? answer.text.length;
  return {
    ...recordCall(
      call,
      answer.is_error ? { kind: 'failure', code: 'tool_error' } : { kind: 'text', characters },
    ),
    duration_ms,
    resultBytes: answer.bytes,
    result: answer.rest ? [{ result_id: answer.rest.result_id }] : [],
  };
}

/** Formats an outcome for a person: the tool's own text, or a sentence if there is none. */
function formatForPerson(
  { server, tool }: WantedCall,
  answer: AgentToolOutcome,
  sentences: Sentences,
): string {
  if (answer.kind === 'failure') {
    if (answer.code === 'confirmation_required') return sentences.changedMeanwhile(tool);
    return answer.may_have_run ? sentences.outcomeUnknown(tool) : `${sentences.callFailed(tool)}.`;
  }
  const text = answer.text.trim() === '' ? `${sentences.called(tool)}.` : answer.text;
  return `${server}: ${text}`;
}

function formatForModel({ tool }: WantedCall, answer: AgentToolOutcome): string {
  if (answer.kind === 'failure') {
    const failed = `The tool gave no answer: ${answer.message}`;
    return answer.may_have_run ? `${failed} ${unknownOutcome}` : failed;
  }
  const { text, is_error: isError, rest } = answer;
  return showResult({
    tool,
    text,
    isError,
    rest: rest && { resultId: rest.result_id, offset: rest.offset },
  });
}
