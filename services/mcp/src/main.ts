import {
  createLogger,
  listen,
  loadConfigOrExit,
  runService,
  startTracing,
  version,
} from '@lectern/service';
import { createApp } from './app.ts';
import { loadMcpConfig } from './config.ts';
import { openDependencies } from './dependencies.ts';

const config = loadConfigOrExit(() => loadMcpConfig(process.env));
const logger = createLogger({ name: 'mcp', level: config.LOG_LEVEL });

await runService({ logger, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS }, async (onClose) => {
  await startTracing(
    { service: 'mcp', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, logger },
    onClose,
  );
  const app = createApp(await openDependencies(config, { version, logger }, onClose));
  const { url } = await listen(app, { host: config.HOST, port: config.PORT }, onClose);
  logger.info({ url }, 'listening');
});
