import type { IndexedChunk } from '../hybrid-index.ts';
import { IndexUnavailableError } from '../index-errors.ts';
import { type OrganisationTenant, whenTenant } from './organisation-tenant.ts';
import { chunkToObject } from './weaviate-chunk-records.ts';
import { Filters, type FilterValue } from './weaviate-client.ts';

const objectsABatch = 200;

/** Writes to one organisation's tenant. */
export class WeaviateWriter {
  readonly #tenant: OrganisationTenant;

  constructor(tenant: OrganisationTenant) {
    this.#tenant = tenant;
  }

  async add(chunks: readonly IndexedChunk[]): Promise<void> {
    for (let from = 0; from < chunks.length; from += objectsABatch) {
      const batch = chunks.slice(from, from + objectsABatch).map(chunkToObject);
      const { hasErrors, errors } = await this.#tenant.data.insertMany(batch);
      if (!hasErrors) continue;
      const [first, ...others] = Object.values(errors);
      throw new IndexUnavailableError(
        `${others.length + 1} chunks were refused: ${first?.message}`,
      );
    }
  }

  async deleteRevision(documentId: string, revision: string): Promise<void> {
    const { filter } = this.#tenant;
    await this.#delete(
      Filters.and(
        filter.byProperty('document_id').equal(documentId),
        filter.byProperty('revision').equal(revision),
      ),
    );
  }

  async deleteDocument(documentId: string, exceptRevision: string | undefined): Promise<void> {
    const { filter } = this.#tenant;
    const isDocument = filter.byProperty('document_id').equal(documentId);
    await this.#delete(
      exceptRevision === undefined
        ? isDocument
        : Filters.and(isDocument, filter.byProperty('revision').notEqual(exceptRevision)),
    );
  }

  async #delete(condition: FilterValue): Promise<void> {
    // One call deletes at most as many objects as one query returns.
    for (;;) {
      const deleted = await whenTenant(() => this.#tenant.data.deleteMany(condition), undefined);
      if (deleted === undefined) return;
      const { matches, failed } = deleted;
      if (failed > 0) throw new IndexUnavailableError(`${failed} chunks could not be deleted.`);
      if (matches === 0) return;
    }
  }
}
