import type { GuardedFetch } from '@lectern/service';
import {
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { currentReading } from './answer-budget.ts';
import {
  OutsideServerError,
  type ServerConnection,
  type ServerCredentials,
} from './outside-servers.ts';
import { createServerFetch } from './server-fetch.ts';

/** A local program that the operator lets organisations use as an MCP server. */
export interface StdioProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface TransportOptions {
  readonly fetch: GuardedFetch;
  /** Programs by the name in `stdio:NAME`. */
  readonly programs: Readonly<Record<string, StdioProgram>>;
}

/** Maximum message of a local program. */
const maxStdioBytes = 4 * 1024 * 1024;

/** Creates the transport of a server without a request. */
export function createServerTransport(
  server: ServerConnection,
  { fetch, programs }: TransportOptions,
): Transport {
  const { url } = server;
  if (url.startsWith('stdio:')) return createStdioTransport(url.slice('stdio:'.length), programs);
  const { headers, query, oauth } = server.openCredentials();
  const address = new URL(url);
  // Servers of older versions have their query in the address until the next start.
  if (query !== undefined) address.search = query;
  return new CallTransport(address, {
    fetch: createServerFetch({ fetch, url, headers }),
    onInsufficientScope: 'throw',
    reconnectionScheduler: createReconnections(),
    ...(oauth && { authProvider: new OwnersCredentials(oauth) }),
  });
}

const operations = new Set(['tools/call', 'tools/list', 'prompts/list', 'resources/list']);

/**
 * Closes the streams of an operation at its end. It is the only way to tell a server without
 * sessions of the protocol of 2025 that the caller is gone.
 */
class CallTransport extends StreamableHTTPClientTransport {
  override send(...[message, options]: Parameters<StreamableHTTPClientTransport['send']>) {
    const reading = currentReading.getStore();
    const isOperation = 'method' in message && operations.has(message.method);
    if (!reading || !isOperation) return super.send(message, options);
    const given = options?.requestSignal;
    const requestSignal = given ? AbortSignal.any([given, reading.signal]) : reading.signal;
    return super.send(message, { ...options, requestSignal });
  }
}

/** Requests the scope that the owner configured, not the server's. */
class OwnersCredentials extends ClientCredentialsProvider {
  readonly #scope: string | undefined;

  constructor({ clientId, clientSecret, issuer, scope }: NonNullable<ServerCredentials['oauth']>) {
    super({ clientId, clientSecret, expectedIssuer: issuer });
    this.#scope = scope;
  }

  override prepareTokenRequest(scope?: string): URLSearchParams {
    return super.prepareTokenRequest(this.#scope ?? scope);
  }
}

const firstPauseMs = 250;
const maxPauseMs = 60_000;

/** Waits longer before each reconnection, since a server may ask for one at once without end. */
function createReconnections() {
  let pauseMs = firstPauseMs;
  return (reconnect: () => void, wantedMs: number) => {
    const timer = setTimeout(reconnect, Math.min(Math.max(wantedMs, pauseMs), maxPauseMs));
    pauseMs *= 2;
    return () => clearTimeout(timer);
  };
}

/** The program gets the operator's variables for it and a few harmless ones. */
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
