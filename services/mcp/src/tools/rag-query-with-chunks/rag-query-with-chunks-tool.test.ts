import { describe, expect, it } from '@jest/globals';
import type { AskResponse } from '@lectern/contracts';
import { type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import { callRecorded } from '../../../test/call-recorded.ts';
import { readToolJson } from '../../../test/read-tool-json.ts';
import { searchAnswer } from '../../../test/search-answer.ts';
import { connectClient, startMcp } from '../../../test/start-mcp.ts';

const [chunk] = searchAnswer.chunks;
const chunkId = '11111111-1111-4111-8111-111111111111';
const second = '44444444-4444-4444-8444-444444444444';
const longText = `A  long\n${'😀'.repeat(400)}`;
if (!chunk) throw new Error('the recorded answer holds a passage');

const asked: AskResponse = {
  answer: 'It takes five days [1].',
  abstained: false,
  evidence: 0.9,
  citations: [],
  chunks: [chunk, { ...chunk, id: second, text: longText }],
  used_chunk_ids: [chunkId],
  retrieval: { k: 2, alpha: 0.4, filters: {}, warnings: [] },
  model: 'scripted',
};

const call = (args: Record<string, unknown>, answer: RecordedAnswer = { body: asked }) =>
  callRecorded({ 'POST /rag/chat': answer }, { name: 'rag_query_with_chunks', arguments: args });

describe('rag_query_with_chunks', () => {
  it('gives the answer with every passage, its rank and its scores', async () => {
    const { result, requests } = await call({
      question: 'How long?',
      request_id: 'eval-17',
      session_id: 's:1',
    });
    expect(result.isError).toBeFalsy();
    const output = readToolJson(result);
    expect(result.structuredContent).toEqual(output);
    expect(output).toMatchObject({
      data: {
        question: 'How long?',
        answer: 'It takes five days [1].',
        abstained: false,
        evidence: 0.9,
      },
      used_chunk_ids: [chunkId],
      retrieval: { k: 2, alpha: 0.4, filters: {}, warnings: [] },
    });
    expect(output.metadata.reranked_chunks).toEqual(output.chunks);
    expect(output.chunks[0]).toMatchObject({
      chunk_id: chunkId,
      rank: 1,
      source: 'Refund policy',
      preview: 'Refunds take five days.',
      text: 'Refunds take five days.',
      scores: {
        dense_distance: 0.4,
        bm25: 7.1,
        dense_normalized: 1,
        bm25_normalized: 1,
        fused: 0.031,
      },
      metadata: { page: 3, collection: 'Handbook' },
    });
    expect(output.chunks[1]).toMatchObject({ rank: 2, text: longText });
    expect(Array.from(output.chunks[1].preview)).toHaveLength(200);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      question: 'How long?',
      request_id: 'eval-17',
      session_id: 's:1',
    });
  });

  it('tells what was found, and that an answer is written, to a caller who wants to know', async () => {
    const send = (event: string, data: object) =>
      `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    const { chunks, retrieval } = asked;
    await using rag = await startRecordedHttp({
      'POST /rag/chat': {
        headers: { 'content-type': 'text/event-stream' },
        chunks: [
          send('retrieval', { chunks, retrieval }),
          send('delta', { text: 'It takes ' }),
          send('delta', { text: 'five days.' }),
          send('done', asked),
        ],
      },
    });
    await using mcp = await startMcp(rag.url);
    const client = await connectClient(mcp);
    const told: (string | undefined)[] = [];
    const result = await client.callTool(
      { name: 'rag_query_with_chunks', arguments: { question: 'How long?' } },
      { onprogress: ({ message }) => told.push(message) },
    );
    await client.close();
    expect(told).toEqual(['Found 2 passages', 'Writing the answer: 9 characters']);
    expect(result.structuredContent).toMatchObject({ data: { answer: asked.answer } });
  });

  it('shows that the model abstained', async () => {
    const { result } = await call(
      { question: 'What is love?' },
      { body: { ...asked, answer: 'Not in the documents.', abstained: true, model: null } },
    );
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toMatchObject({
      data: { answer: 'Not in the documents.', abstained: true, model: null },
    });
  });

  it('says at once that there is no model, and asks no second time', async () => {
    const { result, requests } = await call(
      { question: 'How long?' },
      {
        status: 503,
        headers: { 'retry-after': '2' },
        body: { error: { code: 'model_unavailable', message: 'inner text', request_id: 'r' } },
      },
    );
    expect(result.isError).toBe(true);
    expect(readToolJson(result)).toMatchObject({
      error: {
        code: 'model_unavailable',
        message: 'The language model is not available right now.',
        request_id: expect.any(String),
      },
      metadata: { reranked_chunks: [] },
      data: { question: 'How long?', answer: '' },
      chunks: [],
      used_chunk_ids: [],
    });
    expect(requests).toHaveLength(1);
  });

  it.each([
    [{ question: ' ' }, 'question'],
    [{ question: 'x', request_id: 'a b' }, 'request_id'],
    [{ question: 'x', session_id: 'x'.repeat(129) }, 'session_id'],
    [{ question: 'x', request_id: 'line\nbreak' }, 'request_id'],
  ])('refuses %j and names the field', async (args, field) => {
    const { result, requests } = await call(args);
    expect(readToolJson(result)).toMatchObject({
      error: { code: 'invalid_request', details: { field } },
      chunks: [],
    });
    expect(requests).toHaveLength(0);
  });
});
