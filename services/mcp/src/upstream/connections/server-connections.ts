import { untilAborted } from '@lectern/service/outbound';
import {
  Client,
  type PriorDiscovery,
  ProtocolError,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import { type AnswerBudget, currentReading } from './answer-budget.ts';
import type { ServerConnection } from './outside-servers.ts';
import { createServerTransport, type TransportOptions } from './server-transport.ts';

export interface ServerConnectionsOptions {
  readonly version: string;
  readonly budget: AnswerBudget;
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
/** Changes of a server that are passed on at once; then one per interval. */
const maxChanges = 10;
const changeIntervalMs = 60_000;
const connectLimits = { maxBytes: 256 * 1024, maxDepth: 256, maxValues: 20_000 };

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
  /** Changes that each server may still report. */
  readonly #changes = new Map<string, { readonly left: number; readonly at: number }>();

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

  /** Returns false for a server that reports changes without end; its catalogue is read when due. */
  #claimChange(id: string): boolean {
    const now = Date.now();
    const { left, at } = this.#changes.get(id) ?? { left: maxChanges, at: now };
    const refilled = Math.min(maxChanges, left + (now - at) / changeIntervalMs);
    const isTaken = refilled >= 1;
    this.#changes.set(id, { left: isTaken ? refilled - 1 : refilled, at: now });
    return isTaken;
  }

  async #connect(server: ServerConnection, timeoutMs: number): Promise<Client> {
    const onChanged = () => {
      if (this.#claimChange(server.id)) this.#options.onListChanged(server.id);
    };
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
    const { transport, budget } = this.#options;
    // The connection outlives the operation that opens it.
    const reading = budget.open(server.organisationId, connectLimits);
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), reading.signal]);
    try {
      await currentReading.run(reading, () =>
        client.connect(createServerTransport(server, transport), {
          timeout: timeoutMs,
          signal,
          ...(prior && { prior }),
        }),
      );
    } catch (error) {
      this.#eras.delete(server.id);
      await client.close().catch(() => undefined);
      throw reading.signal.aborted ? reading.signal.reason : error;
    } finally {
      reading.end();
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
