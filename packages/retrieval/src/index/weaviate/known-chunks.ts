import { LRUCache } from 'lru-cache';
import type { RecalledHit } from '../ranked-hits.ts';
import { type OrganisationTenant, whenTenant } from './organisation-tenant.ts';

/** A hit as Weaviate tells it soonest: by its object's id alone. */
export interface ObjectHit {
  readonly objectId: string;
  readonly value: number;
}

type KnownChunk = Pick<RecalledHit, 'chunkId' | 'documentId'>;

/** Some 300 bytes each. */
const maxKnown = 200_000;

/**
 * Which chunk of which document an object is. Reading that for each hit was a third of a recall,
 * and it never changes: an object's id follows from its chunk's, a chunk belongs to one document.
 * What is kept gives no rights: the filter is in the recall, texts are loaded from the database.
 */
export class KnownChunks {
  /** By organisation and object. */
  readonly #known = new LRUCache<string, KnownChunk>({ max: maxKnown });

  /** The hits as chunks, less those that were deleted since the recall. */
  async resolve(
    organisationId: string,
    hits: readonly ObjectHit[],
    from: { readonly tenant: OrganisationTenant; readonly signal: AbortSignal },
  ): Promise<RecalledHit[]> {
    const chunks = new Map<string, KnownChunk>();
    const unknown: string[] = [];
    for (const { objectId } of hits) {
      const known = this.#known.get(`${organisationId}/${objectId}`);
      if (known) chunks.set(objectId, known);
      else unknown.push(objectId);
    }
    for (const { objectId, ...chunk } of await readChunks(unknown, from)) {
      this.#known.set(`${organisationId}/${objectId}`, chunk);
      chunks.set(objectId, chunk);
    }
    return hits.flatMap(({ objectId, value }) => {
      const chunk = chunks.get(objectId);
      return chunk ? [{ ...chunk, value }] : [];
    });
  }
}

async function readChunks(
  objectIds: readonly string[],
  { tenant, signal }: { readonly tenant: OrganisationTenant; readonly signal: AbortSignal },
) {
  if (objectIds.length === 0) return [];
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
  return objects.map(({ uuid, properties: { chunk_id, document_id } }) => ({
    objectId: uuid,
    chunkId: chunk_id,
    documentId: document_id,
  }));
}
