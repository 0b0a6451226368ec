import type { HybridIndex, IndexedChunk } from '../hybrid-index.ts';

export const organisationId = 'acme';
export const compass = {
  north: Float32Array.of(1, 0, 0, 0),
  east: Float32Array.of(0, 1, 0, 0),
  northEast: Float32Array.of(Math.SQRT1_2, Math.SQRT1_2, 0, 0),
};
export const firstHundred = { limit: 100 };

export function chunk(id: string, properties: Partial<IndexedChunk> = {}): IndexedChunk {
  return {
    id,
    documentId: `document-of-${id}`,
    revision: 'first',
    collectionId: 'library',
    position: 0,
    page: null,
    createdAtMs: 1_700_000_000_000,
    terms: ['shared', id],
    vector: compass.north,
    ...properties,
  };
}

export const term = (text: string, weight = 1) => [{ term: text, weight }];
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export const ids = (hits: readonly { readonly chunkId: string }[]) =>
  hits.map(({ chunkId }) => chunkId);

/**
 * Creates 1,100 chunks of eleven documents in three directions, after a twelfth document was
 * deleted.
 */
export async function addManyAlike(index: HybridIndex): Promise<void> {
  const directions = Object.values(compass);
  for (let document = 0; document < 12; document += 1) {
    await index.addChunks(
      organisationId,
      Array.from({ length: 100 }, (_, place) =>
        chunk(`${document}-${place}`, {
          documentId: `document-${document}`,
          vector: directions[(document + place) % 3] as Float32Array,
          terms: ['shared', `word${place}`, ...Array<string>(document).fill('x')],
        }),
      ),
    );
  }
  await index.deleteDocument(organisationId, 'document-3');
}
