import { endpoints } from '@lectern/contracts';
import { context, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import { isTracing, markFailed, openSpan, readTrace } from '../telemetry/tracing.ts';
import { findRoute } from './find-route.ts';
import { quietPaths } from './watch-paths.ts';

/** Paths that monitoring requests every few seconds. */
const watchPaths: ReadonlySet<string> = new Set([...quietPaths, endpoints.getHealth.path]);

/** Continues the caller's trace in a server span, which lasts until the response is sent. */
export function traceRequest(request: Request, response: Response, next: NextFunction): void {
  if (!isTracing() || watchPaths.has(request.path)) {
    next();
    return;
  }
  const parent = readTrace(request.headers);
  const { method } = request;
  const span = openSpan(
    method,
    { 'http.request.method': method, 'lectern.request_id': request.id },
    { kind: 'server', parent },
  );
  response.once('close', () => {
    const { statusCode } = response;
    const route = findRoute(request);
    span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': statusCode });
    if (statusCode >= 500) markFailed(span, String(statusCode));
    span.end();
  });
  context.with(trace.setSpan(parent, span), next);
}
