import type { Express } from 'express';
import { listen } from './http/listen.ts';
import { createLogger, type Logger } from './logger.ts';
import {
  defaultShutdownTimeoutMs,
  type OnClose,
  type RunOptions,
  runService,
} from './run-service.ts';
import { startTracing } from './telemetry/start-tracing.ts';

/** Shared resources of a process. */
export interface ProcessScope {
  readonly logger: Logger;
  readonly onClose: OnClose;
}

export interface ServedProcess extends Pick<RunOptions, 'shutdownTimeoutMs'> {
  /** Short name of the process: `gateway`, `rag-worker`. */
  readonly name: string;
  readonly config: {
    readonly LOG_LEVEL: string;
    readonly HOST: string;
    readonly PORT: number;
    readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  };
}

export interface OpenedApp {
  readonly app: Express;
  /** Logged with the address. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * Runs a process that serves HTTP: opens the app, serves it, and closes everything in reverse
 * order. Running requests get half of the shutdown time, so that the rest remains for other
 * cleanup, and for a signal that reaches a busy process late.
 */
export async function serve(
  { name, config, shutdownTimeoutMs = defaultShutdownTimeoutMs }: ServedProcess,
  open: (scope: ProcessScope) => Promise<OpenedApp>,
): Promise<void> {
  const logger = createLogger({ name, level: config.LOG_LEVEL });
  const { HOST: host, PORT: port } = config;
  await runService({ logger, shutdownTimeoutMs }, async (onClose) => {
    const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
    await startTracing({ service: name, endpoint, logger }, onClose);
    const { app, facts } = await open({ logger, onClose });
    const drainTimeoutMs = shutdownTimeoutMs / 2;
    const { url } = await listen(app, { host, port, drainTimeoutMs }, onClose);
    logger.info({ url, ...facts }, 'listening');
  });
}
