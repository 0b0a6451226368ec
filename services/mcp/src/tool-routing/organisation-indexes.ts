import type { Analyzer } from '@lectern/retrieval';
import { createServerEntry, RoutingIndex, type ServerEntry, textsOf } from '@lectern/tool-routing';
import type { McpCatalogue, ServerDocument } from '../upstream/catalogue/mcp-catalogue.ts';
import type { VisibleServer } from '../upstream/servers/usable-servers.ts';
import type { RoutingVectors } from './routing-vectors.ts';

export interface OrganisationIndexesOptions {
  readonly catalogue: McpCatalogue;
  readonly vectors: RoutingVectors;
  readonly analyzer: Analyzer;
}

interface Held {
  readonly index: RoutingIndex<ServerDocument>;
  /** Revisions of the servers in the index. */
  readonly stamp: string;
  /** Every text has a vector. */
  readonly isComplete: boolean;
}

/** Maximum indexes in memory; the least recently used one is dropped first. */
const maxIndexes = 200;

/**
 * Indexes of the servers that people may use, built in memory from PostgreSQL after changes. There
 * is one index for each set of visible servers, so that no index contains a hidden server.
 */
export class OrganisationIndexes {
  readonly #options: OrganisationIndexesOptions;
  readonly #held = new Map<string, Held>();
  /** Requests at the same time wait for one build. */
  readonly #building = new Map<string, Promise<RoutingIndex<ServerDocument>>>();
  readonly #entries = new Map<string, ServerEntry<ServerDocument>>();

  constructor(options: OrganisationIndexesOptions) {
    this.#options = options;
  }

  async open(
    organisationId: string,
    visible: readonly VisibleServer[],
  ): Promise<RoutingIndex<ServerDocument>> {
    const stamp = visible.map(({ id, revision }) => `${id}:${revision}`).join(',');
    const key = `${organisationId}/${visible.map(({ id }) => id).join(',')}`;
    const held = this.#held.get(key);
    if (held?.stamp === stamp && held.isComplete) {
      this.#held.delete(key);
      this.#held.set(key, held);
      return held.index;
    }
    const buildingKey = `${key} ${stamp}`;
    const building = this.#building.get(buildingKey);
    if (building) return building;
    const built = this.#build(organisationId, visible).then(({ index, isComplete }) => {
      this.#hold(key, { index, stamp, isComplete });
      return index;
    });
    this.#building.set(buildingKey, built);
    return built.finally(() => this.#building.delete(buildingKey));
  }

  async #build(
    organisationId: string,
    visible: readonly VisibleServer[],
  ): Promise<Omit<Held, 'stamp'>> {
    const entries = await this.#loadEntries(organisationId, visible);
    const texts = entries.flatMap((entry) => textsOf(entry));
    const vectors = await this.#options.vectors.find(texts);
    const index = await RoutingIndex.create(entries, (text) => vectors.get(text));
    return { index, isComplete: texts.every((text) => vectors.has(text)) };
  }

  /** Creates a server's documents and their vectors. */
  async indexServer(organisationId: string, id: string, signal: AbortSignal): Promise<void> {
    const [server] = await this.#options.catalogue.loadDocuments(organisationId, [id]);
    if (!server) return;
    const entry = await createServerEntry(this.#options.analyzer, server);
    await this.#options.vectors.complete(textsOf(entry), signal);
  }

  async #loadEntries(
    organisationId: string,
    visible: readonly VisibleServer[],
  ): Promise<ServerEntry<ServerDocument>[]> {
    const stale = visible.filter(
      ({ id, revision }) => this.#entries.get(id)?.server.revision !== revision,
    );
    const loaded = await this.#options.catalogue.loadDocuments(
      organisationId,
      stale.map(({ id }) => id),
    );
    for (const server of loaded) {
      this.#entries.set(server.id, await createServerEntry(this.#options.analyzer, server));
    }
    return visible.flatMap(({ id }) => {
      const entry = this.#entries.get(id);
      return entry && entry.server.tools.length > 0 ? [entry] : [];
    });
  }

  #hold(key: string, held: Held): void {
    this.#held.delete(key);
    this.#held.set(key, held);
    const [oldest] = this.#held.keys();
    if (oldest === undefined || this.#held.size <= maxIndexes) return;
    this.#held.delete(oldest);
    const used = new Set([...this.#held.values()].flatMap(({ index }) => index.entries));
    for (const [id, entry] of this.#entries) if (!used.has(entry)) this.#entries.delete(id);
  }
}
