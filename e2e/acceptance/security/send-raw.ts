import { connect } from 'node:net';

export interface RawRequest {
  readonly port: number;
  /** The request line and header lines. */
  readonly head: readonly string[];
  /** Comes after the head, piece by piece, as far as the other side takes it. */
  readonly body?: Iterable<Buffer>;
  /** The client says that nothing more comes, though more was announced. */
  readonly breaksOff?: true;
  readonly timeoutMs?: number;
}

export interface RawAnswer {
  /** 0 where the connection ended before any answer. */
  readonly status: number;
  readonly text: string;
  /** Bytes of the body that were taken before the answer. */
  readonly sentBytes: number;
  /** Until the first byte of the answer, or the end. */
  readonly seconds: number;
  // biome-ignore lint/suspicious/noExplicitAny: checks look into answers of every kind
  readonly body: any;
}

/** Sends a request as no client library would. A client that is answered sends nothing more. */
export function sendRaw(request: RawRequest): Promise<RawAnswer> {
  const { port, head, body = [], breaksOff, timeoutMs = 60_000 } = request;
  const started = performance.now();
  return new Promise((resolve) => {
    let sentBytes = 0;
    let text = '';
    let secondsToAnswer: number | undefined;
    const socket = connect(port, '127.0.0.1');
    const secondsSince = () => (performance.now() - started) / 1_000;
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const [, content = ''] = text.split(/\r\n\r\n/, 2);
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
        text,
        sentBytes,
        seconds: secondsToAnswer ?? secondsSince(),
        body: parseContent(content),
      });
    };
    const timer = setTimeout(finish, timeoutMs);
    const send = async () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      for (const piece of body) {
        if (secondsToAnswer !== undefined || socket.destroyed) return;
        const isRoom = socket.write(piece);
        sentBytes += piece.length;
        if (!isRoom) await new Promise((drained) => socket.once('drain', drained));
      }
      if (breaksOff) socket.end();
    };
    socket.on('connect', () => void send());
    socket.on('data', (part) => {
      secondsToAnswer ??= secondsSince();
      text += part.toString('latin1');
      if (isWhole(text)) finish();
    });
    socket.on('error', () => undefined);
    socket.on('close', finish);
  });
}

function isWhole(text: string): boolean {
  const at = text.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  return at >= 0 && length !== undefined && text.length >= at + 4 + Number(length);
}

function parseContent(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** Header lines of somebody. */
export function toLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

/** A piece of a body in chunks. */
export function toChunk(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}

/** The same piece over and over, `total` bytes of it. */
export function* repeat(piece: Buffer, total: number): Generator<Buffer> {
  for (let sent = 0; sent < total; sent += piece.length) yield piece;
}
