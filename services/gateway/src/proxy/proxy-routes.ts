import { AppError, type Endpoint, endpoints, type Scope, toRoutePath } from '@lectern/contracts';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { InsideTokens } from '../identity/inside-tokens.ts';
import { getCaller } from '../identity/require-caller.ts';
import { forward } from './forward.ts';
import type { Upstream } from './upstream.ts';

export interface ProxyOptions {
  readonly upstreams: Readonly<Record<Endpoint['service'] | 'mcp', Upstream>>;
  readonly insideTokens: InsideTokens;
  readonly requireScope: (scope: Scope) => RequestHandler;
  /** Lets pass the administrator of the installation; comes after `requireScope`. */
  readonly requireOperator: RequestHandler;
  /** Lets pass who may use `/mcp`. */
  readonly requireMcp: RequestHandler;
  /** Larger bodies are refused. */
  readonly maxBodyBytes: number | undefined;
}

const plainWaitMs = 60_000;
/** A chat turn's five minutes and a little more. */
const turnWaitMs = 330_000;
const uploadWaitMs = 900_000;

/**
 * Passes `/mcp` and every route of the endpoint table on to its service. Bodies are not read here:
 * mount this before any body parser.
 */
export function mountProxy(app: Express, options: ProxyOptions): void {
  const { upstreams, insideTokens, requireScope, requireOperator, requireMcp } = options;
  const endless = new Set<Response>();
  app.once('closing', () => {
    for (const response of endless) response.end();
  });

  const pass =
    (upstream: Upstream, maxWaitMs: number, toPath: (request: Request) => string): RequestHandler =>
    async (request, response) => {
      const path = toPath(request) + findQuery(request.url);
      const token = await insideTokens.get(getCaller(request));
      const { maxBodyBytes } = options;
      await forward(request, response, { upstream, path, token, maxBodyBytes, maxWaitMs });
    };

  app.all(
    '/mcp',
    requireMcp,
    pass(upstreams.mcp, turnWaitMs, () => '/mcp'),
  );

  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const method = endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>;
    const isEndless = endpoint.events === true && endpoint.method === 'GET';
    app[method](
      toRoutePath(endpoint.path),
      requireScope(endpoint.scope),
      ...(endpoint.operator ? [requireOperator] : []),
      ...(isEndless ? [remember(endless)] : []),
      pass(upstreams[endpoint.service], findWaitMs(endpoint), (request) =>
        fillPath(endpoint.insidePath, request.params),
      ),
    );
  }
}

function remember(responses: Set<Response>): RequestHandler {
  return (_request, response, next) => {
    responses.add(response);
    response.once('close', () => responses.delete(response));
    next();
  };
}

function findWaitMs({ events, multipart }: Endpoint): number {
  if (multipart) return uploadWaitMs;
  return events ? turnWaitMs : plainWaitMs;
}

function fillPath(path: string, params: Request['params']): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' || value === '.' || value === '..')
      throw new AppError('not_found');
    return encodeURIComponent(value);
  });
}

function findQuery(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
