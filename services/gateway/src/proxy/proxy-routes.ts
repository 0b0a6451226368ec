import {
  AppError,
  type Endpoint,
  type ErrorForm,
  endpointGroups,
  type GroupName,
  groupErrors,
  insidePathOf,
  mcpPath,
  toRoutePath,
} from '@lectern/contracts';
import { expectHost, onClosed } from '@lectern/service';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Audit } from '../audit/audit.ts';
import { auditEndpoint } from '../audit/audit-endpoint.ts';
import { getCaller } from '../auth/caller/caller.ts';
import type { InternalTokens } from '../auth/internal-tokens/internal-tokens.ts';
import { findWaitMs, turnWaitMs } from './find-wait-ms.ts';
import { forward } from './forward.ts';
import type { BreakForm } from './passed-events.ts';
import type { Upstream } from './upstream.ts';

export interface ProxyOptions {
  readonly upstreams: Readonly<Record<Exclude<Endpoint['service'], 'gateway'>, Upstream>>;
  readonly internalTokens: InternalTokens;
  readonly guard: (endpoint: Endpoint) => readonly RequestHandler[];
  readonly audit: Audit;
  /** Checks access to `/mcp`. */
  readonly requireMcp: RequestHandler;
  /** Larger bodies are rejected. */
  readonly maxBodyBytes: number | undefined;
  /** Host names of `/mcp`. */
  readonly hosts: readonly string[];
}

/** Forwards `/mcp` and every endpoint of another service. Bodies are not parsed here. */
export function mountProxy(app: Express, options: ProxyOptions): void {
  const { upstreams, internalTokens, guard, audit, requireMcp } = options;
  const endless = new Set<Response>();
  app.once('closing', () => {
    for (const response of endless) response.end();
  });

  const pass =
    (
      upstream: Upstream,
      toPath: (request: Request) => string,
      { maxWaitMs, isOperator = false, breakForm }: PassOptions,
    ): RequestHandler =>
    async (request, response) => {
      const path = toPath(request) + findQuery(request.url);
      const token = await internalTokens.get({ ...getCaller(request), isOperator });
      const { maxBodyBytes } = options;
      await forward(request, response, {
        upstream,
        path,
        token,
        maxBodyBytes,
        maxWaitMs,
        breakForm,
      });
    };

  app.all(
    mcpPath,
    expectHost(options.hosts),
    requireMcp,
    pass(upstreams.mcp, () => mcpPath, { maxWaitMs: turnWaitMs }),
  );

  const serve = (endpoint: Endpoint, errorForm: ErrorForm) => {
    const { service } = endpoint;
    if (service === 'gateway') return;
    const method = endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>;
    app[method](
      toRoutePath(endpoint.path),
      ...guard(endpoint),
      ...auditEndpoint(endpoint, audit),
      ...(endpoint.endless ? [trackResponses(endless)] : []),
      pass(upstreams[service], (request) => toInsidePath(insidePathOf(endpoint), request.params), {
        maxWaitMs: findWaitMs(endpoint),
        isOperator: endpoint.access === 'operator',
        breakForm: findBreakForm(endpoint, errorForm),
      }),
    );
  };

  for (const [name, room] of Object.entries(endpointGroups)) {
    const { form = 'lectern' } = groupErrors[name as GroupName] ?? {};
    for (const endpoint of Object.values<Endpoint>(room)) serve(endpoint, form);
  }
}

interface PassOptions {
  /** Maximum time until the response starts. */
  readonly maxWaitMs: number;
  readonly isOperator?: boolean;
  readonly breakForm?: BreakForm | undefined;
}

function findBreakForm({ events, parts }: Endpoint, form: ErrorForm): BreakForm | undefined {
  if (events && Object.hasOwn(events, 'error')) return 'event';
  if (!parts) return undefined;
  return form === 'openai' ? 'chunk' : 'part';
}

/** Inserts the request's parameters; a dot segment would lead to another route. */
function toInsidePath(path: string, params: Request['params']): string {
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

/** Tracks open responses, so that they can be ended at shutdown. */
export function trackResponses(responses: Set<Response>): RequestHandler {
  return (_request, response, next) => {
    responses.add(response);
    onClosed(response, () => responses.delete(response));
    next();
  };
}
