import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatResponse, FeedbackEntry, Message } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import { strFromU8, unzipSync } from 'fflate';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { bridge, tower } from '../../test/passages.ts';
import { readAllParts } from '../../test/read-ui-stream.ts';
import { ScriptedModel, says } from '../../test/scripted-model.ts';
import { startLlm } from '../../test/start-llm.ts';

const colleague = { userId: 'user-2', organisationId: 'organisation-1' };
const stranger = { userId: 'user-3', organisationId: 'organisation-2' };

let llm: Awaited<ReturnType<typeof startLlm>>;
const model = new ScriptedModel([says('The tower is **330 metres** tall [1].')]);
const resources = new AsyncDisposableStack();
let readable: readonly string[] = [tower.kb_id, bridge.kb_id];
beforeAll(async () => {
  const mcp = resources.use(await startFakeMcp(() => [tower, bridge]));
  llm = resources.use(
    await startLlm({ mcpUrl: mcp.url, model, readableDocuments: { find: async () => readable } }),
  );
  for (const person of [colleague, stranger]) await addPrincipal(llm, { ...person, role: 'admin' });
});
afterAll(() => resources.disposeAsync());

async function ask(message: string, more: object = {}): Promise<ChatResponse> {
  return (await (await llm.chat({ message, ...more })).json()) as ChatResponse;
}

const post = async (path: string, body: unknown = {}) => {
  const response = await llm.call('POST', `/conversations/${path}`, { body });
  return { status: response.status, body: (await response.json()) as ChatResponse & Failure };
};

async function read(id: string, query = ''): Promise<readonly Message[]> {
  const response = await llm.call('GET', `/conversations/${id}/messages${query}`);
  return ((await response.json()) as { messages: Message[] }).messages;
}

async function startTalk() {
  const first = await ask('How tall is the tower?', { message_id: llm.newMessageId() });
  const id = first.conversation_id;
  const second = await ask('Who built it?', { conversation_id: id });
  return { id, first, second, messages: await read(id) };
}

describe('branches of a conversation', () => {
  it('begin with another answer to the same question', async () => {
    const { id, first, messages } = await startTalk();
    const { status, body } = await post(`${id}/messages/${first.message_id}/regenerate`);
    expect([status, body.answer]).toEqual([200, first.answer]);
    expect(body.message_id).not.toBe(first.message_id);
    const [question, answer, ...rest] = await read(id);
    expect(rest).toEqual([]);
    expect(question).toEqual(messages[0]);
    const answers = [first.message_id, body.message_id];
    expect(answer).toMatchObject({
      id: body.message_id,
      parent_id: question?.id,
      branches: answers,
    });
    const old = await read(id, `?branch=${first.message_id}`);
    expect(old.map((message) => message.id)).toEqual(messages.map((message) => message.id));
    expect(old[1]).toMatchObject({ branches: answers });
  });

  it('begin with another wording of a question, which the model sees alone', async () => {
    const { id, second, messages } = await startTalk();
    const [, , question] = messages;
    const edit = { message: 'Who painted it?', message_id: llm.newMessageId() };
    const { body } = await post(`${id}/messages/${question?.id}/edit`, edit);
    const prompt = JSON.stringify(model.requests.at(-1));
    expect([prompt.includes('Who painted it?'), prompt.includes('Who built it?')]).toEqual([
      true,
      false,
    ]);
    const now = await read(id);
    expect(now.map(({ content }) => content)).toEqual([
      'How tall is the tower?',
      messages[1]?.content,
      'Who painted it?',
      body.answer,
    ]);
    expect(now[2]).toMatchObject({
      id: edit.message_id,
      parent_id: messages[1]?.id,
      branches: [question?.id, edit.message_id],
    });
    const again = await post(`${id}/messages/${question?.id}/edit`, edit);
    expect(again.body.message_id).toBe(body.message_id);
    expect((await read(id, `?branch=${question?.id}`)).at(-1)?.id).toBe(second.message_id);
  });

  it('go on behind the answer that a message names', async () => {
    const { id, first, second } = await startTalk();
    await post(`${id}/messages/${first.message_id}/regenerate`);
    const more = { conversation_id: id, parent_id: second.message_id };
    const third = await ask('And when?', more);
    expect((await read(id)).map((message) => message.id).slice(-3)).toEqual([
      second.message_id,
      expect.any(String),
      third.message_id,
    ]);
    const elsewhere = await llm.chat({ message: 'And?', parent_id: second.message_id });
    expect(elsewhere.status).toBe(400);
  });

  it('are streamed as a message would be', async () => {
    const { id, first } = await startTalk();
    const path = `/conversations/${id}/messages/${first.message_id}/regenerate`;
    const headers = { accept: 'text/event-stream' };
    const parts = await readAllParts(await llm.call('POST', path, { body: {}, headers }));
    expect(parts[0]).toMatchObject({
      type: 'start',
      messageMetadata: { conversation_id: id },
    });
    expect(parts.at(-1)).toEqual({ type: 'finish' });
  });

  it('refuse what is no message of theirs, and an answer in other words', async () => {
    const { id, first } = await startTalk();
    const other = await startTalk();
    const path = (message: string, verb: string) => `${id}/messages/${message}/${verb}`;
    const unknown = await post(path(other.first.message_id, 'regenerate'));
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'message_not_found']);
    const answer = await post(path(first.message_id, 'edit'), { message: 'No.' });
    expect([answer.status, answer.body.error.details.field]).toEqual([400, 'message_id']);
    expect((await llm.call('GET', `/conversations/${id}/messages?branch=x`)).status).toBe(404);
  });
});

describe('finding conversations', () => {
  it('looks at titles, questions and answers, and takes signs as they are', async () => {
    await ask('What costs 100% of the _budget_?');
    const find = async (query: string) => {
      const response = await llm.call('GET', `/conversations?query=${encodeURIComponent(query)}`);
      return ((await response.json()) as { conversations: unknown[] }).conversations.length;
    };
    expect(await find('100% of')).toBe(1);
    expect(await find('_BUDGET_')).toBe(1);
    expect(await find('1__% of')).toBe(0);
    expect(await find('330 METRES')).toBeGreaterThan(1);
  });

  it('finds those whose answers cite a document', async () => {
    const { id } = await startTalk();
    const list = async (document: string) => {
      const response = await llm.call('GET', `/conversations?cites=${document}`);
      const { conversations } = (await response.json()) as { conversations: { id: string }[] };
      return conversations.map((one) => one.id);
    };
    expect(await list(tower.kb_id)).toContain(id);
    expect(await list(id)).toEqual([]);
    expect((await llm.call('GET', '/conversations?cites=tower')).status).toBe(400);
  });
});

describe('ratings of answers', () => {
  it('stand on the message and are read by the admins of the organisation alone', async () => {
    const { id, first } = await startTalk();
    const path = `/conversations/${id}/messages/${first.message_id}/feedback`;
    const rated = await llm.call('PUT', path, { body: { rating: 'bad', reason: ' Too short. ' } });
    expect(await rated.json()).toEqual({ rating: 'bad', reason: 'Too short.' });
    expect((await read(id))[1]?.feedback).toEqual({ rating: 'bad', reason: 'Too short.' });
    const list = async (token: string, query = '') => {
      const response = await llm.call('GET', `/feedback${query}`, { token });
      return (await response.json()) as { feedback: FeedbackEntry[]; next_cursor: string | null };
    };
    const admin = await llm.identity.token(colleague);
    expect((await list(admin)).feedback).toMatchObject([
      {
        message_id: first.message_id,
        conversation_id: id,
        user_id: 'user-1',
        rating: 'bad',
        reason: 'Too short.',
        question: 'How tall is the tower?',
        answer: first.answer,
        citations: [{ n: 1, document_id: tower.kb_id, title: tower.title }],
      },
    ]);
    readable = [];
    expect((await list(admin)).feedback).toMatchObject([{ citations: [] }]);
    readable = [tower.kb_id, bridge.kb_id];
    expect((await list(await llm.identity.token(stranger))).feedback).toEqual([]);
    const member = await llm.identity.token({ ...colleague, scopes: ['chat'] });
    expect((await llm.call('GET', '/feedback', { token: member })).status).toBe(403);

    const other = await startTalk();
    const second = `/conversations/${other.id}/messages/${other.first.message_id}/feedback`;
    await llm.call('PUT', second, { body: { rating: 'good' } });
    const page = await list(admin, '?limit=1');
    expect(page.feedback).toMatchObject([{ rating: 'good', reason: null }]);
    const next = await list(admin, `?limit=1&cursor=${page.next_cursor}`);
    expect(next).toMatchObject({ feedback: [{ rating: 'bad' }], next_cursor: null });
    expect((await list(admin, '?rating=good')).feedback).toHaveLength(1);
    expect((await llm.call('DELETE', second)).status).toBe(204);
    expect((await list(admin)).feedback).toHaveLength(1);
  });

  it('are for answers of one’s own conversations', async () => {
    const { id, messages } = await startTalk();
    const rate = async (message: string | undefined, token = llm.token) => {
      const path = `/conversations/${id}/messages/${message}/feedback`;
      const response = await llm.call('PUT', path, { body: { rating: 'good' }, token });
      return ((await response.json()) as Failure).error?.code;
    };
    expect(await rate(messages[0]?.id)).toBe('message_not_found');
    const token = await llm.identity.token(colleague);
    expect(await rate(messages[1]?.id, token)).toBe('conversation_not_found');
  });
});

describe('an exported conversation', () => {
  const exportAs = async (id: string, query: string) => {
    const response = await llm.call('GET', `/conversations/${id}/export${query}`);
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  };

  it('is JSON with everything that a client reads', async () => {
    const { id, messages } = await startTalk();
    const { response, bytes } = await exportAs(id, '');
    expect(response.headers.get('content-disposition')).toContain('How tall is the tower.json');
    expect(JSON.parse(strFromU8(bytes))).toMatchObject({ conversation: { id }, messages });
  });

  it('is Markdown with a footnote for each citation, numbered on', async () => {
    const { id } = await startTalk();
    const { bytes } = await exportAs(id, '?format=markdown');
    const text = strFromU8(bytes);
    expect(text).toContain('## Who built it?\n\nThe tower');
    expect(text).toMatch(/tall \[\^1\]\.[\s\S]+tall \[\^2\]\./);
    expect(text).toContain('[^2]: Towers, p. 3: “The tower is 330 metres tall.”');
  });

  it('is a Word document with real footnotes', async () => {
    const { id } = await startTalk();
    const { response, bytes } = await exportAs(id, '?format=docx');
    expect(response.status).toBe(200);
    const files = unzipSync(bytes);
    const part = (name: string) => strFromU8(files[name] as Uint8Array);
    expect(part('word/document.xml').match(/<w:footnoteReference w:id="\d+"\/>/g)).toHaveLength(2);
    expect(part('word/document.xml')).toContain('330 metres');
    expect(part('word/footnotes.xml')).toContain('“The tower is 330 metres tall.”');
  });

  it('is a bibliography of what was cited', async () => {
    const { id } = await startTalk();
    const { response, bytes } = await exportAs(id, '?format=bibtex');
    expect(response.headers.get('content-type')).toBe('application/x-bibtex; charset=utf-8');
    const text = strFromU8(bytes);
    expect(text).toContain(`@misc{towers-${tower.kb_id.slice(0, 8)},`);
    expect(text).toContain('pages = {3}');
    expect(text.match(/@misc/g)).toHaveLength(1);
  });

  it('is the branch that is asked for', async () => {
    const { id, first, messages } = await startTalk();
    await post(`${id}/messages/${first.message_id}/regenerate`);
    const newest = await exportAs(id, '');
    const old = await exportAs(id, `?branch=${messages[2]?.id}`);
    const count = ({ bytes }: { bytes: Uint8Array }) =>
      JSON.parse(strFromU8(bytes)).messages.length;
    expect([count(newest), count(old)]).toEqual([2, 4]);
    expect((await exportAs(id, '?format=pdf')).response.status).toBe(400);
  });

  it('is one answer with its question where that is asked for', async () => {
    const { id, messages } = await startTalk();
    const { bytes } = await exportAs(id, `?answer=${messages[1]?.id}`);
    expect(JSON.parse(strFromU8(bytes)).messages).toEqual(messages.slice(0, 2));
    const question = await exportAs(id, `?answer=${messages[0]?.id}`);
    expect(question.response.status).toBe(404);
  });
});

interface Failure {
  readonly error: { readonly code: string; readonly details: { readonly field: string } };
}
