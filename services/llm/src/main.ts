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

const config = loadConfigOrExit(() => loadConfig(configSchema, process.env));
// LangGraph would send its runs to LangSmith by itself, with their texts.
for (const word of ['LANGSMITH_TRACING', 'LANGCHAIN_TRACING']) {
  delete process.env[word];
  delete process.env[`${word}_V2`];
}
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
