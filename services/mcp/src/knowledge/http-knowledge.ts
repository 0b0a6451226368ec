import { type AskResponse, endpoints, healthSchema } from '@lectern/contracts';
import { type ClientOptions, createClient, type StreamedOf } from '@lectern/contracts/client';
import { callService, traceHeaders } from '@lectern/service';
import { readStreamedAnswer } from '../calls/read-streamed-answer.ts';
import type { ReportProgress } from '../calls/tool-call.ts';
import type { Knowledge, KnowledgeCall } from './knowledge.ts';

export interface HttpKnowledgeOptions {
  readonly url: string;
  /** Deadline of a call without its own. */
  readonly timeoutMs: number;
  /** Sends the calls. */
  readonly adapter: NonNullable<ClientOptions['adapter']>;
}

const retries = 2;

/** The knowledge service over HTTP. */
export function createHttpKnowledge({ url, timeoutMs, adapter }: HttpKnowledgeOptions): Knowledge {
  const shared = { baseUrl: url, paths: 'inside', timeoutMs, adapter } as const;
  const client = createClient({ ...shared, retries });
  const askingClient = createClient({ ...shared, retries: 0 });
  const withTrace = ({ report: _, ...call }: KnowledgeCall) => ({
    ...call,
    headers: traceHeaders(),
  });
  return {
    search: (body, call) => client.call('search', { ...withTrace(call), body }),
    retrieveArticles: (body, call) => client.call('retrieveArticles', { ...withTrace(call), body }),
    ask(body, call) {
      const options = { ...withTrace(call), body };
      return call.report
        ? askAndReport(askingClient.stream('ask', options), call.report)
        : askingClient.call('ask', options);
    },
    addDocuments: (id, documents, call) =>
      client.call('addDocuments', { ...withTrace(call), params: { id }, body: { documents } }),
    listCollections: (query, call) => client.call('listCollections', { ...withTrace(call), query }),
    listDocuments: (query, call) =>
      client.call('listDocuments', { ...withTrace(call), query: { ...query, status: 'ready' } }),
    getDocument: (id, call) => client.call('getDocument', { ...withTrace(call), params: { id } }),
    getDocumentText: (id, { tables, ...part }, call) =>
      client.call('getDocumentText', {
        ...withTrace(call),
        params: { id },
        query: { ...part, ...(tables && { tables: 'true' }) },
      }),
    getDocumentOutline: (id, limit, call) =>
      client.call('getDocumentOutline', { ...withTrace(call), params: { id }, query: { limit } }),
    getNeighbours: (id, query, call) =>
      client.call('getDocumentChunks', { ...withTrace(call), params: { id }, query }),
    async checkHealth(healthTimeoutMs) {
      try {
        const response = await callService(endpoints.getHealth, {
          url,
          timeoutMs: healthTimeoutMs,
        });
        return healthSchema.parse(await response.json()).status;
      } catch {
        return 'unavailable';
      }
    },
  };
}

/** Minimum interval between two progress reports of an answer. */
const writingPauseMs = 1_000;

/** Returns the answer of a stream and reports its search and writing meanwhile. */
async function askAndReport(
  events: AsyncIterable<StreamedOf<'ask'>>,
  report: ReportProgress,
): Promise<AskResponse> {
  let written = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  return readStreamedAnswer(events, ({ event, data }) => {
    if (event === 'retrieval') report(`Found ${data.chunks.length} passages`);
    if (event !== 'delta') return;
    written += data.text.length;
    if (performance.now() - toldAt < writingPauseMs) return;
    toldAt = performance.now();
    report(`Writing the answer: ${written} characters`);
  });
}
