import type { Metrics } from '@lectern/service';
import express, { type Express } from 'express';

/** `GET /metrics` for a port that is not public. */
export function createMetricsApp(metrics: Metrics): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.expose());
  });
  return app;
}
