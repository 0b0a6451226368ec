import { createLogger, listen, loadConfig, loadConfigOrExit, runService } from '@lectern/service';
import { createApp } from './app.ts';
import { configSchema } from './config.ts';
import { openDependencies } from './dependencies.ts';

const config = loadConfigOrExit(() => loadConfig(configSchema, process.env));
const logger = createLogger({ name: 'rag', level: config.LOG_LEVEL });

await runService({ logger, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS }, async (onClose) => {
  const dependencies = await openDependencies(config, logger, onClose);
  const { url } = await listen(
    createApp(dependencies),
    { host: config.HOST, port: config.PORT },
    onClose,
  );
  logger.info({ url }, 'listening');
});
