import { isKnown } from './local-schema.ts';
import type { WeaviateNodes } from './weaviate-nodes.ts';
import { createMissingCollection } from './weaviate-schema.ts';

/** No organisation has this name. */
const markTenant = 'complete';

/** A tenant that exists exactly if the index is complete. */
export class CompletenessMark {
  readonly #nodes: WeaviateNodes;
  readonly #collection: string;

  constructor(nodes: WeaviateNodes, collection: string) {
    this.#nodes = nodes;
    this.#collection = collection;
  }

  /** A node that has just come back may not know the mark yet; others do. */
  async isMarked(): Promise<boolean> {
    const name = { collection: this.#collection, tenant: markTenant };
    const marks = await this.#nodes.askEnough((_, signal, address) =>
      isKnown(address, name, signal),
    );
    return marks.includes(true);
  }

  async mark(isComplete: boolean): Promise<void> {
    await this.#nodes.ask(async (client) => {
      await createMissingCollection(client, this.#collection, this.#nodes.replicationFactor);
      const { tenants } = client.collections.use(this.#collection);
      if (isComplete) await tenants.create({ name: markTenant });
      else await tenants.remove(markTenant);
    });
  }
}
