import { expectHost, handleError, type Metrics } from '@lectern/service';
import express, { type Express } from 'express';

/** `GET /metrics` for a port that is not public. */
export function createMetricsApp(metrics: Metrics, hosts: readonly string[]): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', expectHost(hosts), async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.expose());
  });
  app.use(handleError);
  return app;
}
