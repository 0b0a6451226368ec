import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readChildrenProcessorTime } from './children-processor-time.ts';

export interface RequestObservation {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface MetricOptions {
  /** Starts with `lectern_` and ends with its unit, as in `_seconds`. */
  readonly name: string;
  readonly help: string;
  /** Labels with few values each. */
  readonly labels?: readonly string[];
}

export interface GaugeOptions extends MetricOptions {
  /** Sets the values at each scrape. */
  readonly collect?: (gauge: Gauge) => Promise<void>;
}

export interface HistogramOptions extends MetricOptions {
  /** Upper bounds of the buckets. Default: seconds from 0.005 to 60. */
  readonly buckets?: readonly number[];
}

/** Prometheus metrics of a service: process figures, HTTP requests, and its own. */
export interface Metrics {
  readonly registry: Registry;
  readonly contentType: string;
  observeRequest(observation: RequestObservation): void;
  counter(options: MetricOptions): Counter;
  gauge(options: GaugeOptions): Gauge;
  histogram(options: HistogramOptions): Histogram;
  expose(): Promise<string>;
}

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  countChildrenProcessorTime(registry);
  const requests = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return {
    registry,
    contentType: registry.contentType,
    observeRequest: ({ method, route, status, durationMs }) =>
      requests.observe({ method, route, status: String(status) }, durationMs / 1000),
    counter: ({ name, help, labels = [] }) =>
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: ({ name, help, labels = [], collect }) =>
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        ...(collect && {
          async collect() {
            await collect(this);
          },
        }),
      }),
    histogram: ({ name, help, labels = [], buckets = durationBuckets }) =>
      new Histogram({
        name,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers: [registry],
      }),
    expose: () => registry.metrics(),
  };
}

/** Adds child processes to the default metrics: models and parsers run in their own. */
function countChildrenProcessorTime(registry: Registry): void {
  new Counter({
    name: 'lectern_child_processes_cpu_seconds_total',
    help: 'Processor time of the processes that this one has started; on Linux alone.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(readChildrenProcessorTime() ?? 0);
    },
  });
}
