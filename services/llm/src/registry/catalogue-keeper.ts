import type { Logger, OnClose } from '@lectern/service';
import type { OutsideServers, ServerConnection } from '../ports/outside-servers.ts';
import { type BuildRouter, buildRouter } from './build-router.ts';
import type { McpCatalogue } from './mcp-catalogue.ts';

export interface CatalogueKeeperOptions {
  readonly catalogue: McpCatalogue;
  readonly outside: OutsideServers;
  /** Removes what nobody needs any more. */
  readonly sweep: () => Promise<void>;
  readonly graph: BuildRouter;
  readonly logger: Logger;
  /** Between two looks at what is due. Default 5,000. */
  readonly intervalMs?: number;
}

const sweepMs = 60_000;
/** Servers taken at once. */
const batch = 50;

/** Reads the catalogues of servers again when they are due, and at once when a server asks for it. */
export class CatalogueKeeper {
  readonly #options: CatalogueKeeperOptions;
  readonly #closed = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #nextSweep = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(options: CatalogueKeeperOptions) {
    this.#options = options;
  }

  start(onClose: OnClose): void {
    const { intervalMs = 5_000, outside, catalogue } = this.#options;
    outside.onListChanged((serverId) => void this.#guard(() => catalogue.markDue(serverId)));
    this.#timer = setInterval(() => void this.tick(), intervalMs).unref();
    onClose(async () => {
      clearInterval(this.#timer);
      this.#closed.abort();
      await this.#running;
    });
  }

  /** Reads what is due now; one round at a time. */
  async tick(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#running = this.#running.then(() => this.#guard(() => this.#refreshDue()));
    await this.#running;
  }

  /** Reads these servers now; its outcome is not told. */
  refresh(servers: readonly ServerConnection[], signal: AbortSignal) {
    return buildRouter(
      this.#options.graph,
      servers,
      AbortSignal.any([signal, this.#closed.signal]),
    );
  }

  async #refreshDue(): Promise<void> {
    const servers = await this.#options.catalogue.claimDue(batch);
    if (servers.length > 0) {
      const { status, duration_ms } = await this.refresh(servers, this.#closed.signal);
      this.#options.logger.debug({ servers: servers.length, status, duration_ms }, 'build_router');
    }
    if (performance.now() < this.#nextSweep) return;
    this.#nextSweep = performance.now() + sweepMs;
    await this.#options.sweep();
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#closed.signal.aborted) return;
      this.#options.logger.warn({ err: error }, 'catalogues of MCP servers could not be read');
    }
  }
}
