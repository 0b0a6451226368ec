import type { Health } from '@lectern/contracts';
import type { Knowledge } from '../ports/knowledge.ts';
import { mcpRevisions, mcpServerName } from '../server/mcp-identity.ts';

/** Time that the knowledge service has to say how it is; who asks us waits little longer. */
const ragTimeoutMs = 1_000;

interface McpHealth {
  readonly status: Health['status'];
  readonly mcp: {
    readonly name: string;
    readonly version: string;
    readonly revisions: readonly string[];
  };
  readonly rag: { readonly status: Health['status'] };
  readonly [fact: string]: unknown;
}

/** Facts of `GET /health`: degraded while the knowledge service cannot be asked. */
export async function reportHealth(knowledge: Knowledge, version: string): Promise<McpHealth> {
  const rag = await knowledge.checkHealth(ragTimeoutMs);
  return {
    status: rag === 'unavailable' ? 'degraded' : 'ok',
    mcp: { name: mcpServerName, version, revisions: mcpRevisions },
    rag: { status: rag },
  };
}
