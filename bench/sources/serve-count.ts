import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Bytes that passed a port to a server. */
export interface Traffic {
  readonly port: number;
  /** HTTP requests and bytes in both directions since the last reset. */
  read(): { readonly requests: number; readonly bytes: number };
  reset(): void;
  close(): void;
}

/** Opens a port that leads to another one, and counts. */
export async function countTraffic(target: number): Promise<Traffic> {
  let requests = 0;
  let bytes = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const remote = connect(target, '127.0.0.1');
    for (const socket of [client, remote]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          remote.destroy();
        });
      socket.on('data', (part: Buffer) => {
        bytes += part.length;
      });
    }
    client.on('data', (part: Buffer) => {
      requests += part.toString('latin1').split(' HTTP/1.1\r\n').length - 1;
    });
    client.pipe(remote).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    read: () => ({ requests, bytes }),
    reset() {
      requests = 0;
      bytes = 0;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
