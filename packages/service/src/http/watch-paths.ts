import { endpoints } from '@lectern/contracts';

/** Prometheus metrics; internal only. */
export const metricsPath = '/metrics';

/** Paths that monitoring requests every few seconds; they are not logged. */
export const quietPaths: ReadonlySet<string> = new Set([
  endpoints.getLiveness.path,
  endpoints.getReadiness.path,
  metricsPath,
]);
