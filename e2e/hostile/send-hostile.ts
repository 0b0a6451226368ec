import { connect } from 'node:net';
import type { HostileBody } from './hostile-bodies.ts';

export interface HostileRequest {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  /** Header lines beside those of the body. */
  readonly headers: readonly string[];
  readonly body: HostileBody;
  /** How long a client that drips goes on. */
  readonly dripForMs: number;
}

const dripEveryMs = 250;
/** Longer than anything here may take. */
const answerTimeoutMs = 75_000;

/**
 * Sends a request as no client library would, and gives the status of the answer; 0 where the
 * connection ended, or the client had enough, before any came. The rest of the answer is not read.
 */
export function sendHostile(request: HostileRequest): Promise<number> {
  const { port, method, path, headers, body, dripForMs } = request;
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...headers,
    ...body.headers,
  ];
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(body.bytes);
      if (body.breaksOff) socket.end();
    });
    const { drip } = body;
    const dripping = drip && setInterval(() => socket.write(drip), dripEveryMs);
    const finish = (status: number) => {
      clearTimeout(late);
      clearInterval(dripping);
      socket.destroy();
      resolve(status);
    };
    const late = setTimeout(
      () => finish(drip ? 0 : lateStatus),
      drip ? dripForMs : answerTimeoutMs,
    );
    socket.once('data', (part) => {
      finish(Number(/^HTTP\/1\.1 (\d+)/.exec(part.toString('latin1'))?.[1] ?? 0));
    });
    socket.on('error', () => undefined);
    socket.once('close', () => finish(0));
  });
}

/** Stands for an answer that did not come in time. */
export const lateStatus = 599;
