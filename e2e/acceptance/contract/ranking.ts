import type { Clause } from '../subject.ts';
import { found, isSame } from './found.ts';
import type { ContractWorld } from './world.ts';

interface Ranked {
  readonly title: string;
  readonly text: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Order of what is found, and the time for it. */
export const ranking: readonly Clause<ContractWorld>[] = [
  {
    name: 'search_timeout is given past the deadline of a search, articles and answers included',
    async ask({ startHurriedSuite }) {
      await using hurried = await startHurriedSuite();
      const { api, pool } = hurried;
      const locking = await pool.connect();
      const answers: string[] = [];
      try {
        await locking.query('begin; lock table rag.documents in access exclusive mode');
        for (const [path, json] of [
          ['/api/search', { query: 'anything' }],
          ['/api/articles', { query: 'anything' }],
          ['/api/ask', { question: 'anything' }],
        ] as const) {
          const startedAt = performance.now();
          const { status, body, headers } = await api.request('POST', path, { json });
          const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
          answers.push(
            `${path} ${status} ${body.error?.code} after ${seconds} s, ${headers.get('content-type')?.split(';')[0]}`,
          );
        }
      } finally {
        await locking.query('rollback');
        locking.release();
      }
      const { status } = await api.request('POST', '/api/search', { json: { query: 'anything' } });
      return found(
        'POST with SEARCH_TIMEOUT_MS=1500 while the documents are locked',
        `${answers.join('; ')}; afterwards ${status}`,
        answers.every((answer) => /504 search_timeout after [1-3]\./.test(answer)) &&
          status === 200,
      );
    },
  },
  {
    name: "recency goes by the document's own date",
    async ask(world) {
      const titles = await rank(world, {
        query: 'when does the ferry leave',
        recency_boost: 1,
        documents: [
          { title: 'old', text: 'The ferry leaves at noon.', metadata: { date: '1999-01-01' } },
          { title: 'new', text: 'The ferry leaves at noon.', metadata: { date: '2020-01-01' } },
        ],
      });
      return found(
        'POST /api/search {recency_boost: 1} over texts alike, of 1999 and of 2020',
        titles,
        isSame(titles, ['new', 'old']),
      );
    },
  },
  {
    name: 'recency goes by the last change of content where there is no date',
    async ask({ api, addTexts }) {
      const text = 'The lock opens at dawn.';
      const name = 'Lock';
      const { collectionId, ids } = await addTexts({
        name,
        documents: [{ external_id: 'first', title: name, text }],
      });
      const add = async (external_id: string, changed: string) => {
        const documents = [{ external_id, title: name, text: changed }];
        const path = `/api/collections/${collectionId}/documents`;
        const { body } = await api.request('POST', path, { json: { documents } });
        await api.waitUntilFinal(body.documents[0].id);
      };
      const order = async (): Promise<string[]> => {
        const json = {
          query: 'when does the lock open',
          recency_boost: 1,
          collection_filter: { collection_ids: [collectionId] },
        };
        const { body } = await api.request('POST', '/api/search', { json });
        return body.chunks.map(
          ({ metadata }: { metadata: { external_id: string } }) => metadata.external_id,
        );
      };
      await add('second', text);
      await api.request('POST', `/api/documents/${ids[0]}/retry`, { json: {} });
      await api.waitUntilFinal(ids[0] ?? '');
      const readAgain = await order();
      await add('first', `${text} `);
      const replaced = await order();
      return found(
        'POST /api/search {recency_boost: 1} after the older of two texts was read again; after it was replaced',
        [readAgain, replaced],
        isSame(
          [readAgain, replaced],
          [
            ['second', 'first'],
            ['first', 'second'],
          ],
        ),
      );
    },
  },
  ...(
    [
      [
        'a code',
        'pump fault ERR-4711',
        'The pump showed ERR-4711.',
        'Pump fault of the pump: ERR-4712, pump fault.',
      ],
      [
        'a part number',
        'crane AB-1200 price',
        'The hoist is sold as AB-1200.',
        'Crane price: price of the crane AB-1200/7.',
      ],
      [
        'a paragraph',
        'what does § 12 say of fees',
        '§ 12 says that members pay in March.',
        'Of fees: what fees say, within 12 days, fees.',
      ],
      [
        'one of several paragraphs',
        'what does § 13 say of fees',
        '§§ 12, 13 say that members pay in March.',
        'Of fees: what fees say, within 13 days, fees.',
      ],
      [
        'one of two codes',
        'crane fault ERR-48',
        'The hoist showed ERR-47/ERR-48.',
        'Crane fault of the crane: ERR-48-11, crane fault.',
      ],
      [
        'a code with a hyphen of typesetting',
        'crane fault ERR-57',
        'The hoist showed ERR\u201157.',
        'Crane fault of the crane: ERR-57-11, crane fault.',
      ],
      [
        'a code with an en dash',
        'crane fault ERR-58',
        'The hoist showed ERR\u201358.',
        'Crane fault of the crane: ERR-58-11, crane fault.',
      ],
      [
        'a date',
        'minutes of 2024-05-17 on budget',
        'Notes of 2024-05-17.',
        'Minutes on the budget, budget minutes of 2024-05-18.',
      ],
    ] as const
  ).map(
    ([what, query, exact, lookalike]): Clause<ContractWorld> => ({
      name: `${what} ranks above lookalikes`,
      async ask(world) {
        const documents = [
          { title: 'lookalike', text: lookalike },
          { title: 'exact', text: exact },
          { title: 'other', text: 'Nothing of the kind.' },
        ];
        const titles = await rank(world, { query, documents });
        return found(
          `POST /api/search {query: "${query}"} over "${exact}" and "${lookalike}"`,
          titles,
          titles[0] === 'exact' && titles[1] === 'lookalike',
        );
      },
    }),
  ),
  {
    name: 'of two codes in one question texts of either rank above lookalikes of both',
    async ask({ api, addTexts }) {
      const texts = {
        lookalike: 'ERR-47-11 means a broken sensor, ERR-48-11 means a broken wire.',
        low: 'ERR-47 means low oil in the tank.',
        high: 'ERR-48 means high oil in the tank.',
        neither: 'What do codes mean? What they mean is what codes mean.',
      };
      const { collectionId } = await addTexts({
        name: 'Two codes',
        documents: Object.entries(texts).map(([title, text]) => ({
          external_id: title,
          title,
          text,
        })),
      });
      const asked = 'What do ERR-47 and ERR-48 mean?';
      const collection_filter = { collection_ids: [collectionId] };
      const orders: string[][] = [];
      for (const mode of ['hybrid', 'keyword', 'dense']) {
        const json = { query: asked, mode, collection_filter };
        const { body } = await api.request('POST', '/api/search', { json });
        orders.push(body.chunks.map((chunk: { document_title: string }) => chunk.document_title));
      }
      const areFirst = orders.every(
        (titles) =>
          isSame(titles.slice(0, 2).toSorted(), ['high', 'low']) && titles[2] === 'lookalike',
      );
      return found(`POST /api/search {query: "${asked}"} in each mode`, orders, areFirst);
    },
  },
];

interface Ranking {
  readonly query: string;
  readonly documents: readonly Ranked[];
  readonly recency_boost?: number;
}

/** Titles of a search over these texts alone, best first. */
async function rank(
  { api, addTexts }: ContractWorld,
  { documents, ...request }: Ranking,
): Promise<string[]> {
  const { collectionId } = await addTexts({
    name: request.query,
    documents: documents.map((document) => ({ external_id: document.title, ...document })),
  });
  const json = { ...request, collection_filter: { collection_ids: [collectionId] } };
  const { body } = await api.request('POST', '/api/search', { json });
  return body.chunks.map(({ document_title }: { document_title: string }) => document_title);
}
