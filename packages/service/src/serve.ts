import type { Express } from 'express';
import { listen } from './http/listen.ts';
import { createLogger, type Logger } from './logger.ts';
import { type OnClose, runService } from './run-service.ts';
import { startTracing } from './telemetry/start-tracing.ts';

/** What a process gives to all that it opens. */
export interface ProcessScope {
  readonly logger: Logger;
  readonly onClose: OnClose;
}

export interface ServedProcess {
  /** The process's short name: `gateway`, `rag-worker`. */
  readonly name: string;
  readonly config: {
    readonly LOG_LEVEL: string;
    readonly HOST: string;
    readonly PORT: number;
    readonly SHUTDOWN_TIMEOUT_MS: number;
    readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  };
}

export interface OpenedApp {
  readonly app: Express;
  /** Written to the log beside the address. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * A process that answers HTTP: opens the app, serves it, and closes all in reverse order. Running
 * requests have half of the time that closing may take, so that the rest is left for the rest, and
 * for a signal that comes late to a busy process.
 */
export async function serve(
  { name, config }: ServedProcess,
  open: (scope: ProcessScope) => Promise<OpenedApp>,
): Promise<void> {
  const logger = createLogger({ name, level: config.LOG_LEVEL });
  const { SHUTDOWN_TIMEOUT_MS: shutdownTimeoutMs, HOST: host, PORT: port } = config;
  await runService({ logger, shutdownTimeoutMs }, async (onClose) => {
    const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
    await startTracing({ service: name, endpoint, logger }, onClose);
    const { app, facts } = await open({ logger, onClose });
    const drainTimeoutMs = shutdownTimeoutMs / 2;
    const { url } = await listen(app, { host, port, drainTimeoutMs }, onClose);
    logger.info({ url, ...facts }, 'listening');
  });
}
