import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SuiteError } from '../suite-error.ts';

export interface PortOptions {
  /** On 127.0.0.1. */
  readonly port: number;
  /** What would listen there, for the message. */
  readonly user: string;
  /** How long what listens there now may take to end. Default 0. */
  readonly timeoutMs?: number;
}

const pollMs = 100;
const highestPort = 65_535;

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
    const first = await listenOnce(0);
    const others = Array.from({ length: count - 1 }, (_, index) => first + 1 + index);
    if (first + count > highestPort) continue;
    const free = await Promise.all(others.map(isFree));
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

async function listenOnce(port: number): Promise<number> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: listening } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return listening;
}
