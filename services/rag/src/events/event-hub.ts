import type { BundleImport, Document, KnowledgeEvents } from '@lectern/contracts';
import type { EventStream, Logger } from '@lectern/service';
import { sql } from 'kysely';
import { type Access, permissionRank } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { toDocument } from '../documents/to-document.ts';
import { couldSee, type Grantee } from '../notifications/deleted-collections.ts';
import type { Change } from '../notifications/notify.ts';

export interface Subscriber {
  readonly organisationId: string;
  /** Current rights, read again for each event. */
  readonly loadAccess: () => Promise<Access>;
  /** Limits the stream to this collection and its descendants. */
  readonly collectionId: string | undefined;
  readonly stream: EventStream<KnowledgeEvents>;
}

/**
 * Minimum interval between the states of a document: it changes several times a second while it is
 * parsed.
 */
const gatherMs = 200;

interface Gathered {
  readonly documents: Set<string>;
  readonly collections: Set<string>;
  /** Deleted documents with their collections. */
  readonly deletions: Map<string, string>;
  readonly deletedCollections: Map<string, Grantee[]>;
  /** Latest state of each import, with its person. */
  readonly imports: Map<string, { readonly userId: string; readonly state: BundleImport }>;
}

/** Forwards changes to the open event streams of their organisation. */
export class EventHub {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #subscribers = new Set<Subscriber>();
  readonly #gathered = new Map<string, Gathered>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#logger = logger;
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    subscriber.stream.signal.addEventListener('abort', () => this.#subscribers.delete(subscriber));
  }

  /** Receives a notification's payload. */
  receive(payload: string): void {
    const change = JSON.parse(payload) as Change;
    if (!this.#hears(change.organisation_id)) return;
    const gathered = this.#gathered.get(change.organisation_id) ?? {
      documents: new Set(),
      collections: new Set(),
      deletions: new Map(),
      deletedCollections: new Map(),
      imports: new Map(),
    };
    this.#gathered.set(change.organisation_id, gathered);
    if (change.type === 'deletion') {
      gathered.deletions.set(change.id, change.collection_id);
    } else if (change.type === 'bundle_import') {
      gathered.imports.set(change.state.id, { userId: change.user_id, state: change.state });
    } else if (change.type === 'collection_deletion') {
      for (const { id, grantees } of change.collections) {
        const known = gathered.deletedCollections.get(id) ?? [];
        gathered.deletedCollections.set(id, [...known, ...grantees]);
      }
    } else {
      const ids = change.type === 'document' ? gathered.documents : gathered.collections;
      for (const id of change.ids) ids.add(id);
    }
    this.#timer ??= setTimeout(() => void this.#deliver(), gatherMs);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const { stream } of this.#subscribers) stream.end();
  }

  #hears(organisationId: string): boolean {
    return [...this.#subscribers].some((entry) => entry.organisationId === organisationId);
  }

  async #deliver(): Promise<void> {
    this.#timer = undefined;
    const all = [...this.#gathered];
    this.#gathered.clear();
    for (const [organisationId, gathered] of all) {
      for (const subscriber of this.#subscribers) {
        if (subscriber.organisationId !== organisationId) continue;
        try {
          await this.#deliverTo(subscriber, gathered);
        } catch (error) {
          this.#logger.warn({ err: error }, 'an event stream was ended');
          subscriber.stream.end();
        }
      }
    }
  }

  async #deliverTo(
    { loadAccess, collectionId, stream }: Subscriber,
    { documents, collections, deletions, deletedCollections, imports }: Gathered,
  ): Promise<void> {
    const access = await loadAccess();
    for (const document of await this.#findDocuments(access, [...documents], collectionId)) {
      stream.send('document', document);
    }
    for (const { userId, state } of imports.values()) {
      if (userId === access.userId) stream.send('bundle_import', state);
    }
    const left = await this.#findCollections(
      access,
      [...new Set(deletions.values())],
      collectionId,
    );
    for (const [id, collection_id] of deletions) {
      if (left.includes(collection_id))
        stream.send('document', { id, collection_id, deleted: true });
    }
    for (const id of await this.#findCollections(access, [...collections], undefined)) {
      stream.send('collection', { id });
    }
    for (const [id, grantees] of deletedCollections) {
      if (couldSee(access, grantees)) stream.send('collection', { id, deleted: true });
    }
  }

  async #findDocuments(
    access: Access,
    ids: readonly string[],
    collectionId: string | undefined,
  ): Promise<Document[]> {
    if (ids.length === 0) return [];
    let query = this.#database
      .selectFrom('rag.documents as d')
      .innerJoin('rag.collections as c', 'c.id', 'd.collection_id')
      .selectAll('d')
      .where('d.organisation_id', '=', access.organisationId)
      .where('d.deleted_at', 'is', null)
      .where(sql<boolean>`d.id = any(${[...ids]}::uuid[])`)
      .where(sql<boolean>`${permissionRank(access)} is not null`);
    if (collectionId) query = query.where(sql<boolean>`c.path @> array[${collectionId}::uuid]`);
    const rows = await query.execute();
    return rows.map(toDocument);
  }

  /**
   * Returns the collections that the caller may read, limited to one and its descendants if given.
   */
  async #findCollections(
    access: Access,
    ids: readonly string[],
    belowId: string | undefined,
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    let query = this.#database
      .selectFrom('rag.collections as c')
      .select('c.id')
      .where('c.organisation_id', '=', access.organisationId)
      .where(sql<boolean>`c.id = any(${[...ids]}::uuid[])`)
      .where(sql<boolean>`${permissionRank(access)} is not null`);
    if (belowId) query = query.where(sql<boolean>`c.path @> array[${belowId}::uuid]`);
    const rows = await query.execute();
    return rows.map((row) => row.id);
  }
}
