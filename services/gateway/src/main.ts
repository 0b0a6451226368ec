import {
  createLogger,
  listen,
  loadConfig,
  loadConfigOrExit,
  runService,
  startTracing,
} from '@lectern/service';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';
import { openDependencies } from './dependencies.ts';
import { prepareFirstRun } from './first-run/prepare-first-run.ts';
import { createMetricsApp } from './metrics-app.ts';
import { startSweep } from './upkeep/start-sweep.ts';

const config = loadConfigOrExit(() => loadConfig(configSchema, process.env));
const logger = createLogger({ name: 'gateway', level: config.LOG_LEVEL });

await runService({ logger, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS }, async (onClose) => {
  await startTracing(
    { service: 'gateway', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, logger },
    onClose,
  );
  const dependencies = await openDependencies(config, onClose, logger);
  await dependencies.auth.$context;
  await prepareFirstRun({
    ...dependencies,
    publicUrl: config.LECTERN_PUBLIC_URL,
    credentialsFile: config.LECTERN_CREDENTIALS_FILE,
  });
  startSweep(dependencies.pool, logger, onClose);
  if (config.METRICS_PORT !== undefined) {
    const metricsApp = createMetricsApp(dependencies.metrics);
    await listen(metricsApp, { host: config.HOST, port: config.METRICS_PORT }, onClose);
  }
  const { url } = await listen(
    createApp(dependencies),
    { host: config.HOST, port: config.PORT },
    onClose,
  );
  logger.info({ url, public_url: config.LECTERN_PUBLIC_URL }, 'listening');
});
