import assert from 'node:assert/strict';
import type { Activity, LoadContext } from './activity.ts';

const message = 'What is known about boundary layers?';
const json = { message };
const streamed = { json, headers: { accept: 'text/event-stream' } };

/** Chats as JSON and as streams; some callers hang up after the first bytes. */
export const chatActivity: Activity = {
  name: 'chat',
  restMs: 1_000,
  async takeTurn(context, turn) {
    await ways[turn % ways.length]?.(context);
    await forgetConversations(context);
  },
};

const ways: readonly ((context: LoadContext) => Promise<void>)[] = [
  async ({ api }) => {
    const { status, body } = await api.request('POST', '/api/chat/mcp', { json });
    assert.equal(status, 200, JSON.stringify(body));
  },
  async ({ api }) => {
    const response = await api.open('POST', '/api/chat/mcp', streamed);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /\[DONE\]/);
  },
  async ({ api }) => hangUp(await api.open('POST', '/api/chat/mcp', streamed)),
  async ({ api }) => {
    const { status, body } = await api.request('POST', '/api/ask', { json: { question: message } });
    assert.equal(status, 200, JSON.stringify(body));
  },
  async ({ api }) => {
    const { status, body } = await api.request('POST', '/v1/chat/completions', {
      json: { model: 'lectern-knowledge', messages: [{ role: 'user', content: message }] },
    });
    assert.equal(status, 200, JSON.stringify(body));
  },
];

async function hangUp(response: Response): Promise<void> {
  assert.equal(response.status, 200);
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
}

/** All but a turn that still runs: the next time takes that one. */
async function forgetConversations({ api }: LoadContext): Promise<void> {
  const { conversations } = await api.call('listConversations');
  for (const { id, running } of conversations) {
    if (!running) await api.call('deleteConversation', { params: { id } });
  }
}
