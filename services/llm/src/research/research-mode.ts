import { randomUUID } from 'node:crypto';
import {
  AppError,
  isErrorCode,
  type ParsedResearchRequest,
  type ResearchNodeEvent,
} from '@lectern/contracts';
import type { AnswerMode, TurnAnswer } from '../ports/answer-mode.ts';
import type { StoredToolCall } from '../ports/stored-tool-call.ts';
import { documentsServerName } from '../ports/tool-registry.ts';
import type { TurnContext } from '../ports/turn-context.ts';
import { toChatAnswer } from './export/to-chat-answer.ts';
import type { ResearchEvent } from './research-context.ts';
import type { ResearchCaller, Researcher } from './runs/run-research.ts';
import { toolMapping } from './tool-mapping.ts';

const maxQueryLength = 2_000;
/** How the literature tools are called in stored calls. */
const literatureServer = 'literature';

/**
 * Research as a mode of conversation. The run of a turn has the turn's id: its tables, its graph and
 * its way are read by it, and it is deleted with the conversation. Each question stands for itself.
 */
export function createResearchMode(researcher: Researcher): AnswerMode {
  const resume = async (context: TurnContext, signal: AbortSignal) =>
    toChatAnswer(await researcher.resume(context.turnId, undefined, toCaller(context, signal)));
  return {
    callerToolChoices: ['none'],
    maxQuestionLength: maxQueryLength,
    async answer({ question, collectionFilter }, context, signal) {
      const request = toRequest(question, collectionFilter);
      const caller = toCaller(context, signal);
      const run = await researcher.run(request, caller, { turnId: context.turnId });
      return tell(toChatAnswer(run), context);
    },
    async answerOnce({ question, collectionFilter }, context, signal) {
      const request = toRequest(question, collectionFilter);
      const run = await researcher.run(request, toCaller(context, signal));
      await researcher.remove(context.owner, run.checkpoint_id);
      return toChatAnswer(run);
    },
    async resume(context, _decision, signal) {
      try {
        return tell(await resume(context, signal), context);
      } catch (error) {
        if (error instanceof AppError && error.code === 'research_not_found') return undefined;
        throw error;
      }
    },
    checkPartial: async (): Promise<TurnAnswer> => ({
      text: '',
      abstained: false,
      citations: [],
      warnings: [],
    }),
    forget: (turnId) => researcher.forgetDeleted(turnId),
  };
}

/** An answer that is checked as a whole is told in one piece. */
function tell(answer: TurnAnswer, { emit }: TurnContext) {
  emit({ type: 'text', text: answer.text });
  return { kind: 'answer', answer } as const;
}

function toRequest(
  question: string,
  collectionFilter: ParsedResearchRequest['collection_filter'],
): ParsedResearchRequest {
  if (question.length > maxQueryLength) {
    throw new AppError(
      'invalid_request',
      `message: has ${maxQueryLength} characters at most here`,
      {
        details: { field: 'message' },
      },
    );
  }
  return { query: question, ...(collectionFilter && { collection_filter: collectionFilter }) };
}

function toCaller({ owner, token, emit }: TurnContext, signal: AbortSignal): ResearchCaller {
  const given = new Map<string, Record<string, unknown>>();
  const tell = (event: ResearchEvent) => {
    if (event.type === 'tool') given.set(nodeOf(event.tool), event.arguments);
    if (event.type !== 'node' || !isLookup(event.node.node)) return;
    const { node, status } = event.node;
    const server = node === 'rag_search' ? documentsServerName : literatureServer;
    if (status === 'started') emit({ type: 'tool_start', server, tool: node });
    if (status !== 'done' && status !== 'failed') return;
    const call = toCall(event.node, server, given.get(node) ?? {});
    emit({ type: 'tool_end', call, found: status === 'done' ? (event.node.rows ?? 0) : undefined });
  };
  return { owner, token, emit: tell, signal };
}

function isLookup(node: string): node is keyof typeof toolMapping {
  return Object.hasOwn(toolMapping, node);
}

/** The node that calls a tool. */
function nodeOf(tool: string): string {
  const found = Object.entries(toolMapping).find(([, calls]) =>
    Object.values(calls).some((call) => call.tool === tool),
  );
  return found?.[0] ?? tool;
}

function toCall(
  { node, status, latency_ms, rows, cache_hit, error }: ResearchNodeEvent,
  server: string,
  given: Readonly<Record<string, unknown>>,
): StoredToolCall {
  return {
    id: randomUUID(),
    server,
    tool: node,
    arguments: { ...given },
    status: status === 'done' ? 'ok' : 'error',
    duration_ms: latency_ms ?? 0,
    summary: `${rows ?? 0} rows`,
    forced: true,
    resultBytes: 0,
    result: { rows, cache_hit },
    errorCode: isErrorCode(error) ? error : undefined,
  };
}
