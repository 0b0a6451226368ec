import type { IndexHit } from '../ranked-hits.ts';
import { type OrganisationTenant, whenTenant } from './organisation-tenant.ts';

/** A hit in Weaviate's fastest form: the id of its object alone. */
export interface ObjectHit {
  readonly objectId: string;
  readonly value: number;
}

type KnownChunk = Pick<IndexHit, 'chunkId' | 'documentId'>;

/** Maximum cached chunks; each takes about 300 bytes. */
const maxKnown = 200_000;

/**
 * Caches the chunk and the document of each object. Reading them for each hit was a quarter of a
 * search, and they never change: an object's id is derived from its chunk's, a chunk belongs to one
 * document. The cache grants no access: the search has the filter, texts are loaded from the
 * database.
 */
export class KnownChunks {
  /** By organisation and object. */
  readonly #known = new Map<string, Map<string, KnownChunk>>();
  #count = 0;

  /** Returns the hits as chunks, without those that were deleted since the search. */
  async resolve(
    organisationId: string,
    hits: readonly ObjectHit[],
    from: { readonly tenant: OrganisationTenant; readonly signal: AbortSignal },
  ): Promise<IndexHit[]> {
    const known = this.#known.get(organisationId);
    const found = hits.map(({ objectId, value }) => ({
      objectId,
      value,
      chunk: known?.get(objectId),
    }));
    const unknown = found.flatMap(({ objectId, chunk }) => (chunk ? [] : objectId));
    const read = await readChunks(unknown, from);
    this.#store(organisationId, read);
    return found.flatMap(({ objectId, value, chunk = read.get(objectId) }) =>
      chunk ? [{ chunkId: chunk.chunkId, documentId: chunk.documentId, value }] : [],
    );
  }

  /**
   * Stores chunks. When there are too many, all are dropped: tracking their use would cost more
   * than reading them again.
   */
  #store(organisationId: string, chunks: ReadonlyMap<string, KnownChunk>): void {
    if (chunks.size === 0) return;
    if (this.#count + chunks.size > maxKnown) {
      this.#known.clear();
      this.#count = 0;
    }
    const known = this.#known.get(organisationId) ?? new Map<string, KnownChunk>();
    this.#known.set(organisationId, known);
    const before = known.size;
    for (const [objectId, chunk] of chunks) known.set(objectId, chunk);
    this.#count += known.size - before;
  }
}

async function readChunks(
  objectIds: readonly string[],
  { tenant, signal }: { readonly tenant: OrganisationTenant; readonly signal: AbortSignal },
): Promise<Map<string, KnownChunk>> {
  if (objectIds.length === 0) return new Map<string, KnownChunk>();
  const { objects } = await whenTenant(
    () =>
      tenant.query.fetchObjects(
        {
          filters: tenant.filter.byId().containsAny([...objectIds]),
          limit: objectIds.length,
          returnProperties: ['chunk_id', 'document_id'],
        },
        { abortSignal: signal },
      ),
    { objects: [] },
  );
  return new Map(
    objects.map(({ uuid, properties: { chunk_id, document_id } }) => [
      uuid,
      { chunkId: chunk_id, documentId: document_id },
    ]),
  );
}
