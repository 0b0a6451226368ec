import {
  AppError,
  type Assistant,
  type ChatResponse,
  type editMessageSchema,
  endpoints,
  type Principal,
} from '@lectern/contracts';
import { type EndpointRoutes, readCursor, startDeadline, wantsEvents } from '@lectern/service';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { AgentTools } from '../clients/agent-tools.ts';
import type { Reader } from '../clients/readable-documents.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { groundsOf, ownerOf } from '../conversations/owner.ts';
import type { Owner } from '../ports/owner.ts';
import type { SharedItems } from '../prompts/shared-items.ts';
import type { Turn } from '../turns/turn.ts';
import type { PlacedPart } from '../turns/turn-parts.ts';
import type { Turns } from '../turns/turns.ts';
import type { FindWithheld } from '../withheld-quotes/find-withheld.ts';
import { readerOf } from '../withheld-quotes/reader-of.ts';
import { withholdFromPart, withholdQuotes } from '../withheld-quotes/withhold-quotes.ts';
import { answerMessage } from './answer-message.ts';
import { beginFromPage } from './begin-from-page.ts';
import { findModelProblem } from './model-problem.ts';
import { readUiChat } from './read-ui-chat.ts';
import type { TurnCaller } from './turn-caller.ts';
import type { SettledTurn, TurnRunner } from './turn-runner.ts';
import { sendUiMessageStream } from './ui-message-stream.ts';

export interface ChatRoutesDependencies {
  readonly runner: TurnRunner;
  readonly turns: Turns;
  readonly conversations: Conversations;
  readonly findWithheld: FindWithheld;
  /**
   * Returns the id of a model connection.
   * @throws AppError `model_not_found`.
   */
  readonly resolveModel: (
    owner: Owner,
    reference: string | undefined,
  ) => Promise<string | undefined>;
  /**
   * Checks the token budgets before a turn begins.
   * @throws AppError `quota_exceeded`.
   */
  readonly assertRoom: (owner: Owner, modelId: string | undefined) => Promise<void>;
  readonly assistants: SharedItems<Assistant>;
  readonly outside: Pick<AgentTools, 'listClientCalls'>;
}

const listMs = 15_000;
/** Maximum time that a caller waits for a turn. */
const maxWaitMs = 310_000;

/** Mounts the routes that begin, follow and stop turns. */
export function mountChatRoutes(
  routes: EndpointRoutes,
  dependencies: ChatRoutesDependencies,
): void {
  const { runner, turns, conversations, findWithheld, outside, assertRoom } = dependencies;
  const answering = { runner, findWithheld, assertRoom };
  /** Returns the id of the requested connection. A turn that exists needs no room for its answer. */
  const chooseModel = async (
    owner: Owner,
    { model, message_id: messageId, conversation_id: conversationId, assistant_id }: AskedTurn,
  ) => {
    const modelId = await dependencies.resolveModel(owner, model);
    if (messageId !== undefined && (await turns.findByMessage(owner, messageId))) return modelId;
    const { assistants } = dependencies;
    const assistant = assistant_id ? await assistants.get(owner, assistant_id) : undefined;
    const inherited =
      modelId === undefined && conversationId !== undefined
        ? (await conversations.get(owner, conversationId)).model_id
        : null;
    await assertRoom(owner, modelId ?? assistant?.model ?? inherited ?? undefined);
    return modelId;
  };
  routes.mount(endpoints.chat, async ({ request, response, principal, body }) => {
    const caller = callerOf(principal, request);
    const { owner } = caller;
    if (body.trigger !== undefined) {
      const said = readUiChat(body);
      const modelId = await chooseModel(owner, {
        model: body.model,
        assistant_id: body.assistant_id,
        message_id: body.trigger === 'regenerate-message' ? undefined : said.messageId,
        conversation_id: said.conversationId,
      });
      const turn = await beginFromPage({ runner, turns }, { asked: body, said, modelId, caller });
      await streamTurn(answering, turn, { request, response, owner });
      return undefined;
    }
    const modelId = await chooseModel(owner, body);
    return answerMessage({ runner, conversations }, { asked: body, modelId, caller }, (turn) =>
      answerWith(answering, turn, { request, response, owner }),
    );
  });

  // A conversation has at most one running turn and one waiting decision, so there is no next page.
  routes.mount(endpoints.listApprovals, async ({ request, principal, params, query }) => {
    if (query.cursor !== undefined) readCursor(z.never(), query.cursor);
    const turn = await turns.findRunning(ownerOf(principal), params.id);
    const shown = await withholdQuotes(findWithheld, turn ? [turn] : [], readerOf(request));
    return { approvals: shown.flatMap((one) => toApprovals(runner, one)), next_cursor: null };
  });

  routes.mount(endpoints.listPendingApprovals, async ({ request, response, principal }) => {
    const { signal } = startDeadline(request, response, listMs);
    const [waiting, clientCalls] = await Promise.all([
      turns.listWaiting(ownerOf(principal)),
      outside.listClientCalls({ token: request.token ?? '', requestId: request.id, signal }),
    ]);
    const shown = await withholdQuotes(findWithheld, waiting, readerOf(request));
    const approvals = [...shown.flatMap((turn) => toApprovals(runner, turn)), ...clientCalls.calls];
    return {
      approvals: approvals.toSorted((a, b) => a.expires_at.localeCompare(b.expires_at)),
      omitted_client_calls: clientCalls.omitted,
    };
  });

  routes.mount(
    endpoints.decideApproval,
    async ({ request, response, principal, params, body: { decision } }) => {
      const owner = ownerOf(principal);
      const turn = await runner.decide(
        owner,
        {
          conversationId: params.id,
          approvalId: params.approval_id,
          decision,
          grounds: groundsOf(principal),
        },
        request.token ?? '',
      );
      return answerWith(answering, turn, { request, response, owner });
    },
  );

  const answerBranch = async (
    { principal, request, response }: Omit<Exchange, 'owner'> & { readonly principal: Principal },
    place: { readonly id: string; readonly message_id: string },
    given: Partial<z.output<typeof editMessageSchema>>,
  ) => {
    const { owner, grounds, token } = callerOf(principal, request);
    const { message } = given;
    const branch = {
      conversationId: place.id,
      messageId: place.message_id,
      edited: message === undefined ? undefined : { message, messageId: given.message_id },
      mode: given.mode,
      modelId: await chooseModel(owner, { ...given, conversation_id: place.id }),
      assistantId: given.assistant_id,
      grounds,
    };
    const turn = await runner.beginBranch(owner, branch, token);
    return answerWith(answering, turn, { request, response, owner });
  };
  routes.mount(endpoints.regenerateMessage, ({ request, response, principal, params, body }) =>
    answerBranch({ request, response, principal }, params, body),
  );
  routes.mount(endpoints.editMessage, ({ request, response, principal, params, body }) =>
    answerBranch({ request, response, principal }, params, body),
  );

  routes.mount(endpoints.stopConversation, async ({ request, response, principal, params }) => {
    const owner = ownerOf(principal);
    const deadline = startDeadline(request, response, maxWaitMs);
    await runner.stop(owner, params.id, deadline.signal);
    return conversations.get(owner, params.id);
  });

  routes.mount(endpoints.streamConversation, async ({ request, response, principal, params }) => {
    const owner = ownerOf(principal);
    const turn = await turns.findRunning(owner, params.id);
    if (!turn) {
      response.status(204).end();
      return;
    }
    const lastEventId = request.header('last-event-id') ?? '';
    const after = /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : -1;
    await sendUiMessageStream(request, response, (signal) =>
      follow(answering, { turn, after, owner, reader: readerOf(request) }, signal),
    );
  });
}

function toApprovals(runner: TurnRunner, { id, conversationId, approval, waitingSince }: Turn) {
  if (!approval || !waitingSince) return [];
  return [
    {
      ...approval,
      conversation_id: conversationId,
      message_id: id,
      created_at: waitingSince.toISOString(),
      expires_at: runner.endOfWaiting(waitingSince).toISOString(),
    },
  ];
}

function callerOf(principal: Principal, { token = '' }: Pick<Request, 'token'>): TurnCaller {
  return { owner: ownerOf(principal), grounds: groundsOf(principal), token };
}

/** Answers with the rest of a turn, as events or as JSON. */
async function answerWith(
  answering: Answering,
  turn: Turn,
  exchange: Exchange,
): Promise<ChatResponse | undefined> {
  const { request, response, owner } = exchange;
  if (wantsEvents(request)) {
    await streamTurn(answering, turn, exchange);
    return undefined;
  }
  const reader = readerOf(request);
  const { runner, findWithheld, assertRoom } = answering;
  const deadline = startDeadline(request, response, maxWaitMs);
  const settled = await deadline.run(() => runner.wait(owner, turn, deadline.signal));
  // Adds the details of a budget that ran out between the start of the turn and its first call.
  if (settled.errorCode === 'quota_exceeded') await assertRoom(owner, settled.modelId);
  const [shown] = await withholdQuotes(findWithheld, [settled], reader);
  return toChatResponse(shown ?? settled);
}

async function streamTurn(
  answering: Answering,
  turn: Turn,
  { request, response, owner }: Exchange,
): Promise<void> {
  const reader = readerOf(request);
  await sendUiMessageStream(request, response, (signal) =>
    follow(answering, { turn, after: -1, owner, reader }, signal),
  );
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  /** Returns the caller of a request. */
  readonly owner: Owner;
}

/** The requested model, and the message and the conversation of a turn. */
interface AskedTurn {
  readonly model?: string | undefined;
  readonly message_id?: string | undefined;
  readonly conversation_id?: string | undefined;
  readonly assistant_id?: string | null | undefined;
}

interface Answering {
  readonly runner: TurnRunner;
  readonly findWithheld: FindWithheld;
  readonly assertRoom: ChatRoutesDependencies['assertRoom'];
}

interface FollowedTurn {
  readonly turn: Turn;
  /** Returns the position of the last part that the caller has; -1 for none. */
  readonly after: number;
  readonly owner: Owner;
  readonly reader: Reader;
}

/** Returns the parts of a turn. Quotes are withheld by the reader's current rights. */
async function* follow(
  { runner, findWithheld }: Answering,
  { turn, after, owner, reader }: FollowedTurn,
  signal: AbortSignal,
): AsyncGenerator<PlacedPart> {
  for await (const { position, part } of runner.follow(owner, { turn, after }, signal)) {
    yield { position, part: await withholdFromPart(findWithheld, part, { turn, reader }) };
  }
}

function toChatResponse(turn: SettledTurn): ChatResponse {
  if (turn.status === 'failed') {
    const reason = findModelProblem(turn.warnings);
    throw new AppError(turn.errorCode ?? 'internal', undefined, reason && { details: { reason } });
  }
  return {
    conversation_id: turn.conversationId,
    message_id: turn.id,
    answer: turn.answer,
    abstained: turn.abstained,
    ...(turn.evidence !== undefined && { evidence: turn.evidence }),
    citations: [...turn.citations],
    tool_calls: [...turn.toolCalls],
    ...(turn.route && { route: turn.route }),
    ...(turn.model && { model: turn.model }),
    ...(turn.assistant && { assistant: turn.assistant }),
    ...(turn.approval && { approval: { ...turn.approval } }),
    warnings: [...turn.warnings],
  };
}
