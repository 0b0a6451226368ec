import { createMissingCollection } from './collection-schema.ts';
import type { WeaviateClient } from './weaviate-client.ts';

/** No organisation has this name. */
const markTenant = 'complete';

/** A tenant that is there exactly if the index is complete. */
export class CompletenessMark {
  readonly #client: WeaviateClient;
  readonly #collection: string;

  constructor(client: WeaviateClient, collection: string) {
    this.#client = client;
    this.#collection = collection;
  }

  async isMarked(): Promise<boolean> {
    const { collections } = this.#client;
    if (!(await collections.exists(this.#collection))) return false;
    return (await collections.use(this.#collection).tenants.getByName(markTenant)) !== null;
  }

  async mark(isComplete: boolean): Promise<void> {
    await createMissingCollection(this.#client, this.#collection);
    const { tenants } = this.#client.collections.use(this.#collection);
    if (isComplete) await tenants.create({ name: markTenant });
    else await tenants.remove(markTenant);
  }
}
