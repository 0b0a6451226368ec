import { createHash } from 'node:crypto';
import type { Embedder } from '@lectern/retrieval';
import { sql } from 'kysely';
import type { UpstreamDatabase } from '../upstream/upstream-tables.ts';

/** Days after which unused vectors are removed. */
const retentionDays = 30;
/** Texts that are embedded and stored at once. */
const batch = 64;

/** Vectors of servers' and tools' texts in PostgreSQL, so that nothing is embedded twice. */
export class RoutingVectors {
  readonly #database: UpstreamDatabase;
  readonly #embedder: Embedder;

  constructor(database: UpstreamDatabase, embedder: Embedder) {
    this.#database = database;
    this.#embedder = embedder;
  }

  async find(texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const textOf = new Map(texts.map((text) => [digestOf(text), text]));
    if (textOf.size === 0) return new Map();
    const wanted = sql<string>`any(${[...textOf.keys()]}::text[])`;
    const rows = await this.#database
      .selectFrom('routing_vectors')
      .select(['digest', 'vector'])
      .where('embedder', '=', this.#embedder.id)
      .where('digest', '=', wanted)
      .execute();
    // At most once a day, so that searches cost no writes.
    await this.#database
      .updateTable('routing_vectors')
      .set({ used_at: sql`now()` })
      .where('embedder', '=', this.#embedder.id)
      .where('digest', '=', wanted)
      .where('used_at', '<', sql<Date>`now() - interval '1 day'`)
      .execute();
    return new Map(rows.map(({ digest, vector }) => [textOf.get(digest) ?? '', toVector(vector)]));
  }

  /** Removes vectors of any model that were unused for a month. */
  async dropUnused(): Promise<void> {
    await this.#database
      .deleteFrom('routing_vectors')
      .where('used_at', '<', sql<Date>`now() - make_interval(days => ${retentionDays})`)
      .execute();
  }

  /** Embeds and stores missing vectors. */
  async complete(texts: readonly string[], signal: AbortSignal): Promise<void> {
    const known = await this.find(texts);
    const missing = [...new Set(texts)].filter((text) => !known.has(text));
    for (let start = 0; start < missing.length; start += batch) {
      const part = missing.slice(start, start + batch);
      const vectors = await this.#embedder.embedDocuments(part, { signal });
      await this.#database
        .insertInto('routing_vectors')
        .values(
          part.map((text, at) => ({
            embedder: this.#embedder.id,
            digest: digestOf(text),
            vector: Buffer.from((vectors[at] as Float32Array).buffer),
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function toVector(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
