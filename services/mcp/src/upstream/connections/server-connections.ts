import { untilAborted } from '@lectern/service';
import {
  Client,
  type PriorDiscovery,
  ProtocolError,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import type { ServerConnection } from './outside-servers.ts';
import { createServerTransport, type TransportOptions } from './server-transport.ts';

export interface ServerConnectionsOptions {
  readonly version: string;
  readonly transport: TransportOptions;
  readonly onListChanged: (serverId: string) => void;
}

interface Wait {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

interface Entry {
  /** Time of the last change of address and credentials. */
  readonly stamp: number;
  readonly client: Promise<Client>;
  users: number;
  idleSince: number;
}

/** Idle time after which a connection is closed. */
export const idleMs = 60_000;
/** Maximum idle connections of servers that report changes. */
const maxWatched = 100;
const maxIdle = 50;
const maxConnectMs = 10_000;
const changeDebounceMs = 300;

/**
 * One connection for each server, shared by its calls and closed when idle. The connection of a
 * server that reports changed lists stays open.
 */
export class ServerConnections {
  readonly #options: ServerConnectionsOptions;
  readonly #entries = new Map<string, Entry>();
  /** The protocol era of each server, so that it is not negotiated each time. */
  readonly #eras = new Map<string, PriorDiscovery>();
  readonly #watched = new Set<string>();

  constructor(options: ServerConnectionsOptions) {
    this.#options = options;
  }

  /** Restarts a session once if the server has lost it. */
  async use<Result>(
    server: ServerConnection,
    wait: Wait,
    work: (client: Client) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#useOnce(server, wait, work);
    } catch (error) {
      const isForgotten = error instanceof SdkHttpError && error.status === 404;
      if (!isForgotten || wait.signal.aborted) throw error;
      this.drop(server.id);
      return this.#useOnce(server, wait, work);
    }
  }

  drop(id: string): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    this.#watched.delete(id);
    this.#eras.delete(id);
    if (entry) void closeClient(entry.client);
  }

  /** Closes connections that were idle for a minute, and the oldest ones beyond the limit. */
  closeIdle(): void {
    const idle = [...this.#entries]
      .filter(([id, { users }]) => users === 0 && !this.#watched.has(id))
      .toSorted(([, a], [, b]) => b.idleSince - a.idleSince);
    for (const [place, [id, { idleSince, client }]] of idle.entries()) {
      if (place < maxIdle && Date.now() - idleSince < idleMs) continue;
      this.#entries.delete(id);
      void closeClient(client);
    }
  }

  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(entries.map(({ client }) => closeClient(client)));
  }

  async #useOnce<Result>(
    server: ServerConnection,
    wait: Wait,
    work: (client: Client) => Promise<Result>,
  ): Promise<Result> {
    const entry = this.#open(server, wait);
    entry.users += 1;
    try {
      return await work(await untilAborted(entry.client, wait.signal));
    } catch (error) {
      // Unless the server itself answered, the next call reconnects; calls in flight continue.
      const isAnswer = error instanceof ProtocolError;
      if (!isAnswer && !wait.signal.aborted && this.#entries.get(server.id) === entry) {
        this.#entries.delete(server.id);
        this.#watched.delete(server.id);
        if (entry.users === 1) void closeClient(entry.client);
      }
      throw error;
    } finally {
      entry.users -= 1;
      entry.idleSince = Date.now();
      if (entry.users === 0 && this.#entries.get(server.id) !== entry) {
        void closeClient(entry.client);
      }
    }
  }

  #open(server: ServerConnection, { timeoutMs }: Wait): Entry {
    const stamp = server.updatedAt.getTime();
    const known = this.#entries.get(server.id);
    if (known?.stamp === stamp) return known;
    if (known) this.drop(server.id);
    const entry: Entry = {
      stamp,
      client: this.#connect(server, Math.min(timeoutMs, maxConnectMs)),
      users: 0,
      idleSince: Date.now(),
    };
    entry.client.catch(() => undefined);
    this.#entries.set(server.id, entry);
    return entry;
  }

  async #connect(server: ServerConnection, timeoutMs: number): Promise<Client> {
    const onChanged = () => this.#options.onListChanged(server.id);
    const changes = { autoRefresh: false, debounceMs: changeDebounceMs, onChanged };
    const client = new Client(
      { name: 'lectern', version: this.#options.version },
      {
        versionNegotiation: { mode: 'auto' },
        listChanged: { tools: changes, prompts: changes, resources: changes },
      },
    );
    client.onerror = () => undefined;
    const prior = this.#eras.get(server.id);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      await client.connect(createServerTransport(server, this.#options.transport), {
        timeout: timeoutMs,
        signal,
        ...(prior && { prior }),
      });
    } catch (error) {
      this.#eras.delete(server.id);
      await client.close().catch(() => undefined);
      throw error;
    }
    const discover = client.getDiscoverResult();
    this.#eras.set(server.id, discover ? { kind: 'modern', discover } : { kind: 'legacy' });
    const capabilities = client.getServerCapabilities();
    const tellsOfChanges =
      capabilities?.tools?.listChanged ||
      capabilities?.prompts?.listChanged ||
      capabilities?.resources?.listChanged;
    if (tellsOfChanges && this.#watched.size < maxWatched) this.#watched.add(server.id);
    return client;
  }
}

async function closeClient(client: Promise<Client>): Promise<void> {
  await client.then((open) => open.close()).catch(() => undefined);
}
