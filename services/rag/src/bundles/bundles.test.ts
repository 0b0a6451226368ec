import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { manifestSchema } from './bundle-format.ts';

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

const exportBundle = async (person = owner): Promise<Response> =>
  person.open('GET', `/rag/collections/${root}/bundle`, {});

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
