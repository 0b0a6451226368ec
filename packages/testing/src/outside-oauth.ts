import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnFreePort } from './listen-on-free-port.ts';
import { type OutsideMcp, type OutsideMcpOptions, startOutsideMcp } from './outside-mcp.ts';

/** A client, as its authorisation server knows it. */
export interface OAuthClient {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface TokenRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: URLSearchParams;
}

export interface OutsideIssuer extends AsyncDisposable {
  /** Origin of the server. */
  readonly url: string;
  /** Token requests, in order. */
  readonly asked: readonly TokenRequest[];
  /** Headers of metadata requests, which need no secret. */
  readonly looked: readonly IncomingHttpHeaders[];
  accepts(token: string): boolean;
  /** Invalidates the tokens issued so far. */
  endTokens(): void;
  /** Withdraws the client's grant with its tokens, or restores it. */
  grant(isGranted: boolean): void;
}

const secondsOfToken = 300;

/**
 * Starts a real authorisation server on a free port, which issues tokens to one client for its
 * secret.
 */
export async function startOutsideIssuer({
  client_id,
  client_secret,
}: OAuthClient): Promise<OutsideIssuer> {
  const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  const valid = new Set<string>();
  const asked: TokenRequest[] = [];
  const looked: IncomingHttpHeaders[] = [];
  let isGranted = true;
  const giveToken = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push({ headers: request.headers, body: new URLSearchParams(await text(request)) });
    if (!isGranted || request.headers.authorization !== basic) {
      answer(response, 401, { error: 'invalid_client' });
      return;
    }
    const token = `token-${asked.length}`;
    valid.add(token);
    answer(response, 200, {
      access_token: token,
      token_type: 'Bearer',
      expires_in: secondsOfToken,
    });
  };
  const listening = await listenOnFreePort(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.url === '/token') await giveToken(request, response);
    else if (request.url === '/.well-known/oauth-authorization-server') {
      looked.push(request.headers);
      answer(response, 200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ['code'],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
      });
    } else answer(response, 404, {});
  });
  return {
    url: listening.url,
    asked,
    looked,
    accepts: (token) => valid.has(token),
    endTokens: () => valid.clear(),
    grant(given) {
      isGranted = given;
      if (!given) valid.clear();
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

export interface GuardedMcpOptions extends OutsideMcpOptions {
  readonly issuer: Pick<OutsideIssuer, 'url' | 'accepts'>;
}

/** Starts an MCP server that requires a token of an issuer for everything, and names the issuer. */
export function startGuardedMcp({ issuer, ...options }: GuardedMcpOptions): Promise<OutsideMcp> {
  return startOutsideMcp({
    ...options,
    intercept(request, response) {
      const origin = `http://${request.headers.host}`;
      if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
        answer(response, 200, {
          resource: `${origin}/mcp`,
          authorization_servers: [issuer.url],
          scopes_supported: ['read', 'write'],
        });
        return true;
      }
      if (issuer.accepts(request.headers.authorization?.replace(/^Bearer /, '') ?? '')) {
        return options.intercept?.(request, response) ?? false;
      }
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      response
        .writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
        .end();
      return true;
    },
  });
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
