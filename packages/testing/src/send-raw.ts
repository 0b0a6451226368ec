import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 without a response. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Time to the first byte of the response; undefined without one. */
  readonly answeredAfterMs: number | undefined;
  /** Time to the end of the connection; undefined if it was still open at the limit. */
  readonly closedAfterMs: number | undefined;
}

export interface RawOptions {
  /** Time limit for a connection that the server does not close. */
  readonly limitMs: number;
  /** Stops as soon as a response has started. */
  readonly untilAnswer?: boolean;
}

/** Sends raw bytes and leaves the connection open. */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  { limitMs, untilAnswer = false }: RawOptions,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const parts: Buffer[] = [];
    let answeredAfterMs: number | undefined;
    const finish = (closedAfterMs: number | undefined) => {
      clearTimeout(limit);
      socket.destroy();
      const [head = '', ...rest] = Buffer.concat(parts).toString().split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
      resolve({ status, head, body: rest.join('\r\n\r\n'), answeredAfterMs, closedAfterMs });
    };
    const limit = setTimeout(() => finish(undefined), limitMs);
    socket.on('data', (part) => {
      parts.push(part);
      answeredAfterMs ??= performance.now() - started;
      if (untilAnswer) finish(undefined);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => finish(performance.now() - started));
  });
}
