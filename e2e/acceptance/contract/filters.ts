import type { Clause } from '../subject.ts';
import { found, show } from './found.ts';
import type { ContractWorld } from './world.ts';

type Filter = Readonly<Record<string, unknown>>;

/** Conditions on documents. */
export const filters: readonly Clause<ContractWorld>[] = [
  {
    name: 'dates are compared as instants, whatever their zone',
    async ask(world) {
      const holds = await addHeron(world, { published: '2024-05-17T08:53:58.398Z' });
      const value = '2024-05-17T10:53:58.398+02:00';
      const field = 'published';
      const answers = [
        await holds({ field, op: 'lte', value }),
        await holds({ field, op: 'lt', value }),
        await holds({ field: 'metadata.published', op: 'gte', value: '2024-05-17T03:53:58-05:00' }),
      ];
      return found(
        `POST /api/search metadata_filter published lte, lt ${value}, gte 2024-05-17T03:53:58-05:00 on a document of 2024-05-17T08:53:58.398Z`,
        answers,
        answers.join() === 'true,false,true',
      );
    },
  },
  {
    name: 'created_at equals what is shown, in any zone',
    async ask(world) {
      const { holds, shown } = await addShownHeron(world);
      const field = 'created_at';
      const minutes = 150;
      const local = new Date(new Date(String(shown.created_at)).getTime() + minutes * 60_000);
      const zoned = local.toISOString().replace('Z', '+02:30');
      const answers = [
        await holds({ field, op: 'eq', value: shown.created_at }),
        await holds({ field, op: 'eq', value: zoned }),
        await holds({ field, op: 'gt', value: shown.created_at }),
      ];
      return found(
        `POST /api/search metadata_filter created_at eq ${shown.created_at}, eq ${zoned}, gt the first`,
        answers,
        answers.join() === 'true,true,false',
      );
    },
  },
  {
    name: 'every field of a document can be filtered by its own value',
    async ask(world) {
      const { holds, shown } = await addShownHeron(world);
      const own: Record<string, unknown> = {
        ...shown,
        progress: (shown.progress as { stage: string }).stage,
        warnings: null,
        metadata: null,
        document_title: shown.title,
        collection_name: 'Herons',
      };
      const wrong: string[] = [];
      const expect = async (filter: Filter, expected: boolean) => {
        if ((await holds(filter)) !== expected) wrong.push(`${filter.field} ${filter.op}`);
      };
      for (const [field, value] of Object.entries(own)) {
        await expect({ field, op: 'exists' }, value !== null);
        if (value === null) continue;
        await expect({ field, op: 'eq', value }, true);
        await expect({ field, op: 'ne', value }, false);
        await expect({ field, op: 'in', value: [value] }, true);
        await expect({ field, op: 'gte', value }, true);
        await expect({ field, op: 'gt', value }, false);
      }
      return found(
        `POST /api/search metadata_filter exists, eq, ne, in, gte, gt on ${Object.keys(own).join(', ')}`,
        wrong.length === 0 ? 'as the document shows them' : `wrong: ${wrong.join(', ')}`,
        wrong.length === 0,
      );
    },
  },
  {
    name: 'of passages the page can be filtered by',
    async ask(world) {
      const holds = await addHeron(world, {});
      const answers = [
        await holds({ field: 'page', op: 'exists', value: false }),
        await holds({ field: 'page', op: 'in', value: [1, 3] }),
      ];
      return found(
        'POST /api/search metadata_filter page exists false, in [1, 3] on a text',
        answers,
        answers.join() === 'true,false',
      );
    },
  },
  {
    name: 'unknown fields are refused by their place',
    async ask({ api }) {
      const metadata_filter = [{ field: 'nonsense_field', op: 'eq', value: 'x' }];
      const json = { query: 'heron', metadata_filter };
      const answer = await api.request('POST', '/api/search', { json });
      return found(
        'POST /api/search {metadata_filter: [{field: "nonsense_field", …}]}',
        show(answer),
        answer.status === 400 && answer.body.error.details.field === 'metadata_filter.0.field',
      );
    },
  },
];

/** Whether the only document of a new collection is found under a condition. */
async function addHeron(
  { api, addTexts }: ContractWorld,
  metadata: Readonly<Record<string, string>>,
) {
  const { collectionId } = await addTexts({
    name: `Heron ${JSON.stringify(metadata)}`,
    documents: [{ external_id: 'heron', title: 'Heron', text: 'The heron waits.', metadata }],
  });
  return createProbe(api, collectionId);
}

function createProbe(api: ContractWorld['api'], collectionId: string) {
  return async (filter: Filter): Promise<boolean> => {
    const json = {
      query: 'heron',
      metadata_filter: [filter],
      collection_filter: { collection_ids: [collectionId] },
    };
    const answer = await api.request('POST', '/api/search', { json });
    if (answer.status !== 200) throw new Error(`${JSON.stringify(filter)} gave ${show(answer)}`);
    return answer.body.chunks.length > 0;
  };
}

/** A file with nearly everything that a document shows; the same for each who asks. */
async function addShownHeron({ api }: ContractWorld) {
  const { body } = await api.request('GET', '/api/collections?limit=500');
  const existing = body.collections.find(({ name }: { name: string }) => name === 'Herons');
  const collectionId = existing?.id ?? (await api.createCollection('Herons'));
  const bytes = new TextEncoder().encode('# Heron\n\nThe heron waits.');
  const [accepted] = await api.uploadAccepted(collectionId, [{ name: 'heron.md', bytes }]);
  const shown: Filter = { ...(await api.waitUntilFinal(accepted?.id ?? '')) };
  return { shown, holds: createProbe(api, collectionId) };
}
