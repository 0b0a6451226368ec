import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SuiteError } from '../suite-error.ts';

export interface PortOptions {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Name of the program that would listen there, for the message. */
  readonly user: string;
  /** Maximum wait for the port's current listener to end. Default 0. */
  readonly timeoutMs?: number;
}

const pollMs = 100;
/** Below the ports that systems give to outgoing connections, which come and go. */
const minPort = 20_000;
const maxPort = 32_000;

/** @throws SuiteError when something else listens there. */
export async function waitForFreePort({ port, user, timeoutMs = 0 }: PortOptions): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isFree(port))) {
    if (Date.now() >= deadline) {
      throw new SuiteError(
        `Port ${port}, meant for ${user}, is taken. Stop what uses it, or set LECTERN_PORT ` +
          'to the first of six free ports.',
      );
    }
    await delay(pollMs);
  }
}

/** A port of 127.0.0.1 that was free a moment ago, as were the ones after it. */
export async function findFreePorts(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(minPort, maxPort - count);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

async function listenOnce(port: number): Promise<void> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
