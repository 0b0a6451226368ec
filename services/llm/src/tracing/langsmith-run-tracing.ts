import type { RunnableConfig } from '@langchain/core/runnables';
import { LangChainTracer } from '@langchain/core/tracers/tracer_langchain';
import type { ConversationMode } from '@lectern/contracts';
import { type Logger, type OnClose, waitAtMost } from '@lectern/service';
import { Client } from 'langsmith';
import { createLangsmithFetch } from './send-to-langsmith.ts';

/** Owner of a run. */
export interface RunIdentity {
  readonly turnId: string;
  /** Undefined for a question without a conversation. */
  readonly conversationId?: string;
}

/** A mode's run, a completion for another service, or an auxiliary task of a chat program. */
export type RunName = ConversationMode | 'rag_query_with_chunks' | 'completion' | 'chore';

/** Records runs on another server. It neither delays a run nor fails it. */
export interface RunTracing {
  /** Returns the configuration with which a graph is run and recorded. */
  describeRun(
    name: RunName,
    identity: RunIdentity,
  ): Pick<RunnableConfig, 'runName' | 'tags' | 'metadata' | 'callbacks'>;
}

export interface LangsmithOptions {
  readonly endpoint: string;
  readonly apiKey: string;
  readonly project: string;
  /** Sends questions, passages and answers too. */
  readonly includeText: boolean;
  /** Version of the app. */
  readonly version: string;
  /** Name of the MCP server that is searched. */
  readonly mcpName: string;
  readonly logger: Logger;
}

type Values = Record<string, unknown>;

const requestTimeoutMs = 10_000;
const flushTimeoutMs = 2_000;
/** Maximum bytes of queued runs. Further runs are dropped. */
const maxWaitingBytes = 16 * 1024 * 1024;

/** Records runs on a LangSmith server, in batches in the background. */
export function openLangsmithRunTracing(
  { endpoint, apiKey, project, includeText, version, mcpName, logger }: LangsmithOptions,
  onClose: OnClose,
): RunTracing {
  const closing = new AbortController();
  const client = new Client({
    fetchImplementation: createLangsmithFetch({ logger, closing: closing.signal }),
    apiUrl: endpoint,
    apiKey,
    timeout_ms: requestTimeoutMs,
    callerOptions: { maxRetries: 0 },
    maxIngestMemoryBytes: maxWaitingBytes,
    omitTracedRuntimeInfo: true,
    hideMetadata: (metadata) => metadata,
    anonymizer: selectErrorName,
    hideInputs: includeText ? (inputs) => inputs : selectIds,
    hideOutputs: includeText ? (outputs) => outputs : selectIds,
  });
  onClose(async () => {
    await waitAtMost(flushTimeoutMs, client.awaitPendingTraceBatches());
    closing.abort();
    await waitAtMost(flushTimeoutMs, client.awaitPendingTraceBatches());
  });
  return {
    describeRun: (name, { turnId, conversationId }) => ({
      runName: name === 'rag_query_with_chunks' ? name : `lectern ${name}`,
      tags: [
        `app:${version}`,
        `mcp:${mcpName}`,
        `request:${turnId}`,
        ...(conversationId ? [`session:${conversationId}`] : []),
      ],
      metadata: {
        app_version: version,
        mcp_name: mcpName,
        request_id: turnId,
        ...(conversationId && { session_id: conversationId }),
      },
      callbacks: [new LangChainTracer({ client, projectName: project })],
    }),
  };
}

/**
 * Ids and scores of the passages, wherever they are; everything else may hold text. The client asks
 * twice, so what was kept is kept again.
 */
function selectIds(values: Values): Values {
  const chunks = new Map<unknown, Values>();
  const collect = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const { chunkId, documentId, relevance, ...kept } = value as Values;
    const { chunk_id = chunkId, document_id = documentId, score = relevance } = kept;
    // A citation names a passage without its score.
    if (typeof chunk_id === 'string' && (score !== undefined || !chunks.has(chunk_id))) {
      chunks.set(chunk_id, { chunk_id, document_id, score });
    } else for (const inner of Object.values(value)) collect(inner);
  };
  collect(values);
  return chunks.size > 0 ? { chunks: [...chunks.values()] } : {};
}

function selectErrorName({ error }: Values): Values {
  return { error: String(error).split(/[:\n]/, 1)[0] };
}
