import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

type Export = OTLPTraceExporter['export'];
type ReadableSpan = Parameters<Export>[0][number];

/** Removes error messages that libraries record in their spans: they may quote input. */
export function createWordlessExporter(exporter: OTLPTraceExporter): OTLPTraceExporter {
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
