import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { switchTracing } from '@lectern/service';
import { type Attributes, type Span, type Tracer, trace } from '@opentelemetry/api';
import type { RagQueryOutput } from './rag-query-schemas.ts';
import { traceRagQuery } from './trace-rag-query.ts';

const scores = {
  dense_distance: 0.4,
  bm25: 7.1,
  dense_normalized: 1,
  bm25_normalized: 1,
  fused: 0.03,
  rerank: null,
  relevance: 0.8,
};
const chunk: RagQueryOutput['chunks'][number] = {
  chunk_id: 'c1',
  rank: 1,
  source: 'Policy',
  preview: 'the text of a passage',
  text: 'the text of a passage',
  scores,
  metadata: {
    document_id: 'd1',
    collection: 'Handbook',
    page: 1,
    section: null,
    start: 0,
    end: 21,
    file_name: null,
    url: null,
  },
};
const output: RagQueryOutput = {
  metadata: { reranked_chunks: [chunk] },
  data: {
    question: 'how?',
    answer: 'so',
    abstained: false,
    evidence: 0.9,
    citations: [],
    model: 'm',
  },
  chunks: [chunk],
  used_chunk_ids: ['c1'],
  retrieval: { k: 1, alpha: 0.5, filters: {}, warnings: [] },
};

/** Returns name and attributes of the last span. */
let name: string;
let tags: Attributes;

/** Keeps the attributes of spans instead of sending them. */
const tracer = {
  startSpan(given: string, options: { attributes: Attributes }) {
    name = given;
    Object.assign(tags, options.attributes);
    return {
      setAttributes: (more: Attributes) => Object.assign(tags, more),
      end: () => {},
    } as unknown as Span;
  },
} as unknown as Tracer;
trace.setGlobalTracerProvider({ getTracer: () => tracer });
switchTracing(true);

beforeEach(() => {
  tags = {};
});
afterAll(() => {
  switchTracing(false);
  trace.disable();
});

const run = (includeText: boolean) =>
  traceRagQuery(
    { version: '1.2.3', serverName: 'lectern', includeText },
    { question: 'how?', request_id: 'r1', session_id: 's1' },
    async () => output,
  );

describe('traceRagQuery', () => {
  it("tags the run and attaches the passages' ids and scores, but no text", async () => {
    expect(await run(false)).toBe(output);
    expect(name).toBe('rag_query_with_chunks');
    expect(tags).toEqual({
      'app.version': '1.2.3',
      'mcp.server.name': 'lectern',
      'lectern.request_id': 'r1',
      'session.id': 's1',
      'lectern.abstained': false,
      'lectern.chunk_ids': ['c1'],
      'lectern.chunk_scores': [JSON.stringify(scores)],
      'lectern.used_chunk_ids': ['c1'],
    });
  });

  it('attaches texts when that is switched on', async () => {
    await run(true);
    expect(tags).toMatchObject({
      'lectern.question': 'how?',
      'lectern.answer': 'so',
      'lectern.chunk_texts': ['the text of a passage'],
    });
  });
});
