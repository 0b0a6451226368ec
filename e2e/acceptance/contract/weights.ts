import type { Clause } from '../subject.ts';
import { found } from './found.ts';
import type { ContractWorld } from './world.ts';

const text = 'Fern spores travel far on the wind.';
const documents = [{ external_id: 'fern', title: 'Fern', text }];
const near = (one: number, other: number) => Math.abs(one - other) < 1e-9;

/** How much meaning counts beside words, by the collection of each passage. */
export const weights: readonly Clause<ContractWorld>[] = [
  {
    name: 'a collection below one with a weight has it too, until it sets its own',
    async ask({ api, addTexts }) {
      const parent = await addTexts({
        name: 'Weighed',
        documents,
        settings: { retrieval: { dense_weight: 0.9 } },
      });
      const child = await addTexts({
        name: 'Below',
        documents,
        parentId: parent.collectionId,
      });
      const weightOf = () => searchWeight(api, [child.collectionId]);
      const inherited = await weightOf();
      const settings = { retrieval: { dense_weight: 0.2 } };
      await api.request('PATCH', `/api/collections/${child.collectionId}`, { json: { settings } });
      const own = await weightOf();
      return found(
        'POST /api/search {explain} in a collection below one of dense_weight .9; PATCH {settings: {retrieval: {dense_weight: .2}}}; again',
        `trace.fusion.dense_weight ${inherited}, then ${own}`,
        near(inherited, 0.9) && near(own, 0.2),
      );
    },
  },
  {
    name: 'each passage of several collections is weighed by its own',
    async ask({ api, addTexts }) {
      const weightOf = new Map<string, number>();
      const ids: string[] = [];
      for (const weight of [0.9, 0.1]) {
        const name = `Weight ${weight}`;
        const settings = { retrieval: { dense_weight: weight } };
        // Passages of the same words would be folded into one.
        const own = [{ external_id: 'fern', title: name, text: `${text} It weighs ${weight} g.` }];
        const added = await addTexts({ name, documents: own, settings });
        weightOf.set(name, weight);
        ids.push(added.collectionId);
      }
      const json = {
        query: 'how far do fern spores travel',
        fusion: 'rrf',
        explain: true,
        collection_filter: { collection_ids: ids },
      };
      const { body } = await api.request('POST', '/api/search', { json });
      const wrong = body.chunks.filter((chunk: { id: string; collection_name: string }) => {
        const { dense_rank, bm25_rank, scores } = body.trace.candidates.find(
          ({ id }: { id: string }) => id === chunk.id,
        );
        const weight = weightOf.get(chunk.collection_name) ?? Number.NaN;
        const dense = dense_rank === null ? 0 : weight / (60 + dense_rank);
        const keyword = bm25_rank === null ? 0 : (1 - weight) / (60 + bm25_rank);
        return !near(scores.fused, dense + keyword);
      });
      return found(
        'POST /api/search {fusion: "rrf", explain} over collections of .9 and .1',
        `${body.chunks.length} passages, ${wrong.length} not Σ weight / (60 + rank) by their own`,
        body.chunks.length >= 2 && wrong.length === 0,
      );
    },
  },
  {
    name: 'alpha is the weight that was used over collections of several weights',
    async ask({ api, addTexts }) {
      const ids: string[] = [];
      for (const weight of [0.7, 0.3]) {
        const settings = { retrieval: { dense_weight: weight } };
        const name = `Alpha ${weight}`;
        ids.push((await addTexts({ name, documents, settings })).collectionId);
      }
      const alphaOf = async (collectionIds: readonly string[]): Promise<number> => {
        const json = {
          question: 'How far do fern spores travel?',
          collection_filter: { collection_ids: collectionIds },
        };
        return (await api.request('POST', '/api/ask', { json })).body.retrieval.alpha;
      };
      const alone = await alphaOf(ids.slice(0, 1));
      const both = await alphaOf(ids);
      return found(
        'POST /api/ask in a collection of .7, then over .7 and .3',
        `retrieval.alpha ${alone}, ${both}`,
        near(alone, 0.7) && near(both, 0.5),
      );
    },
  },
];

async function searchWeight(
  api: ContractWorld['api'],
  collectionIds: readonly string[],
): Promise<number> {
  const json = {
    query: 'fern spores',
    explain: true,
    collection_filter: { collection_ids: collectionIds },
  };
  return (await api.request('POST', '/api/search', { json })).body.trace.fusion.dense_weight;
}
