import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type RecordedLiterature,
  type RecordedLiteratureOptions,
  startRecordedLiterature,
} from '@lectern/recorded-literature';
import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { connectClient, type RunningMcp, startMcp } from './start-mcp.ts';

export interface LiteratureSite extends AsyncDisposable {
  readonly recorded: RecordedLiterature;
  readonly database: TestDatabase;
  readonly blobFolder: string;
  /** Starts another service over the same stores. */
  startReplica(
    settings?: Readonly<Record<string, string>>,
    literatureTimeoutMs?: number,
  ): Promise<RunningMcp>;
}

/** Starts recorded services, a database and a blob store, without a service. */
export async function startLiteratureSite(
  options: RecordedLiteratureOptions = {},
): Promise<LiteratureSite> {
  const stack = new AsyncDisposableStack();
  const recorded = stack.use(await startRecordedLiterature(options));
  const database = stack.use(await createTestDatabase());
  const blobFolder = await mkdtemp(join(tmpdir(), 'lectern-literature-'));
  stack.defer(() => rm(blobFolder, { recursive: true, force: true }));
  return {
    recorded,
    database,
    blobFolder,
    async startReplica(settings = {}, literatureTimeoutMs?: number) {
      const mcp = await startMcp(
        'http://127.0.0.1:9',
        {
          DATABASE_URL: database.url,
          DATABASE_POOL_SIZE: '4',
          BLOB_DIR: blobFolder,
          NCBI_BASE_URL: recorded.ncbiUrl,
          CLINICALTRIALS_BASE_URL: recorded.clinicalTrialsUrl,
          NCBI_EMAIL: 'librarian@example.org',
          ...settings,
        },
        { literatureTimeoutMs },
      );
      stack.use(mcp);
      return mcp;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export type ToolAnswer = any;

/** Returns the structured content of a tool's answer, or the JSON text of its error. */
export async function callTool(
  mcp: Pick<RunningMcp, 'url' | 'token'>,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> {
  const client = await connectClient(mcp);
  try {
    const result = (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
    const [content] = result.content;
    return result.structuredContent ?? JSON.parse(content?.type === 'text' ? content.text : '');
  } finally {
    await client.close();
  }
}
