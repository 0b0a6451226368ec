import { flushCompileCache } from 'node:module';
import type { Logger } from './logger.ts';

/** Registers cleanup, which runs in reverse order. */
export type OnClose = (close: () => Promise<void> | void) => void;

/** Less than the grace period of Compose and Kubernetes. */
export const defaultShutdownTimeoutMs = 8_000;

export interface RunOptions {
  readonly logger: Logger;
  /** Time limit of closing, after which the process ends anyway. Default 8,000. */
  readonly shutdownTimeoutMs?: number | undefined;
  readonly process?: NodeJS.Process;
}

/**
 * Starts a service and stops it on SIGTERM, SIGINT or the loss of the parent's IPC channel. A
 * failed start closes what was opened and exits with 1.
 */
export async function runService(
  options: RunOptions,
  start: (onClose: OnClose) => Promise<void>,
): Promise<void> {
  const { logger, shutdownTimeoutMs = defaultShutdownTimeoutMs } = options;
  const host = options.process ?? process;
  const closers: Array<() => Promise<void> | void> = [];
  let stopping = false;

  const stop = async (reason: string, exitCode: number) => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    const late = setTimeout(() => {
      logger.error({ shutdownTimeoutMs }, 'closing took too long');
      host.exit(1);
    }, shutdownTimeoutMs);
    await closeAll(closers, logger);
    clearTimeout(late);
    logger.info('stopped');
    host.exit(exitCode);
  };

  host.once('SIGTERM', () => void stop('SIGTERM', 0));
  host.once('SIGINT', () => void stop('SIGINT', 0));
  host.once('disconnect', () => void stop('parent is gone', 0));
  host.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
  host.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception');
    void stop('uncaught exception', 1);
  });

  try {
    await start((close) => closers.push(close));
    // Otherwise Node writes it when the process ends, which took 5 s on a busy machine.
    flushCompileCache();
  } catch (error) {
    logger.fatal({ err: error }, 'the start failed');
    await stop('failed start', 1);
  }
}

async function closeAll(closers: Array<() => Promise<void> | void>, logger: Logger): Promise<void> {
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      logger.warn({ err: error }, 'a resource could not be closed');
    }
  }
}
