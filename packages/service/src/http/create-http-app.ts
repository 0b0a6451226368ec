import { randomUUID } from 'node:crypto';
import {
  endpoints,
  groupErrors,
  type Health,
  type Probe,
  requestIdHeader,
} from '@lectern/contracts';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { inCurrentTrace } from '../telemetry/tracing.ts';
import { closeEarly } from './close-early.ts';
import { endSilentBodies } from './end-silent-bodies.ts';
import { createEndpointRoutes } from './endpoint-routes.ts';
import { expectHost } from './expected-host.ts';
import { findRoute } from './find-route.ts';
import { handleError, handleUnknownRoute } from './handle-error.ts';
import { assertPlainPath, dropLastSlash } from './plain-path.ts';
import { traceRequest } from './trace-request.ts';
import { rejectInvalidHeaders } from './validate-headers.ts';
import { metricsPath, quietPaths } from './watch-paths.ts';

export interface HttpAppOptions {
  readonly name: string;
  readonly version: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Additional facts for `GET /health`. */
  readonly health?: () => Promise<{ status: Health['status']; [fact: string]: unknown }>;
  /** Returns whether requests can be served; may throw when not. */
  readonly ready?: () => Promise<boolean>;
  /** Runs before every route, including health. */
  readonly first?: RequestHandler;
  /** Mounts the service's routes, which add their own body parsers. */
  readonly routes: (app: Express) => void;
  /**
   * For internal services: `/health` and `/metrics` are served under these names and those that
   * `expectHost` allows. Without it `/health` is public and there is no `/metrics`.
   */
  readonly insideHosts?: readonly string[];
}

/** A streamed response has about thirteen listeners; Node warns of a leak at eleven. */
const maxListeners = 20;
const requestIdPattern = /^[\w.:-]{1,100}$/;

/** Creates the Express app of a service: request ids, log line, metrics, health, errors. */
export function createHttpApp(options: HttpAppOptions): Express {
  const { logger, metrics } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');

  app.use((request, response, next) => {
    const given = request.header(requestIdHeader);
    const id = given && requestIdPattern.test(given) ? given : randomUUID();
    request.id = id;
    request.log = logger.child({ request_id: id });
    response.setHeader(requestIdHeader, id);
    response.setMaxListeners(maxListeners);
    traceRequest(request, response, () => {
      observe(request, response, metrics);
      next();
    });
  });

  setErrorForms(app);
  if (options.first) app.use(options.first);
  app.use(closeEarly, endSilentBodies(), rejectInvalidHeaders, assertPlainPath, dropLastSlash);
  if (options.insideHosts)
    app.use([endpoints.getHealth.path, metricsPath], expectHost(options.insideHosts));
  mountOperations(app, options);
  if (options.insideHosts) {
    app.get(metricsPath, async (_request, response) => {
      response.type(metrics.contentType).send(await metrics.expose());
    });
  }

  options.routes(app);
  app.use(handleUnknownRoute);
  app.use(handleError);
  return app;
}

/**
 * Sets the form of this request's errors; runs before everything that may reject it. Case is
 * ignored, so that a client can read the 404 of a misspelt path.
 */
function setErrorForms(app: Express): void {
  const rooms = Object.values(groupErrors);
  app.use((request, _response, next) => {
    const asked = `${request.path}/`.toLowerCase();
    request.errorForm = rooms.find(({ path }) => asked.startsWith(`${path}/`))?.form;
    next();
  });
}

/** `/health` is public; `/metrics` is internal. */
function mountOperations(app: Express, { name, version, health, ready }: HttpAppOptions): void {
  const routes = createEndpointRoutes({ app, guard: () => [] });
  routes.mount(endpoints.getLiveness, (): Probe => ({ status: 'ok' }));
  routes.mount(endpoints.getReadiness, async ({ response }): Promise<Probe> => {
    const isReady = await (ready?.() ?? true);
    if (!isReady) respondUnavailable(response);
    return { status: isReady ? 'ok' : 'unavailable' };
  });
  routes.mount(endpoints.getHealth, async ({ response }) => {
    const facts = (await health?.()) ?? { status: 'ok' as const };
    if (facts.status === 'unavailable') respondUnavailable(response);
    return { ...facts, name, version };
  });
}

function respondUnavailable(response: Response): void {
  response.status(503).setHeader('retry-after', '2');
}

function observe(request: Request, response: Response, metrics: Metrics): void {
  const started = performance.now();
  const onClose = () => {
    const durationMs = performance.now() - started;
    const route = findRoute(request);
    metrics.observeRequest({
      method: request.method,
      route,
      status: response.statusCode,
      durationMs,
    });
    if (quietPaths.has(request.path)) return;
    request.log.info(
      {
        method: request.method,
        route,
        status: response.statusCode,
        duration_ms: Math.round(durationMs),
        ...(request.principal && { organisation_id: request.principal.organisationId }),
      },
      'request',
    );
  };
  response.once('close', inCurrentTrace(onClose));
}
