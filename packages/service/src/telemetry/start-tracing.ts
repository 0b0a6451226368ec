import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { waitAtMost } from '../deadlines/wait-at-most.ts';
import type { Logger } from '../logger.ts';
import type { OnClose } from '../run-service.ts';
import { switchTracing } from './tracing.ts';

export interface TracingOptions {
  /** Short name of the process: `gateway`, `rag-worker`. */
  readonly service: string;
  /** Base address of an OTLP receiver (HTTP, protobuf). Undefined turns tracing off. */
  readonly endpoint: string | undefined;
  readonly logger: Logger;
}

/** Time for the last spans of a stopping process. */
const flushTimeoutMs = 2_000;
const warningsEveryMs = 60_000;

/**
 * Sends spans to an OTLP endpoint in the background, in batches. Without one nothing is loaded. An
 * unavailable endpoint loses spans and delays nothing.
 */
export async function startTracing(
  { service, endpoint, logger }: TracingOptions,
  onClose: OnClose,
): Promise<void> {
  if (!endpoint) return;
  const { diag, DiagLogLevel } = await import('@opentelemetry/api');
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const { envDetector, resourceFromAttributes } = await import('@opentelemetry/resources');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  const sdk = new NodeSDK({
    resource: resourceFromAttributes({
      'service.name': `lectern-${service}`,
      'lectern.process': service,
    }),
    // OTEL_RESOURCE_ATTRIBUTES overrides ours. Other detectors would report
    // the command line and its owner.
    resourceDetectors: [envDetector],
    traceExporter: createWordlessExporter(
      new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
    ),
    logRecordProcessors: [],
    metricReaders: [],
  });
  let quietUntil = 0;
  const warn = () => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + warningsEveryMs;
    logger.warn('spans could not be sent; they are lost');
  };
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.ERROR,
  );
  sdk.start();
  switchTracing(true);
  onClose(async () => {
    switchTracing(false);
    await waitAtMost(flushTimeoutMs, sdk.shutdown());
  });
}

type Export = OTLPTraceExporter['export'];
type ReadableSpan = Parameters<Export>[0][number];

/** Removes error messages that libraries record in their spans: they may quote input. */
function createWordlessExporter(exporter: OTLPTraceExporter): OTLPTraceExporter {
  return Object.create(exporter, {
    export: {
      value: ((spans, done) => exporter.export(spans.map(withoutWords), done)) as Export,
    },
  });
}

function withoutWords(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    events: { value: [] },
    status: { value: { code: span.status.code } },
  });
}
