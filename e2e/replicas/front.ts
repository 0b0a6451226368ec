import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One address in front of several processes, as a Service of Kubernetes is: connections in turn. */
export interface Front extends AsyncDisposable {
  readonly url: string;
  /** Replaces the ports that new connections go to. Open connections stay. */
  use(ports: readonly number[]): void;
}

export async function openFront(): Promise<Front> {
  const sockets = new Set<Socket>();
  let ports: readonly number[] = [];
  let turn = 0;
  const server = createServer((client) => {
    const port = ports[turn % ports.length];
    turn += 1;
    if (port === undefined) return client.destroy();
    const backend = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, backend],
      [backend, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroySoon();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    use: (next) => {
      ports = next;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
