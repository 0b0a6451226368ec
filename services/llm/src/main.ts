import { createLogger, listen, loadConfig, runService, startTracing } from '@lectern/service';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';
import { openDependencies } from './dependencies.ts';

const config = loadConfig(configSchema, process.env);
const logger = createLogger({ name: 'llm', level: config.LOG_LEVEL });

await runService({ logger, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS }, async (onClose) => {
  await startTracing(
    { service: 'llm', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, logger },
    onClose,
  );
  const dependencies = await openDependencies(config, logger, onClose);
  const { url } = await listen(
    createApp(dependencies),
    { host: config.HOST, port: config.PORT },
    onClose,
  );
  logger.info({ url, provider: dependencies.model.provider }, 'listening');
});
