import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Api } from '../../suite/api.ts';
import { connectMcp } from '../../suite/mcp-client.ts';
import { startTemporarySuite, type TemporarySuite } from '../../suite/temporary-suite.ts';

const cli = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url));

/** Output of a command. */
export interface Written {
  readonly stdout: string;
  readonly stderr: string;
}

export interface ResearchWorld extends AsyncDisposable {
  readonly suite: TemporarySuite;
  /** The owner. */
  readonly api: Api;
  /** `lectern …` as the owner. */
  lectern(...parameters: readonly string[]): Promise<Written>;
  /** The structured result of a tool at `/mcp`, called by the owner. */
  // biome-ignore lint/suspicious/noExplicitAny: clauses look into results of every kind
  callTool(name: string, parameters: Readonly<Record<string, unknown>>): Promise<any>;
}

export async function createWorld(): Promise<ResearchWorld> {
  await using stack = new AsyncDisposableStack();
  const suite = stack.use(
    await startTemporarySuite({
      settings: {
        NCBI_API_KEY: 'key-of-the-reader',
      },
    }),
  );
  const api = new Api(suite.url, suite.credentials.api_key);
  const kept = stack.move();
  return {
    suite,
    api,
    lectern: (...parameters) =>
      promisify(execFile)(process.execPath, [cli, ...parameters], {
        env: { ...process.env, LECTERN_URL: api.url, LECTERN_API_KEY: api.apiKey },
        timeout: 60_000,
      }),
    async callTool(name, parameters) {
      const client = await connectMcp(api);
      try {
        const result = await client.callTool({ name, arguments: { ...parameters } });
        return result.structuredContent ?? result.content;
      } finally {
        await client.close();
      }
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
