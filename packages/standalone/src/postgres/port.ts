import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SuiteError } from '../suite-error.ts';

/**
 * @param user what would listen there, for the message.
 * @throws SuiteError when something listens on this port of 127.0.0.1.
 */
export async function assertPortFree(port: number, user: string): Promise<void> {
  try {
    await listenOnce(port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new SuiteError(
      `Port ${port}, meant for ${user}, is taken. Stop what uses it, or set LECTERN_PORT ` +
        'to the first of ten free ports.',
    );
  }
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  return listenOnce(0);
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
