import { afterAll } from '@jest/globals';
import { type Person, startTestRag } from './start-test-rag.ts';

export interface Found {
  readonly document_title: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly [field: string]: any;
}

const texts = [
  {
    title: 'Otters',
    text: 'Sea otters hold hands while they sleep on the kelp.',
    metadata: { year: 2001, tags: ['sea', 'fur'], seen: '2024-05-01T10:00:00+02:00' },
  },
  {
    title: 'Beavers',
    text: 'Beavers build dams from branches and mud.',
    metadata: { year: 2010, tags: ['river', 'fur'], seen: '2024-05-01T08:00:00.000Z' },
  },
  {
    title: 'Storks',
    text: 'White storks fly to Africa when the summer ends.',
    metadata: { year: 2020, seen: '2024-05-01T09:00:00' },
  },
  { title: 'Аисты', text: 'Белые аисты улетают в Африку в конце лета.', metadata: { lang: 'ru' } },
  { title: '水獭', text: '海獭在睡觉时手拉着手漂浮在海面上。', metadata: { lang: 'zh' } },
];

/**
 * Documents in a collection that a member reads, in one below it, and in one that is closed to him.
 */
async function openSearchLibrary() {
  const rag = await startTestRag();
  const owner = await rag.addPerson('olga', 'acme', 'owner');
  const member = await rag.addPerson('max', 'acme', 'member');
  const create = async (name: string, parentId?: string) =>
    (
      await owner.call('POST', '/rag/collections', {
        name,
        ...(parentId && { parent_id: parentId }),
      })
    ).body.id as string;
  const open = await create('Open');
  const below = await create('Below', open);
  const closed = await create('Closed');
  await owner.call('PUT', `/rag/collections/${open}/grants`, {
    inherit: true,
    grants: [{ grantee: { type: 'user', id: 'max' }, permission: 'read' }],
  });
  const add = async (collection: string, documents: object[]) => {
    const { body } = await owner.call('POST', `/rag/collections/${collection}/documents`, {
      documents,
    });
    for (const { id } of body.documents) await rag.settled(owner, id);
  };
  await add(
    open,
    texts.map((text, at) => ({ external_id: `t${at}`, ...text })),
  );
  await add(below, [
    {
      external_id: 'long',
      title: 'Lighthouse log',
      text: Array.from(
        { length: 60 },
        (_, day) =>
          `On day ${day} the keeper of the lighthouse wrote down wind, waves and the number of ships that passed.`,
      ).join('\n\n'),
    },
  ]);
  await add(closed, [
    {
      external_id: 'secret',
      title: 'Secret otters',
      text: 'The secret otters guard the vault.',
      metadata: { clearance: 'high' },
    },
  ]);
  const search = async (person: Person, body: object) => {
    const answer = await person.call('POST', '/rag/search', body);
    if (answer.status !== 200) throw new Error(`the search was answered with ${answer.status}`);
    return answer.body as { chunks: Found[]; [field: string]: Found[] | never };
  };
  return {
    rag,
    owner,
    member,
    open,
    below,
    closed,
    search,
    titles: async (person: Person, body: object) =>
      (await search(person, body)).chunks.map((chunk) => chunk.document_title),
    [Symbol.asyncDispose]: () => rag[Symbol.asyncDispose](),
  };
}

/** Opens the library for a test file. */
export async function setUpSearchLibrary() {
  const library = await openSearchLibrary();
  afterAll(() => library[Symbol.asyncDispose]());
  return library;
}
