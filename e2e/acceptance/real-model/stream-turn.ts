import type { ChatResponse } from '@lectern/contracts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Person } from '../agent/world.ts';

/** A turn as its stream told it, and what was kept of it. */
export interface Finished {
  readonly conversationId: string;
  readonly status: string;
  /** `server.tool status`, in order. */
  readonly calls: readonly string[];
  readonly route: unknown;
  /** Pieces in which the text came. */
  readonly deltas: number;
  readonly text: string;
  readonly approval: { readonly id: string; readonly tool: string } | undefined;
  readonly ms: number;
}

const maxMs = 500_000;

/** Asks in mode `agent` and reads the stream to its end. */
export async function streamTurn({ api }: Person, message: string): Promise<Finished> {
  const started = performance.now();
  const response = await api.open('POST', '/api/chat/mcp', {
    json: { message, mode: 'agent' },
    headers: { accept: 'text/event-stream' },
    timeoutMs: maxMs,
  });
  let deltas = 0;
  let text = '';
  let approval: Finished['approval'];
  for await (const { data } of readData(response)) {
    if (data === '[DONE]') break;
    const part = JSON.parse(data);
    if (part.type === 'text-delta') {
      deltas += 1;
      text += part.delta;
    }
    if (part.type === 'data-approval') approval = part.data;
  }
  const { body: list } = await api.request('GET', '/api/conversations?limit=1');
  const conversationId = list.conversations[0].id;
  const { body } = await api.request('GET', `/api/conversations/${conversationId}/messages`);
  const { status, tool_calls, route } = body.messages[1];
  return {
    conversationId,
    status,
    calls: tool_calls.map((call: ChatResponse['tool_calls'][number]) =>
      [`${call.server}.${call.tool}`, call.status].join(' '),
    ),
    route,
    deltas,
    text,
    approval,
    ms: Math.round(performance.now() - started),
  };
}

/** Agrees to the call that a turn waits with, as the person in the page. */
export async function approve(
  { api, session }: Person,
  { conversationId, approval }: Finished,
): Promise<ChatResponse> {
  const path = `/api/conversations/${conversationId}/approvals/${approval?.id}`;
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: '{"decision": "approve"}',
    signal: AbortSignal.timeout(maxMs),
  });
  return (await response.json()) as ChatResponse;
}

function readData({ body }: Response) {
  if (!body) throw new Error('the answer has no body');
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
}
