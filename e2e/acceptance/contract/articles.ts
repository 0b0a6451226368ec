import type { Article } from '@lectern/contracts';
import type { Clause } from '../subject.ts';
import { found } from './found.ts';
import type { ContractWorld } from './world.ts';

const toFilter = (collectionId: string) => ({ collection_ids: [collectionId] });

/** Six long documents about one thing; each alone has more passages than are asked for. */
async function addKilns({ addTexts }: ContractWorld, name: string): Promise<string> {
  const { collectionId } = await addTexts({
    name,
    documents: Array.from({ length: 6 }, (_, at) => ({
      external_id: `kiln-${at}`,
      title: `Kiln ${at}`,
      text: Array.from(
        { length: 400 },
        (_, line) => `The kiln ${at} fires bricks of kind ${line} and clay of kind ${line}.`,
      ).join('\n\n'),
    })),
  });
  return collectionId;
}

/** Whole articles for a question, and the question that has none. */
export const articles: readonly Clause<ContractWorld>[] = [
  {
    name: 'top_k articles are of top_k documents, however long one of them is',
    async ask(world) {
      const collection = await addKilns(world, 'Kilns');
      const json = {
        query: 'which bricks does the kiln fire',
        top_k: 3,
        collection_filter: toFilter(collection),
      };
      const { body } = await world.api.request('POST', '/api/articles', { json });
      const documents = new Set(body.articles.map(({ kb_id }: Article) => kb_id));
      return found(
        'POST /api/articles {top_k: 3} over six long documents',
        `${body.articles.length} articles of ${documents.size} documents; ${JSON.stringify(body.metadata)}`,
        body.articles.length === 3 &&
          documents.size === 3 &&
          body.metadata.top_k_requested === 3 &&
          body.metadata.articles_count === 3,
      );
    },
  },
  {
    name: 'passages are those that content holds',
    async ask(world) {
      const collection = await addKilns(world, 'Long kilns');
      const json = { query: 'bricks of kind 17', collection_filter: toFilter(collection) };
      const { body } = await world.api.request('POST', '/api/articles', { json });
      const wrong: string[] = [];
      let passages = 0;
      for (const { kb_id, content, metadata } of body.articles as Article[]) {
        const text = await world.api.readText(kb_id);
        for (const { start, end } of metadata.passages) {
          passages += 1;
          const passage = Array.from(text).slice(start, end).join('').trim();
          if (!content.includes(passage)) wrong.push(`${kb_id} ${start} to ${end}`);
        }
      }
      const cut = body.articles.filter(({ metadata }: Article) => metadata.truncated).length;
      return found(
        'POST /api/articles {query}; GET /api/documents/{kb_id}/text of each, from start to end',
        `${cut} of ${body.articles.length} articles cut; ${passages} passages, ${wrong.length} not in content`,
        cut > 0 && passages > 0 && wrong.length === 0,
      );
    },
  },
  {
    name: 'top_k_requested is null when it was left out',
    async ask(world) {
      const collection = await addKilns(world, 'More kilns');
      const json = { query: 'bricks of the kiln', collection_filter: toFilter(collection) };
      const { body } = await world.api.request('POST', '/api/articles', { json });
      return found(
        'POST /api/articles {query}',
        body.metadata,
        body.metadata.top_k_requested === null && body.metadata.articles_count === 5,
      );
    },
  },
  {
    name: '"no results" can be reached, and an answer abstains then',
    async ask({ api, addTexts }) {
      const { collectionId } = await addTexts({
        name: 'One fact',
        documents: [{ external_id: 'ferry', title: 'Ferry', text: 'The ferry leaves at noon.' }],
      });
      const query = 'qwertzuiop asdfghjkl';
      const collection_filter = toFilter(collectionId);
      const json = { query, collection_filter };
      const { body: none } = await api.request('POST', '/api/articles', { json });
      const asked = { question: query, collection_filter };
      const { body: answer } = await api.request('POST', '/api/ask', { json: asked });
      return found(
        `POST /api/articles {query: "${query}"}, POST /api/ask {question: "${query}"}`,
        { ...none.metadata, abstained: answer.abstained, model: answer.model },
        none.metadata.has_results === false &&
          none.articles.length === 0 &&
          answer.abstained === true &&
          answer.model === null,
      );
    },
  },
  {
    name: 'an empty collection is no error but a warning',
    async ask({ api }) {
      const collection = await api.createCollection('Empty');
      const json = { query: 'anything', collection_filter: toFilter(collection) };
      const { status, body } = await api.request('POST', '/api/search', { json });
      return found(
        'POST /api/search in an empty collection',
        `${status} ${JSON.stringify(body.warnings)}`,
        status === 200 && body.chunks.length === 0 && body.warnings[0]?.code === 'collection_empty',
      );
    },
  },
];
