import { readEvents } from '../../suite/read-events.ts';
import type { Clause } from '../subject.ts';
import { found } from './found.ts';
import type { ContractWorld } from './world.ts';

const toBytes = (text: string) => new TextEncoder().encode(text);

/** A text of as many sentences, some of which are a passage. */
const write = (count: number, words: string) =>
  Array.from({ length: count }, (_, at) => `Sentence ${at} of ${words} at the river ${at}.`).join(
    '\n\n',
  );

/** From upload to replacement. */
export const documentLife: readonly Clause<ContractWorld>[] = [
  {
    name: 'progress counts passages up to their number',
    async ask({ api }) {
      const collection = await api.createCollection('Counted');
      const path = `/api/events?collection_id=${collection}`;
      const events = readEvents(await api.open('GET', path, { timeoutMs: 110_000 }));
      await events.next();
      const bytes = toBytes(write(20_000, 'marmots'));
      await api.uploadAccepted(collection, [{ name: 'marmots.md', bytes }]);
      const told: { stage: string; done: number; total: number }[] = [];
      let passages = 0;
      for await (const { event, data } of events) {
        if (event !== 'document') continue;
        told.push(data.progress);
        passages = data.chunk_count;
        if (data.status === 'ready' || data.status === 'failed') break;
      }
      await events.return(undefined);
      const counted = told.filter(({ stage }) => stage === 'indexing');
      const last = told.at(-1);
      return found(
        'GET /api/events while a long text is ingested',
        told.map(({ stage, done, total }) => `${stage} ${done}/${total}`).join(', '),
        last?.stage === 'ready' &&
          last.done === passages &&
          last.total === passages &&
          counted.some(({ done, total }) => done > 0 && done < total) &&
          counted.every(
            ({ done, total }, at) => done <= total && done >= (counted[at - 1]?.done ?? 0),
          ),
      );
    },
  },
  {
    name: 'a retry after a cancel waits for nothing',
    async ask({ api }) {
      const collection = await api.createCollection('Cancelled');
      const bytes = toBytes(write(2_000, 'stoats'));
      const [accepted] = await api.uploadAccepted(collection, [{ name: 'stoats.md', bytes }]);
      const id = accepted?.id ?? '';
      const cancelled = await api.request('POST', `/api/documents/${id}/cancel`);
      const retried = await api.request('POST', `/api/documents/${id}/retry`, { json: {} });
      const startedAt = performance.now();
      const { status } = await api.waitUntilFinal(id);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      return found(
        'POST /api/documents/{id}/cancel, POST /api/documents/{id}/retry at once',
        `${cancelled.status} ${cancelled.body.status}, ${retried.status} ${retried.body.status}, ${status} after ${seconds} s`,
        cancelled.body.status === 'cancelled' &&
          retried.status === 202 &&
          retried.body.status === 'queued' &&
          status === 'ready' &&
          Number(seconds) < 30,
      );
    },
  },
  {
    name: 'there is no gap while a document is replaced',
    async ask({ api }) {
      const collection = await api.createCollection('Replaced');
      const file = (words: string) => ({ name: 'river.md', bytes: toBytes(write(4_000, words)) });
      const [accepted] = await api.uploadAccepted(collection, [file('turquoise otters')]);
      const id = accepted?.id ?? '';
      await api.waitUntilFinal(id);
      const seen: Record<string, number> = { turquoise: 0, vermilion: 0, nothing: 0 };
      const json = {
        query: 'otters at the river',
        limit: 1,
        collection_filter: { collection_ids: [collection] },
      };
      const look = async () => {
        const { body } = await api.request('POST', '/api/search', { json });
        const text: string = body.chunks[0]?.text ?? '';
        const words = ['turquoise', 'vermilion'].find((word) => text.includes(word));
        seen[words ?? 'nothing'] = (seen[words ?? 'nothing'] ?? 0) + 1;
        return words;
      };
      await look();
      const form = new FormData();
      form.append('files', new Blob([file('vermilion otters').bytes]), 'river.md');
      const replaced = await api.request('PUT', `/api/documents/${id}/file`, { body: form });
      while ((await look()) !== 'vermilion');
      for (let more = 0; more < 5; more += 1) await look();
      const { status, version } = await api.waitUntilFinal(id);
      return found(
        'PUT /api/documents/{id}/file with searches all the while',
        `${replaced.status}; answers by the old text ${seen.turquoise}, by the new one ${seen.vermilion}, none ${seen.nothing}; ${status}, version ${version}`,
        seen.nothing === 0 && (seen.turquoise ?? 0) >= 2 && status === 'ready' && version === 2,
      );
    },
  },
  {
    name: 'a ready document can be read again, and answers meanwhile',
    async ask({ api, addTexts }) {
      const text = write(500, 'badgers');
      const { collectionId, ids } = await addTexts({
        name: 'Read again',
        documents: [{ external_id: 'badgers', title: 'Badgers', text }],
      });
      const path = `/api/documents/${ids[0]}/retry`;
      const retried = await api.request('POST', path, { json: {} });
      const again = await api.request('POST', path, { json: {} });
      const json = { query: 'badgers', collection_filter: { collection_ids: [collectionId] } };
      const { body } = await api.request('POST', '/api/search', { json });
      const { status, version } = await api.waitUntilFinal(ids[0] ?? '');
      return found(
        'POST /api/documents/{id}/retry of a ready document, twice; a search; the end',
        `${retried.status} ${retried.body.status}; ${again.status} ${again.body.error?.code ?? again.body.status}; ${body.chunks.length} passages; ${status}, version ${version}`,
        retried.status === 202 && body.chunks.length > 0 && status === 'ready' && version === 1,
      );
    },
  },
  {
    name: 'a collection is cut anew by its new settings',
    async ask({ api, addTexts }) {
      const text = write(500, 'weasels');
      const { collectionId, ids } = await addTexts({
        name: 'Cut anew',
        documents: [{ external_id: 'weasels', title: 'Weasels', text }],
      });
      const passages = async () => (await api.waitUntilFinal(ids[0] ?? '')).chunk_count;
      const path = `/api/collections/${collectionId}`;
      const rechunk = async () => (await api.request('POST', `${path}/rechunk`, { json: {} })).body;
      const [before, unchanged] = [await passages(), await rechunk()];
      const settings = { chunking: { max_tokens: 64 } };
      await api.request('PATCH', path, { json: { settings } });
      const [cut, after] = [await rechunk(), await passages()];
      return found(
        'POST /api/collections/{id}/rechunk; PATCH {settings: {chunking: {max_tokens: 64}}}; again',
        [unchanged, cut, `${before} passages before, ${after} after`],
        unchanged.queued === 0 && cut.queued === 1 && after > before,
      );
    },
  },
  {
    name: 'a type is told by content',
    async ask({ api }) {
      const collection = await api.createCollection('Lies');
      const page =
        '<!doctype html><html><title>Lie</title><body><p>No PDF at all.</p></body></html>';
      const files = [
        { name: 'lie.pdf', type: 'application/pdf', bytes: toBytes(page) },
        { name: 'lie.txt', bytes: new Uint8Array([0x50, 0x4b, 3, 4, ...new Array(60).fill(0)]) },
      ];
      const accepted = await api.uploadAccepted(collection, files);
      const ends = await Promise.all(accepted.map(({ id }) => api.waitUntilFinal(id ?? '')));
      const told = ends.map(({ status, mime_type, error }) => ({ status, mime_type, error }));
      return found(
        'POST documents: a web page as lie.pdf, the head of an archive as lie.txt',
        told,
        told[0]?.status === 'ready' &&
          told[0].mime_type === 'text/html' &&
          told[1]?.status === 'failed',
      );
    },
  },
];
