import { describe, expect, it } from '@jest/globals';
import { FakeGateway, refusal } from '../../test/fake-gateway.ts';
import { run } from '../../test/run.ts';

const citation = {
  id: 'c1',
  n: 1,
  version: 1,
  file_name: null,
  mime_type: null,
  document_id: '22222222-2222-4222-8222-222222222222',
  chunk_id: '11111111-1111-4111-8111-111111111111',
  title: 'Refund policy',
  url: null,
  page: 3,
  start: 0,
  end: 10,
  quote: 'five days',
  supported: true,
};

function checked(answer: string, citations = [citation]) {
  return {
    type: 'data-citations',
    data: {
      conversation_id: 'c',
      message_id: 'm',
      answer,
      abstained: false,
      citations,
      warnings: [],
    },
  };
}

function stream(...parts: object[]) {
  return {
    headers: { 'content-type': 'text/event-stream' },
    body: [...parts.map((part) => JSON.stringify(part)), '[DONE]']
      .map((data) => `data: ${data}\n\n`)
      .join(''),
  };
}

const searching = {
  type: 'data-status',
  data: { event: 'tool_start', tool_name: 't', title: 'Searching' },
  transient: true,
};
const delta = (text: string) => ({ type: 'text-delta', id: 't', delta: text });

describe('lectern ask', () => {
  it('streams the answer, then names what it rests on', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce(
      'POST /api/chat/mcp',
      stream(
        { type: 'start', messageId: 'm', messageMetadata: { conversation_id: 'c' } },
        searching,
        delta('Five '),
        delta('days [1].'),
        checked('Five days [1].'),
      ),
    );
    const { exitCode, output, notes } = await run(gateway, 'ask', 'How long?');
    expect(exitCode).toBe(0);
    expect(output).toBe('Five days [1].\n\n[1] Refund policy, page 3\n');
    expect(notes).toBe('Searching\n');
  });

  it('shows the checked answer when it differs from what was streamed', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce(
      'POST /api/chat/mcp',
      stream(delta('Six days [2].'), checked('Five days [1].')),
    );
    const { output } = await run(gateway, 'ask', 'How long?');
    expect(output).toContain('After its citations were checked:\nFive days [1].');
  });

  it('marks a citation whose quote is not in the source', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce(
      'POST /api/chat/mcp',
      stream(delta('Five.'), checked('Five.', [{ ...citation, supported: false }])),
    );
    const { output } = await run(gateway, 'ask', 'How long?');
    expect(output).toContain('[1] Refund policy, page 3 (not found in the source)');
  });

  it('ends with 1 and the reason when the turn fails', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/chat/mcp', stream({ type: 'error', errorText: 'No model.' }));
    expect(await run(gateway, 'ask', 'x')).toMatchObject({ exitCode: 1, notes: 'No model.\n' });
    gateway.answerOnce('POST /api/chat/mcp', refusal(503, 'model_unavailable'));
    expect((await run(gateway, 'ask', 'x')).notes).toContain('(model_unavailable)');
    gateway.answerOnce('POST /api/chat/mcp', stream(delta('half')));
    expect((await run(gateway, 'ask', 'x')).notes).toBe('The answer was broken off.\n');
  });
});
