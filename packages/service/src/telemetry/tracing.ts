import {
  type Attributes,
  type Context,
  context,
  INVALID_SPANID,
  INVALID_TRACEID,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

const tracer = trace.getTracer('lectern');

let isOn = false;

/** Called at the start and the end of tracing only. */
export function switchTracing(on: boolean): void {
  isOn = on;
}

/** Returns whether spans are exported. Without tracing spans cost nothing. */
export function isTracing(): boolean {
  return isOn;
}

export interface SpanOptions {
  /** Never texts, personal names or secrets. */
  readonly attributes?: Attributes;
  /** Default `internal`. */
  readonly kind?: 'internal' | 'client' | 'server' | 'producer' | 'consumer' | undefined;
  /** Headers from {@link traceHeaders} of another process. Default: the current span's trace. */
  readonly parent?: Readonly<Record<string, string>> | undefined;
}

const kinds = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

const silentSpan = trace.wrapSpanContext({
  traceId: INVALID_TRACEID,
  spanId: INVALID_SPANID,
  traceFlags: TraceFlags.NONE,
});

/** Runs `work` in a span of this name. An error marks the span and is thrown on. */
export async function withSpan<Result>(
  name: string,
  { attributes = {}, kind, parent: carried }: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  if (!isOn) return work(silentSpan);
  const parent = carried ? readTrace(carried) : context.active();
  const span = openSpan(name, attributes, { kind, parent });
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (error) {
    markFailed(span, nameError(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Like {@link withSpan} for an async iterable: the span lasts until its end. */
export async function* streamInSpan<Piece>(
  name: string,
  { attributes = {}, kind }: Omit<SpanOptions, 'parent'>,
  work: (span: Span) => AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  if (!isOn) {
    yield* work(silentSpan);
    return;
  }
  const span = openSpan(name, attributes, { kind });
  try {
    yield* work(span);
  } catch (error) {
    markFailed(span, nameError(error));
    throw error;
  } finally {
    span.end();
  }
}

interface OpenSpanOptions {
  readonly kind?: SpanOptions['kind'];
  readonly parent?: Context;
}

/** Opens a span that its caller ends. */
export function openSpan(
  name: string,
  attributes: Attributes,
  { kind = 'internal', parent = context.active() }: OpenSpanOptions,
): Span {
  return tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
}

export function markFailed(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

/** Returns the error's kind. Its message stays out of traces: it may quote input. */
export function nameError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Returns headers that carry the current trace to the next service; none without tracing. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (isOn) propagation.inject(context.active(), headers);
  return headers;
}

export function readTrace(headers: Readonly<Record<string, unknown>>): Context {
  return propagation.extract(ROOT_CONTEXT, headers);
}

/** Returns whether there is a current span. */
export function isInTrace(): boolean {
  return isOn && trace.getActiveSpan() !== undefined;
}

/** Returns the id of the current trace, for logs. */
export function findTraceId(): string | undefined {
  return isOn ? trace.getActiveSpan()?.spanContext().traceId : undefined;
}

export function inCurrentTrace<Listener extends (...given: never[]) => unknown>(
  listener: Listener,
): Listener {
  return isOn ? context.bind(context.active(), listener) : listener;
}
