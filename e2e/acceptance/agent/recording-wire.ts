import { connect, createServer } from 'node:net';

/** A proxy that records every byte sent to a server, headers and bodies. */
export interface RecordingWire extends AsyncDisposable {
  readonly port: number;
  /** Returns the bytes of all connections so far. */
  sent(): string;
}

/** @param host of the server. Default: this machine. */
export async function openRecordingWire(
  serverPort: number,
  host = '127.0.0.1',
): Promise<RecordingWire> {
  const chunks: Buffer[] = [];
  const server = createServer((socket) => {
    const onward = connect(serverPort, host);
    for (const end of [socket, onward]) end.on('error', () => undefined);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    sent: () => Buffer.concat(chunks).toString('latin1'),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
