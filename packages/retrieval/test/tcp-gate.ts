import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy in front of a local server; while it is closed, the server seems to be away. */
export class TcpGate {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** The server's address through the proxy. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    const server = createServer((socket) => {
      const behind = connect(Number(this.#target.port), this.#target.hostname);
      for (const end of [socket, behind]) {
        this.#sockets.add(end);
        end.on('error', () => {});
        end.on('close', () => {
          this.#sockets.delete(end);
          socket.destroy();
          behind.destroy();
        });
      }
      socket.pipe(behind).pipe(socket);
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    if (!this.#server) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
