import { endpoints } from '@lectern/contracts';

/** For Prometheus; inside alone. */
export const metricsPath = '/metrics';

/** Asked every few seconds by whoever watches the service: no call of them is logged. */
export const quietPaths: ReadonlySet<string> = new Set([
  endpoints.getLiveness.path,
  endpoints.getReadiness.path,
  metricsPath,
]);
