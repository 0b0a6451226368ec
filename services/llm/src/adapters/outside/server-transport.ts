import type { GuardedFetch } from '@lectern/service';
import {
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  OutsideServerError,
  type ServerConnection,
  type ServerCredentials,
} from '../../ports/outside-servers.ts';
import { createServerFetch } from './server-fetch.ts';

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

/** How a server is talked to; nothing is sent yet. */
export function createServerTransport(
  { url, credentials }: ServerConnection,
  { fetch, programs }: TransportOptions,
): Transport {
  if (url.startsWith('stdio:')) return createStdioTransport(url.slice('stdio:'.length), programs);
  const { headers, oauth } = credentials;
  return new StreamableHTTPClientTransport(new URL(url), {
    fetch: createServerFetch({ fetch, url, headers }),
    onInsufficientScope: 'throw',
    ...(oauth && { authProvider: new OwnersCredentials(oauth) }),
  });
}

/** Asks for the scope that the owner named, whatever the server would like. */
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
