import type { GuardedFetch } from '@lectern/service';
import {
  ClientCredentialsProvider,
  type FetchLike,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ServerConnection } from '../../ports/outside-servers.ts';
import { OutsideServerError } from '../../ports/outside-servers.ts';

/** A local program that the operator lets organisations use as an MCP server. */
export interface StdioProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface TransportOptions {
  readonly fetch: GuardedFetch;
  /** By the name in `stdio:NAME`. */
  readonly programs: Readonly<Record<string, StdioProgram>>;
}

/** Largest message of a local program. */
const maxStdioBytes = 8 * 1024 * 1024;

const maxRetryAfter = 3_600;

/** How a server is talked to; nothing is sent yet. */
export function createServerTransport(
  { url, credentials }: ServerConnection,
  { fetch, programs }: TransportOptions,
): Transport {
  if (url.startsWith('stdio:')) return createStdioTransport(url.slice('stdio:'.length), programs);
  const { headers, oauth } = credentials;
  return new StreamableHTTPClientTransport(new URL(url), {
    fetch: (async (address, init) => {
      const response = await fetch(address, { ...init, signal: init?.signal ?? null });
      if (response.status !== 429) return response;
      await response.body?.cancel();
      const retryAfter = readRetryAfter(response.headers);
      throw new OutsideServerError('rate_limited', { retryAfter });
    }) as FetchLike,
    requestInit: { headers: { 'user-agent': 'lectern', ...headers } },
    onInsufficientScope: 'throw',
    ...(oauth && {
      authProvider: new ClientCredentialsProvider({
        clientId: oauth.clientId,
        clientSecret: oauth.clientSecret,
        expectedIssuer: oauth.issuer,
        ...(oauth.scope !== undefined && { scope: oauth.scope }),
      }),
    }),
  });
}

/** Whole seconds, at most an hour. Undefined for none and for a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? Math.min(Math.ceil(seconds), maxRetryAfter) : undefined;
}

/** The program gets the operator's variables for it and a few harmless ones of ours. */
function createStdioTransport(
  name: string,
  programs: Readonly<Record<string, StdioProgram>>,
): Transport {
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (!program) throw new OutsideServerError('address_refused');
  return new StdioClientTransport({
    command: program.command,
    args: [...program.args],
    env: { ...getDefaultEnvironment(), ...program.env },
    stderr: 'ignore',
    maxBufferSize: maxStdioBytes,
  });
}
