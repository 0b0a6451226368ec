import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWeaviateIndexVersions } from '@lectern/retrieval';
import { createLogger } from '@lectern/service';
import { eventually } from '@lectern/testing';
import { fromBufferPromise } from 'yauzl';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { type Manifest, manifestSchema } from './bundle-format.ts';
import { runImport } from './run-import.ts';
import { ZipWriter } from './zip-writer.ts';

let rag: TestRag;
let owner: Person;
let reader: Person;
let root: string;

beforeAll(async () => {
  rag = await startTestRag();
  owner = await rag.addPerson('olga', 'acme', 'owner');
  reader = await rag.addPerson('rita', 'acme', 'member');
  root = (await owner.call('POST', '/rag/collections', { name: 'Birds' })).body.id;
  const child = await owner.call('POST', '/rag/collections', { name: 'Coast', parent_id: root });
  const files = {
    'heron.txt': 'The heron waits in shallow water for fish.',
    'gull.html': '<html><body><h1>Gulls</h1><p>The gull drops mussels on rocks.</p></body></html>',
  };
  for (const [index, collection] of [root, child.body.id].entries()) {
    const [name, text] = Object.entries(files)[index] ?? ['', ''];
    const path = `/rag/collections/${collection}/documents`;
    const { body } = await owner.call('POST', path, filesOf({ [name]: text }));
    await rag.settled(owner, body.documents[0].id);
  }
});
afterAll(() => rag[Symbol.asyncDispose]());

const exportBundle = async (person = owner, id = root): Promise<Response> =>
  person.open('GET', `/rag/collections/${id}/bundle`, {});

async function readMembers(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    found.set(entry.fileName, Buffer.concat(parts));
  }
  return found;
}

/** Settings of a Weaviate and an S3 server, as far as the environment names them. */
const outsideStores: Record<string, string> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    /^(WEAVIATE|S3|AWS)_/.test(name) && value !== undefined ? [[name, value]] : [],
  ),
);

async function dropIndex({ dependencies }: TestRag, settings: Record<string, string>) {
  const { indexVersion } = await dependencies.search.searchIndex.current();
  const { WEAVIATE_URL: url = '', WEAVIATE_GRPC_URL: grpcUrl = '', WEAVIATE_API_KEY } = settings;
  const server = { url, grpcUrl, apiKey: WEAVIATE_API_KEY };
  await createWeaviateIndexVersions({ server }).drop(indexVersion.indexName);
}

type Importer = Pick<TestRag, 'settled'>;

const sendBundle = (person: Person, bytes: Uint8Array, parentId?: string) => {
  const form = new FormData();
  if (parentId) form.append('parent_id', parentId);
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], 'birds.zip'));
  return person.call('POST', '/rag/bundles', form);
};
/** Sends a bundle and waits for the end of its import. */
const importInto = async (person: Person, bytes: Uint8Array, parentId?: string) => {
  // A file that the import before has discarded meanwhile is asked for again, with 503.
  const sent = await eventually(async () => {
    const answer = await sendBundle(person, bytes, parentId);
    return answer.status !== 503 && answer;
  });
  expect(sent.status).toBe(202);
  return endOf(person, sent.body.id);
};
const endOf = (person: Person, id: string) =>
  eventually(
    async () => {
      const { body } = await person.call('GET', `/rag/bundles/${id}`);
      if (body.status !== 'done' && body.status !== 'failed') throw new Error(body.status);
      return body;
    },
    { timeoutMs: 20_000 },
  );
const listDocuments = async (person: Person) =>
  (await person.call('GET', '/rag/documents')).body.documents as {
    id: string;
    title: string;
    created_at: string;
  }[];
const settleAll = async (importer: Importer, person: Person) => {
  for (const { id } of await listDocuments(person)) await importer.settled(person, id);
};
const searchAll = async (person: Person) => {
  const chunks = [];
  for (const query of ['heron shallow water', 'gull mussels']) {
    const { body } = await person.call('POST', '/rag/search', { query, explain: true });
    chunks.push(...body.chunks);
  }
  return chunks;
};

describe('an imported bundle', () => {
  it('is found in another site by the same chunks with the same scores', async () => {
    const bytes = new Uint8Array(await (await exportBundle()).arrayBuffer());
    const before = await searchAll(owner);
    expect(before.length).toBeGreaterThan(1);
    await using other = await startTestRag();
    const gina = await other.addPerson('gina', 'globex', 'owner');
    const done = await importInto(gina, bytes);
    expect(done).toMatchObject({ status: 'done', collection_id: root, error: null });
    await settleAll(other, gina);
    expect(await searchAll(gina)).toEqual(before);
    const { rows } = await other.database.pool.query(
      `select (select count(*)::int from rag.imported_vectors) as vectors,
         (select count(*)::int from rag.revisions where not has_vectors) as missing`,
    );
    expect(rows).toEqual([{ vectors: 0, missing: 0 }]);
    const { body } = await gina.call('GET', '/rag/collections');
    expect(body.collections).toMatchObject([
      { name: 'Birds', parent_id: null, document_count: 1 },
      { name: 'Coast', parent_id: root, document_count: 1 },
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['embedded stores', {}],
    ...(outsideStores.WEAVIATE_URL
      ? [['the stores of the environment', outsideStores] as [string, Record<string, string>]]
      : []),
  ])('has the same scores and ids after a trip over %s', async (_, settings) => {
    // A word's raw score depends on how much of the index was merged since the import.
    const ranked = async (person: Person) =>
      (await searchAll(person)).map(({ id, score }) => ({ id, score }));
    const searched = await ranked(owner);
    const idsOf = (chunks: typeof searched) => chunks.map(({ id }) => id).toSorted();
    const take = async (site: TestRag, bytes: Uint8Array) => {
      const gina = await site.addPerson('gina', randomUUID(), 'owner');
      expect(await importInto(gina, bytes)).toMatchObject({ status: 'done', collection_id: root });
      await settleAll(site, gina);
      return gina;
    };
    const send = async (person: Person) =>
      new Uint8Array(await (await exportBundle(person)).arrayBuffer());
    await using away = await startTestRag(settings);
    const guest = await take(away, await send(owner));
    const awayIds = idsOf(await ranked(guest));
    const bytes = await send(guest);
    if (settings.WEAVIATE_URL) await dropIndex(away, settings);
    expect(awayIds).toEqual(idsOf(searched));
    await using home = await startTestRag();
    expect(await ranked(await take(home, bytes))).toEqual(searched);
  });

  it('has the edits of its passages, and is corrected with them when it is read again', async () => {
    const person = await rag.addPerson('edna', 'stark', 'owner');
    const { body: collection } = await person.call('POST', '/rag/collections', { name: 'Owls' });
    const path = `/rag/collections/${collection.id}/documents`;
    const files = { 'owl.txt': 'Owls hunt at night.', 'auk.txt': 'Auks dive for fish.' };
    const added = (await person.call('POST', path, filesOf(files))).body.documents;
    for (const [at, text] of ['Owls hunt at dusk.', null].entries()) {
      const { id } = await rag.settled(person, added[at].id);
      const { body } = await person.call('GET', `/rag/documents/${id}/chunks`);
      const chunk = `/rag/documents/${id}/chunks/${body.chunks[0].id}`;
      await person.call('PATCH', chunk, { text: 'Something else.' });
      expect((await person.call('PATCH', chunk, { text })).status).toBe(200);
    }
    const bytes = new Uint8Array(await (await exportBundle(person, collection.id)).arrayBuffer());
    await using other = await startTestRag();
    const gina = await other.addPerson('gina', 'globex', 'owner');
    expect(await importInto(gina, bytes)).toMatchObject({ status: 'done' });
    await settleAll(other, gina);
    for (const isReadAgain of [false, true]) {
      const seen = [];
      for (const { id } of await listDocuments(gina)) {
        if (isReadAgain) await gina.call('POST', `/rag/documents/${id}/retry`);
        await other.settled(gina, id);
        const chunks = await gina.call('GET', `/rag/documents/${id}/chunks?hidden=true`);
        const edits = await gina.call('GET', `/rag/documents/${id}/chunks/edits`);
        const [{ text, corrected, hidden }] = chunks.body.chunks;
        const states = edits.body.edits.map(({ state }: { state: string }) => state).join();
        seen.push({ text, corrected, hidden, states });
      }
      expect(seen.toSorted((a, b) => (a.text < b.text ? -1 : 1))).toEqual([
        { text: 'Auks dive for fish.', hidden: true, states: 'applied,replaced' },
        { text: 'Owls hunt at dusk.', corrected: true, states: 'applied,replaced' },
      ]);
    }
  });

  it('uses the vectors of the bundle', async () => {
    const bytes = Buffer.from(await (await exportBundle()).arrayBuffer());
    const turned = await changeMembers(bytes, (name, content) => {
      if (!name.endsWith('.f32')) return content;
      const vector = Buffer.alloc(content.length);
      vector.writeFloatLE(1, 0);
      return vector;
    });
    await using other = await startTestRag();
    const gina = await other.addPerson('gina', 'globex', 'owner');
    expect(await importInto(gina, turned)).toMatchObject({ status: 'done' });
    await settleAll(other, gina);
    const { index } = await other.dependencies.search.searchIndex.current();
    const [document] = await listDocuments(gina);
    const vectors = [...(await index.readVectors('globex', document?.id ?? '')).values()];
    expect(vectors.map(([first]) => first)).toEqual([1]);
  });

  it('gets ids and a name of its own where those are taken', async () => {
    const person = await rag.addPerson('hugo', 'hooli', 'owner');
    const bytes = new Uint8Array(await (await exportBundle()).arrayBuffer());
    const { collection_id: first } = await importInto(person, bytes);
    expect(first).not.toBe(root);
    const { collection_id: second } = await importInto(person, bytes);
    const names = await Promise.all(
      [first, second].map(
        async (id) => (await person.call('GET', `/rag/collections/${id}`)).body.name,
      ),
    );
    expect(names).toEqual(['Birds', 'Birds (2)']);
    await settleAll(rag, person);
    expect(await listDocuments(person)).toHaveLength(4);
  });

  it('gets the id of a removed document only with its content', async () => {
    const person = await rag.addPerson('lena', 'wayne', 'owner');
    const { body: collection } = await person.call('POST', '/rag/collections', { name: 'Owls' });
    const path = `/rag/collections/${collection.id}/documents`;
    const { body } = await person.call('POST', path, filesOf({ 'owl.txt': 'Owls hunt at night.' }));
    const { id } = body.documents[0];
    await rag.settled(person, id);
    const bytes = Buffer.from(await (await exportBundle(person, collection.id)).arrayBuffer());
    await person.call('DELETE', `/rag/collections/${collection.id}`);
    await person.call('DELETE', `/internal/bin/${collection.id}`);
    const countRows = async () =>
      (await rag.database.pool.query('select from rag.documents where id = $1', [id])).rowCount;
    await eventually(async () => (await countRows()) === 0, { timeoutMs: 60_000 });

    const sha256 = createHash('sha256').update('evil').digest('hex');
    const replace = (name: string, content: Buffer) => {
      if (name !== 'documents.jsonl') return content;
      return Buffer.from(JSON.stringify({ ...JSON.parse(`${content}`), sha256, size: 4 }));
    };
    const forged = await changeMembers(bytes, replace, [`blobs/${sha256}`]);
    expect(await importInto(person, forged)).toMatchObject({ status: 'done' });
    expect((await person.call('GET', `/rag/documents/${id}`)).status).toBe(404);
    expect(await importInto(person, bytes)).toMatchObject({ collection_id: collection.id });
    expect((await person.call('GET', `/rag/documents/${id}`)).status).toBe(200);
    await settleAll(rag, person);
  }, 90_000);

  it('is refused by the name of what is damaged, and leaves nothing behind', async () => {
    const person = await rag.addPerson('ivan', 'initech', 'owner');
    const bytes = Buffer.from(await (await exportBundle()).arrayBuffer());
    const blob = [...(await readMembers(bytes)).keys()].find((name) => name.startsWith('blobs/'));
    const changed = Buffer.from(bytes);
    changed.write('HERON', bytes.indexOf('heron waits'));
    const cases: [Uint8Array, string | null][] = [
      [changed, blob ?? ''],
      [bytes.subarray(0, bytes.length - 100), null],
      [Buffer.from('no bundle'), null],
      [await changeMembers(bytes, (_, content) => content, ['../evil.txt']), null],
      [await changeMembers(bytes, (_, content) => content, ['blobs/x']), 'blobs/x'],
      [await changeMembers(bytes, (_, content) => content, ['a\0b']), 'a\ufffdb'],
      [await changeMembers(bytes, (_, content) => content, ['x'.repeat(9_000)]), 'x'.repeat(500)],
    ];
    for (const [sent, member] of cases) {
      expect(await importInto(person, sent)).toMatchObject({
        status: 'failed',
        collection_id: null,
        error: { code: 'bundle_damaged', member },
      });
    }
    expect((await person.call('GET', '/rag/collections')).body.collections).toEqual([]);
    expect(await listDocuments(person)).toEqual([]);
  });

  it('has names without folders and hidden characters', async () => {
    const person = await rag.addPerson('mara', 'pied-piper', 'owner');
    const bytes = Buffer.from(await (await exportBundle()).arrayBuffer());
    const names = { title: 'Her\u202eon\n2', file_name: '../../her\u202eon\r\n.txt' };
    const sent = await changeMembers(bytes, (name, content) => {
      if (name !== 'documents.jsonl') return content;
      const lines = content.toString().trim().split('\n');
      const forged = lines.map((line) => {
        const document = JSON.parse(line);
        const revision = { ...document.revision, file_name: names.file_name };
        return `${JSON.stringify({ ...document, ...names, revision })}\n`;
      });
      return Buffer.from(forged.join(''));
    });
    expect(await importInto(person, sent)).toMatchObject({ status: 'done' });
    await settleAll(rag, person);
    const { body } = await person.call('GET', '/rag/documents');
    expect(body.documents.length).toBeGreaterThan(0);
    for (const { title, file_name } of body.documents) {
      expect([title, file_name]).toEqual(['Heron 2', 'heron.txt']);
    }
  });

  it.each([
    ['documents.jsonl', { url: 'javascript:alert(1)' }],
    ['documents.jsonl', { version: 2 ** 40 }],
    ['documents.jsonl', { page_count: 2 ** 40 }],
    ['documents.jsonl', { title: 'x'.repeat(1_001) }],
    ['documents.jsonl', { external_id: 'x'.repeat(5_000) }],
    ['documents.jsonl', { external_id: 'twice', collection_id: 'root' }],
    ['documents.jsonl', { metadata: { nested: { deep: 1 } } }],
    ['documents.jsonl', { metadata: { long: 'x'.repeat(200_000) } }],
    ['documents.jsonl', { file_name: '\ud800.txt' }],
    ['documents.jsonl', { mime_type: 'text/plain\r\nx-evil: 1' }],
    ['documents.jsonl', { file_metadata: { author: 'a\0b' } }],
    ['documents.jsonl', { unknown: JSON.parse('['.repeat(100) + ']'.repeat(100)) }],
    ['documents.jsonl', { unknown: 'x'.repeat(9_000_000) }],
    ['collections.jsonl', { name: '\u200b' }],
    ['chunks/', { start: 2 ** 40 }],
    ['chunks/', { text: '\udfff' }],
    ['vectors/', Number.NaN],
  ])('is refused with content that no document can have: %s %#', async (member, change) => {
    const person = await rag.addPerson('judy', 'umbrella', 'owner');
    const bytes = Buffer.from(await (await exportBundle()).arrayBuffer());
    const sent = await changeMembers(bytes, (name, content) => {
      if (!name.startsWith(member)) return content;
      if (typeof change === 'number') {
        const vectors = Buffer.from(content);
        vectors.writeFloatLE(change, 4);
        return vectors;
      }
      const written = content.toString().trim().split('\n');
      const changed = written.map((line) => {
        const own = { ...JSON.parse(line), ...change };
        if (own.collection_id === 'root') own.collection_id = root;
        return `${JSON.stringify(own)}\n`;
      });
      return Buffer.from(changed.join(''));
    });
    expect(await importInto(person, sent)).toMatchObject({
      status: 'failed',
      error: { code: 'bundle_damaged', member: expect.stringContaining(member) },
    });
  });

  it('is refused with ids that are not its own, or there twice', async () => {
    const edit = async (person: Person) => {
      const { body } = await person.call('POST', '/rag/collections', { name: 'Owls' });
      const path = `/rag/collections/${body.id}/documents`;
      const files = filesOf({ 'owl.txt': `The owl of ${person.userId}.` });
      const { id } = (await person.call('POST', path, files)).body.documents[0];
      await rag.settled(person, id);
      const { chunks } = (await person.call('GET', `/rag/documents/${id}/chunks`)).body;
      const chunk = `/rag/documents/${id}/chunks/${chunks[0].id}`;
      const made = await person.call('PATCH', chunk, { text: 'Changed.' });
      return { collectionId: body.id, editId: made.body.id };
    };
    const victim = await edit(await rag.addPerson('vic', 'tyrell', 'owner'));
    const person = await rag.addPerson('otto', 'weyland', 'owner');
    const { collectionId } = await edit(person);
    const bytes = Buffer.from(await (await exportBundle(person, collectionId)).arrayBuffer());
    const changeLine = (member: string, change: (line: string) => string) =>
      changeMembers(bytes, (name, content) =>
        name.startsWith(member) ? Buffer.from(change(`${content}`)) : content,
      );
    for (const [member, sent] of [
      [
        'chunks/',
        await changeLine('chunks/', (line) => {
          const chunk = JSON.parse(line);
          return JSON.stringify({ ...chunk, edit: { ...chunk.edit, id: victim.editId } });
        }),
      ],
      ['edits/', await changeLine('edits/', (line) => line + line)],
      // The database would read it as the same id in small letters.
      [
        'documents.jsonl',
        await changeLine('documents.jsonl', (line) => {
          const document = JSON.parse(line);
          const id = document.id.toUpperCase();
          return JSON.stringify({ ...document, id, revision: null });
        }),
      ],
    ] as const) {
      expect(await importInto(person, sent)).toMatchObject({
        status: 'failed',
        error: { code: 'bundle_damaged', member: expect.stringContaining(member) },
      });
    }
  });

  it('is refused with a parsed text of another form', async () => {
    const person = await rag.addPerson('tara', 'aperture', 'owner');
    const bytes = Buffer.from(await (await exportBundle()).arrayBuffer());
    const sha256 = createHash('sha256').update('evil').digest('hex');
    const replace = (name: string, content: Buffer) =>
      name === 'documents.jsonl'
        ? Buffer.from(
            `${content}`.replaceAll(/"parsed_sha256":"\w+"/g, `"parsed_sha256":"${sha256}"`),
          )
        : content;
    expect(
      await importInto(person, await changeMembers(bytes, replace, [`blobs/${sha256}`])),
    ).toMatchObject({
      status: 'failed',
      error: { code: 'bundle_damaged', member: `blobs/${sha256}` },
    });
  });

  it('is refused with a manifest that names a member twice', async () => {
    const person = await rag.addPerson('rosa', 'cyberdyne', 'owner');
    const bytes = Buffer.from(await (await exportBundle()).arrayBuffer());
    const [name = ''] = (await readMembers(bytes)).keys();
    const sent = await changeMembers(
      bytes,
      (_, content) => content,
      [],
      (listed) => [...listed, ...listed.filter((member) => member.name === name)],
    );
    expect(await importInto(person, sent)).toMatchObject({
      status: 'failed',
      error: { code: 'bundle_damaged', member: 'manifest.json' },
    });
  });

  it('is imported once for all requests with its idempotency key', async () => {
    await rag.addPerson('kate', 'stark', 'owner');
    const bytes = new Uint8Array(await (await exportBundle()).arrayBuffer());
    const token = await rag.identity.token({ userId: 'kate', organisationId: 'stark' });
    const send = async (key: string, content = bytes) => {
      const form = new FormData();
      form.append('file', new File([content], 'birds.zip'));
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
      const sending = { method: 'POST', headers, body: form };
      const response = await fetch(`${rag.url}/rag/bundles`, sending);
      const body = (await response.json()) as {
        readonly id: string;
        readonly error: { readonly code: string; readonly details: unknown };
      };
      return { status: response.status, body };
    };
    const sent = await Promise.all(['k', 'k', 'k'].map((key) => send(key)));
    expect(sent.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    const other = await send('k', bytes.subarray(1));
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
    expect((await send('no key')).body.error.details).toEqual({ field: 'Idempotency-Key' });
    expect((await send('l')).body.id).not.toBe(sent[0]?.body.id);
    await rag.database.pool.query(
      "update rag.bundle_imports set created_at = now() - interval '25 hours'",
    );
    expect((await send('k')).body.id).not.toBe(sent[0]?.body.id);
  });

  it('needs the right to write to the parent', async () => {
    const bytes = new Uint8Array(await (await exportBundle()).arrayBuffer());
    const stranger = await rag.addPerson('sven', 'acme', 'member');
    expect((await sendBundle(stranger, bytes, root)).status).toBe(404);
    const wrong = await sendBundle(stranger, bytes, 'nowhere');
    expect([wrong.status, wrong.body.error.details]).toEqual([400, { field: 'parent_id' }]);
    const viewer = await rag.addPerson('vera', 'acme', 'viewer');
    expect((await sendBundle(viewer, bytes)).status).toBe(403);
    const done = await importInto(stranger, bytes);
    const { body } = await stranger.call('GET', `/rag/collections/${done.collection_id}`);
    expect(body.permission).toBe('manage');
    const other = await owner.call('GET', `/rag/bundles/${done.id}`);
    expect([other.status, other.body.error.code]).toEqual([404, 'bundle_import_not_found']);
  });

  it('is imported once by a repeated job', async () => {
    const person = await rag.addPerson('mona', 'oscorp', 'owner');
    const bytes = Buffer.from(await (await exportBundle()).arrayBuffer());
    const { id, collection_id } = await importInto(person, bytes);
    const { database, blobs } = rag.dependencies;
    const quotas = { documents: 10, bytes: 2 ** 30, collections: 10 };
    // The first job holds its lock, and discards its file, for a moment after its end.
    await eventually(async () => {
      const { sha256 } = await blobs.put(bytes);
      await rag.database.pool.query(
        `update rag.bundle_imports set status = 'running', sha256 = $2 where id = $1`,
        [id, sha256],
      );
      await runImport(
        { database, blobs, logger: createLogger({ name: 'test', level: 'fatal' }) },
        { task: 'import', organisation_id: 'oscorp', import_id: id, quotas },
        { signal: AbortSignal.timeout(20_000), isLastAttempt: true },
      );
      return (await person.call('GET', `/rag/bundles/${id}`)).body.status !== 'running';
    });
    expect(await endOf(person, id)).toMatchObject({ status: 'done', collection_id });
    expect((await person.call('GET', '/rag/collections')).body.collections).toHaveLength(2);
    await settleAll(rag, person);
  });

  it('holds up no removal', async () => {
    const person = await rag.addPerson('iris', 'umbrella', 'owner');
    const bytes = new Uint8Array(await (await exportBundle()).arrayBuffer());
    const other = await rag.addPerson('otto', 'wayne', 'owner');
    const { body: collection } = await other.call('POST', '/rag/collections', { name: 'Notes' });
    const path = `/rag/collections/${collection.id}/documents`;
    const { body } = await other.call('POST', path, {
      documents: [{ external_id: 'x', text: 'A note.' }],
    });
    const { id } = body.documents[0];
    await rag.settled(other, id);
    await other.call('DELETE', `/rag/documents/${id}`);
    await rag.stopWorker();
    const { pool } = rag.database;
    const imports = [await sendBundle(person, bytes), await sendBundle(person, bytes)];
    const ids = imports.map((sent) => sent.body.id);
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from rag.bundle_imports where id = any($1) for update', [ids]);
    try {
      await rag.startWorker();
      await eventually(async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount !== 0;
      });
      await other.call('DELETE', `/internal/bin/${id}`);
      await eventually(
        async () =>
          (await pool.query('select from rag.documents where id = $1', [id])).rowCount === 0,
        { timeoutMs: 20_000 },
      );
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    for (const one of ids) expect(await endOf(person, one)).toMatchObject({ status: 'done' });
    await settleAll(rag, person);
  });

  it('needs the role of a member until its end', async () => {
    const person = await rag.addPerson('tess', 'acme', 'member');
    const bytes = new Uint8Array(await (await exportBundle()).arrayBuffer());
    await rag.stopWorker();
    const { status, body } = await sendBundle(person, bytes);
    expect(status).toBe(202);
    await rag.database.pool.query(`update auth.member set role = 'viewer' where "userId" = 'tess'`);
    await rag.startWorker();
    expect(await endOf(person, body.id)).toMatchObject({
      status: 'failed',
      error: { code: 'forbidden' },
    });
  });
});

/** Writes a bundle again with a right manifest and further members. */
async function changeMembers(
  bytes: Buffer,
  change: (name: string, content: Buffer) => Buffer,
  further: readonly string[] = [],
  changeManifest = (members: Manifest['members']) => members,
): Promise<Buffer> {
  const zip = new ZipWriter();
  const parts: Buffer[] = [];
  const listed: Manifest['members'] = [];
  const add = async (name: string, content: Buffer) => {
    for await (const part of zip.add(name, [content])) parts.push(part);
  };
  const found = [...(await readMembers(bytes))].filter(([name]) => name !== 'manifest.json');
  for (const [name, content] of [
    ...found.map(([name, content]) => [name, change(name, content)] as const),
    ...further.map((name) => [name, Buffer.from('evil')] as const),
  ]) {
    await add(name, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    listed.push({ name, size: content.length, sha256 });
  }
  await add('manifest.json', Buffer.from(JSON.stringify({ members: changeManifest(listed) })));
  parts.push(...zip.end());
  return Buffer.concat(parts);
}

describe('an exported bundle', () => {
  it('is a zip file that other programs read, with everything by its hash', async () => {
    const response = await exportBundle();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/zip',
    ]);
    expect(response.headers.get('content-disposition')).toContain('Birds.lectern.zip');
    const bytes = Buffer.from(await response.arrayBuffer());
    const found = await readMembers(bytes);
    const names = [...found.keys()];
    expect([names[0], names.at(-1)]).toEqual(['bundle.json', 'manifest.json']);
    const parse = (name: string) => JSON.parse(found.get(name)?.toString() ?? '');
    const lines = (name: string) =>
      found
        .get(name)
        ?.toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)) ?? [];
    expect(parse('bundle.json')).toMatchObject({ root, collections: 2, documents: 2 });
    const manifest = manifestSchema.parse(parse('manifest.json'));
    expect(manifest.members.map(({ name }) => name)).toEqual(names.slice(0, -1));
    expect(lines('collections.jsonl').map(({ name }) => name)).toEqual(['Birds', 'Coast']);
    const { dimensions } = parse('bundle.json').embedding;
    for (const { id, sha256, revision } of lines('documents.jsonl')) {
      expect(found.get(`blobs/${sha256}`)?.length).toBeGreaterThan(0);
      const chunks = lines(`chunks/${id}.jsonl`);
      expect(chunks).toHaveLength(revision.chunk_count);
      expect(found.get(`vectors/${id}.f32`)).toHaveLength(chunks.length * dimensions * 4);
    }
  });

  it('needs the right to manage', async () => {
    expect((await exportBundle(reader)).status).toBe(404);
    await owner.call('PUT', `/rag/collections/${root}/grants`, {
      inherit: true,
      grants: [{ grantee: { type: 'user', id: 'rita' }, permission: 'write' }],
    });
    expect((await exportBundle(reader)).status).toBe(403);
  });
});
