import {
  expectHost,
  handleError,
  listen,
  loadConfig,
  loadConfigOrExit,
  type Metrics,
  serve,
} from '@lectern/service';
import express, { type Express } from 'express';
import { createApp } from './app.ts';
import { openAuditReceiver } from './audit/export/audit-receiver.ts';
import { observeExport, startAuditUpkeep } from './audit/export/export-events.ts';
import { prepareFirstRun } from './auth/first-run/prepare-first-run.ts';
import { startSessionPolicy } from './auth/sessions/session-policy.ts';
import { configSchema } from './config.ts';
import { openDependencies } from './dependencies.ts';
import { startSweep } from './maintenance/sweep-tables.ts';

const config = loadConfigOrExit(() => loadConfig(configSchema, process.env));

await serve({ name: 'gateway', config }, async ({ logger, onClose }) => {
  const dependencies = await openDependencies(config, { logger, onClose });
  await dependencies.auth.$context;
  await prepareFirstRun({
    ...dependencies,
    publicUrl: config.LECTERN_PUBLIC_URL,
    credentialsFile: config.LECTERN_CREDENTIALS_FILE,
  });
  startSweep(dependencies.database, logger, onClose);
  startSessionPolicy(dependencies.database, logger, onClose);
  const receiver =
    config.AUDIT_EXPORT_URL &&
    openAuditReceiver({
      url: config.AUDIT_EXPORT_URL,
      format: config.AUDIT_EXPORT_FORMAT,
      secret: config.AUDIT_EXPORT_SECRET,
    });
  const audit = { database: dependencies.database, receiver: receiver || undefined };
  observeExport(dependencies.metrics, audit);
  startAuditUpkeep({ ...audit, logger, retentionDays: config.AUDIT_RETENTION_DAYS }, onClose);
  if (config.METRICS_PORT !== undefined) {
    const metricsApp = createMetricsApp(dependencies.metrics, config.ALLOWED_HOSTS);
    await listen(metricsApp, { host: config.HOST, port: config.METRICS_PORT }, onClose);
  }
  return { app: createApp(dependencies), facts: { public_url: config.LECTERN_PUBLIC_URL } };
});

/** Serves `GET /metrics` on a port that is not public. */
function createMetricsApp(metrics: Metrics, hosts: readonly string[]): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', expectHost(hosts), async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.expose());
  });
  app.use(handleError);
  return app;
}
