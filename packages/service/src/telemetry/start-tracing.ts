import type { OnClose } from '../run-service.ts';

/** Sends spans to an OTLP endpoint. Without one nothing is loaded and spans cost nothing. */
export async function startTracing(
  service: string,
  endpoint: string | undefined,
  onClose: OnClose,
): Promise<void> {
  if (!endpoint) return;
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  const sdk = new NodeSDK({
    serviceName: `lectern-${service}`,
    traceExporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
  });
  sdk.start();
  onClose(() => sdk.shutdown());
}
