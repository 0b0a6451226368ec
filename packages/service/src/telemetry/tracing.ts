import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';

const tracer = trace.getTracer('lectern');

/** Runs `work` in a span of this name; an error marks the span and is thrown on. */
export async function withSpan<Result>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof Error) span.recordException(error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Continues the caller's trace in a server span. */
export function traceRequest(request: Request, response: Response, next: NextFunction): void {
  const parent = propagation.extract(context.active(), request.headers);
  const span = tracer.startSpan(
    `${request.method} ${request.path}`,
    { kind: SpanKind.SERVER },
    parent,
  );
  response.once('close', () => {
    span.updateName(`${request.method} ${request.route?.path ?? 'unmatched'}`);
    span.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(parent, span), next);
}

/** Headers that carry the current trace to the next service. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
