import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import type { ReceivedSpan } from '../telemetry/span-receiver.ts';
import type { TellStory } from './story.ts';

const word = 'quokkaphone';
const documentText = `The ${word} of Rottnest rings at dawn. Its batteries last eleven weeks.`;
const question = `How long do the batteries of the ${word} last?`;
const waiting = { timeoutMs: 20_000 };

/** One trace through all services, for a question and for an upload, without a word of either. */
export function describeTracing(tell: TellStory): void {
  describe('tracing', () => {
    let collectionId: string;
    let uploadTrace: string;
    let questionTrace: string;

    const spansOf = (traceId: string) =>
      tell().spanReceiver.spans.filter((span) => span.traceId === traceId);

    /** Each process sends its spans in its own time. */
    const expectPaths = (traceId: string, expected: readonly unknown[]) =>
      eventually(() => {
        expect(pathsOf(spansOf(traceId))).toEqual(expect.arrayContaining([...expected]));
        return true;
      }, waiting);

    beforeAll(async () => {
      const { api } = tell();
      collectionId = await api.createCollection('Traced');
      uploadTrace = newTraceId();
      const form = new FormData();
      form.append('files', new Blob([documentText]), 'quokka.md');
      const upload = await api.request('POST', `/api/collections/${collectionId}/documents`, {
        body: form,
        headers: headersOf(uploadTrace),
      });
      await api.waitUntilFinal(upload.body.documents[0].id);
      questionTrace = newTraceId();
      const answer = await api.request('POST', '/api/chat/mcp', {
        json: { message: question, collection_filter: { collection_ids: [collectionId] } },
        headers: headersOf(questionTrace),
      });
      expect(answer.body.answer).toContain('eleven weeks');
    });

    it('shows a question from the gateway to the stores', async () => {
      const toSearch = [
        'gateway POST /api/chat/mcp',
        'llm POST /chat/mcp',
        'llm chat turn',
        'llm agent retrieve',
        'llm mcp retrieve_context',
        'mcp POST /mcp',
        'mcp tools/call retrieve_context',
        'rag POST /rag/articles',
      ].join(' > ');
      const toTurn = 'gateway POST /api/chat/mcp > llm POST /chat/mcp > llm chat turn';
      await expectPaths(questionTrace, [
        ...['embed', 'dense', 'keyword'].map((stage) => `${toSearch} > rag search ${stage}`),
        `${toSearch} > rag search load > rag with rag.chunks`,
        `${toTurn} > llm agent write_answer > llm model extractive`,
        `${toTurn} > llm update llm.turns`,
      ]);
      expect(spansOf(questionTrace).filter(({ failed }) => failed)).toEqual([]);
    });

    it('shows an upload from the gateway through its job to the index', async () => {
      const start =
        'gateway POST /api/collections/:id/documents > rag POST /rag/collections/:id/documents';
      await expectPaths(uploadTrace, [
        `${start} > rag insert rag.outbox`,
        ...['parse', 'embed', 'index', 'activate'].map(
          (stage) => `${start} > rag-worker job rag.ingest > rag-worker ingest ${stage}`,
        ),
      ]);
    });

    it('says of each process what the operator wants said', async () => {
      const { spanReceiver } = tell();
      await expectPaths(questionTrace, [expect.stringMatching(/llm chat turn$/)]);
      const turn = spanReceiver.spans.find(({ name }) => name === 'chat turn');
      expect(turn?.resource).toMatchObject({
        'service.name': 'lectern-llm',
        'lectern.process': 'llm',
        'deployment.environment.name': 'story time',
      });
    });

    it('marks what failed', async () => {
      const traceId = newTraceId();
      const { status } = await tell().api.request('POST', '/api/chat/mcp', {
        json: { message: question, collection_filter: { collection_ids: [randomUUID()] } },
        headers: headersOf(traceId),
      });
      expect(status).toBe(404);
      const expected = ['chat turn', 'mcp retrieve_context', 'tools/call retrieve_context'];
      await eventually(() => {
        const failed = spansOf(traceId).filter((span) => span.failed);
        expect(failed.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
        return true;
      }, waiting);
    });

    it('sends spans alone, without texts, values or secrets', async () => {
      const { spanReceiver, suite, api } = tell();
      await expectPaths(questionTrace, [expect.stringMatching(/llm chat turn$/)]);
      expect([...spanReceiver.paths]).toEqual(['/v1/traces']);
      const sent = Buffer.concat(spanReceiver.bodies).toString('latin1');
      expect(sent).toContain('POST /api/chat/mcp');
      const { password } = new URL(suite.databaseUrl);
      for (const secret of [word, 'Rottnest', 'eleven weeks', api.apiKey, password, 'eyJ']) {
        expect([secret, sent.includes(secret)]).toEqual([secret, false]);
      }
    });

    it('names the trace in the log', async () => {
      const { home } = tell().suite;
      const lines = await readFile(join(home, 'logs', 'rag.log'), 'utf8');
      expect(lines).toContain(`"trace_id":"${questionTrace}"`);
    });
  });
}

function newTraceId(): string {
  return randomUUID().replaceAll('-', '');
}

function headersOf(traceId: string): Record<string, string> {
  return { traceparent: `00-${traceId}-${'1'.repeat(16)}-01` };
}

/** Each span with those above it, outermost first. */
function pathsOf(spans: readonly ReceivedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const pathOf = (span: ReceivedSpan): string => {
    const parent = byId.get(span.parentId);
    const own = `${span.service.replace('lectern-', '')} ${span.name}`;
    return parent ? `${pathOf(parent)} > ${own}` : own;
  };
  return spans.map(pathOf);
}
