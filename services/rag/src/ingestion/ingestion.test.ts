import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { createDocx } from '../parsing/__fixtures__/docx-file.ts';

describe('ingestion', () => {
  let rag: TestRag;
  let owner: Person;
  let collection: string;

  beforeAll(async () => {
    rag = await startTestRag({ UPLOAD_MAX_BYTES: '2000000' });
    owner = await rag.addPerson('olga', 'acme', 'owner');
    collection = (await owner.call('POST', '/rag/collections', { name: 'Papers' })).body.id;
  });
  afterAll(() => rag[Symbol.asyncDispose]());

  const upload = async (files: Record<string, string | Uint8Array>, into = collection) => {
    const { status, body } = await owner.call(
      'POST',
      `/rag/collections/${into}/documents`,
      filesOf(files),
    );
    expect(status).toBe(202);
    return body.documents;
  };
  const search = async (query: string, extra: object = {}) => {
    const { body } = await owner.call('POST', '/rag/search', { query, ...extra });
    return body.chunks.map((chunk: { document_id: string }) => chunk.document_id) as string[];
  };

  it('makes an uploaded file searchable', async () => {
    const [{ id, duplicate }] = await upload({
      'walrus.md': '# Walrus\n\nThe walrus dives for clams near Svalbard.',
    });
    expect(duplicate).toBe(false);
    const document = await rag.settled(owner, id);
    expect(document).toMatchObject({ status: 'ready', error: null, version: 1 });
    expect(document.chunk_count).toBeGreaterThan(0);
    const { chunk_count: chunks } = document;
    expect(document.progress).toEqual({ stage: 'ready', done: chunks, total: chunks });
    expect(await search('walrus clams')).toEqual([id]);
  });

  it('makes one document of the same file sent twenty times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upload({ 'same.txt': 'The same forty-two badgers.' })),
    );
    const ids = new Set(answers.map(([document]) => document.id));
    expect(ids.size).toBe(1);
    expect(answers.filter(([document]) => !document.duplicate)).toHaveLength(1);
    const [id] = [...ids];
    await rag.settled(owner, id as string);
    expect(await search('forty-two badgers', { mode: 'keyword' })).toEqual([id]);
  });

  it('keeps one entry a file in order, and refuses only the one that is too large', async () => {
    const documents = await upload({
      'a.txt': 'Apricots ripen early.',
      'huge.txt': new Uint8Array(2_000_001).fill(65),
      '../../etc/passwd.txt': 'Plums ripen late.',
    });
    expect(documents.map((document: { file_name: string }) => document.file_name)).toEqual([
      'a.txt',
      'huge.txt',
      'passwd.txt',
    ]);
    expect(documents[1].error.code).toBe('too_large');
    expect(documents[1].id).toBeUndefined();
    expect((await rag.settled(owner, documents[2].id)).status).toBe('ready');
  });

  it.each([
    ['empty.txt', '', 'no_text'],
    ['blank.txt', ' \n\t ', 'no_text'],
    ['broken.pdf', '%PDF-1.7\n1 0 obj <<', 'unreadable'],
    ['program.exe', new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0]), 'unsupported_format'],
  ])('ends %s as failed with its reason', async (name, content, code) => {
    const [{ id }] = await upload({ [name]: content });
    const document = await rag.settled(owner, id);
    expect([document.status, document.error?.code]).toEqual(['failed', code]);
    expect(document.error?.message).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ['', '', 'failed', 'no_text'],
    ['', ' \n\t ', 'failed', 'no_text'],
    ['Found by its title', '', 'ready', undefined],
  ])('ends a text document titled %j with the text %j as %s', async (title, text, ...end) => {
    const { body } = await owner.call('POST', `/rag/collections/${collection}/documents`, {
      documents: [{ external_id: `bare-${title}-${text.length}`, title, text }],
    });
    const document = await rag.settled(owner, body.documents[0].id);
    expect([document.status, document.error?.code]).toEqual(end);
  });

  it('tries a failed document again when it is uploaded again', async () => {
    const [{ id }] = await upload({ 'none.txt': '  ' });
    await rag.settled(owner, id);
    const [again] = await upload({ 'none.txt': '  ' });
    expect(again).toMatchObject({ id, duplicate: true, status: 'queued' });
    expect((await rag.settled(owner, id)).status).toBe('failed');
  });

  it('reads a text document as Markdown where its type says so', async () => {
    const put = async (mime_type?: string) => {
      const text = 'See [goldcrests](https://example.org/goldcrests): six grams.';
      const { body } = await owner.call('POST', `/rag/collections/${collection}/documents`, {
        documents: [{ external_id: 'note-md', title: 'Goldcrests', text, mime_type }],
      });
      const [{ id, duplicate }] = body.documents;
      await rag.settled(owner, id);
      const { body: found } = await owner.call('POST', '/rag/search', {
        query: 'goldcrests grams',
        mode: 'keyword',
      });
      return { duplicate, type: found.chunks[0].metadata.mime_type };
    };
    expect(await put()).toEqual({ duplicate: false, type: 'text/plain' });
    const read = { type: 'text/markdown' };
    expect(await put('text/markdown')).toEqual({ duplicate: false, ...read });
    expect(await put('text/markdown')).toEqual({ duplicate: true, ...read });
  });

  it('replaces a text document by its external id, and ignores the same content', async () => {
    const put = async (text: string) => {
      const { body } = await owner.call('POST', `/rag/collections/${collection}/documents`, {
        documents: [{ external_id: 'note-1', title: 'Note', text }],
      });
      return body.documents[0];
    };
    const first = await put('Kestrels hover over the meadow.');
    await rag.settled(owner, first.id);
    expect(await put('Kestrels hover over the meadow.')).toMatchObject({
      id: first.id,
      duplicate: true,
      status: 'ready',
    });
    const second = await put('Ospreys fish in the estuary.');
    expect(second).toMatchObject({ id: first.id, duplicate: false });
    const document = await rag.settled(owner, first.id);
    expect(document.version).toBe(2);
    expect(await search('ospreys estuary', { mode: 'keyword' })).toEqual([first.id]);
    expect(await search('kestrels meadow', { mode: 'keyword' })).toEqual([]);
  });

  it('adds what a file tells of itself to its metadata, beside what was given', async () => {
    const [{ id }] = await upload({
      'dated.md': '---\ndate: 2018-04-05\nauthor: Ann\n---\n\nThe cormorant dries its wings.',
    });
    expect((await rag.settled(owner, id)).metadata).toEqual({ date: '2018-04-05', author: 'Ann' });
    expect(await search('cormorant before:2020')).toEqual([id]);
    expect(await search('cormorant after:2020')).not.toContain(id);
    const metadata = { date: '2018-04-05', author: 'Ann Lee', shelf: 7 };
    await owner.call('PATCH', `/rag/documents/${id}`, { metadata });
    await owner.call(
      'PUT',
      `/rag/documents/${id}/file`,
      filesOf({ 'dated.md': '---\ndate: 2023-04-05\n---\n\nThe cormorant has flown.' }),
    );
    expect((await rag.settled(owner, id)).metadata).toEqual({
      date: '2023-04-05',
      author: 'Ann Lee',
      shelf: 7,
    });
  });

  it('answers from the old version until the new one is ready', async () => {
    const [{ id }] = await upload({ 'old.txt': 'Turquoise lighthouse keepers.' });
    await rag.settled(owner, id);
    await rag.stopWorker();
    const replaced = await owner.call(
      'PUT',
      `/rag/documents/${id}/file`,
      filesOf({ 'new.txt': 'Vermilion windmill owners.' }),
    );
    expect([replaced.status, replaced.body.status]).toEqual([202, 'queued']);
    expect(await search('turquoise lighthouse', { mode: 'keyword' })).toEqual([id]);
    await rag.startWorker();
    await rag.settled(owner, id);
    expect(await search('turquoise lighthouse', { mode: 'keyword' })).toEqual([]);
    expect(await search('vermilion windmill', { mode: 'keyword' })).toEqual([id]);
  });

  it('cites the version that answers by its own name, type and bytes when the next one fails', async () => {
    const [{ id }] = await upload({ 'readable.txt': 'Amaranth pelican.' });
    await rag.settled(owner, id);
    await owner.call('PUT', `/rag/documents/${id}/file`, filesOf({ 'bad.pdf': '%PDF-1.7 broken' }));
    expect(await rag.settled(owner, id)).toMatchObject({ status: 'failed', file_name: 'bad.pdf' });
    for (const query of ['amaranth pelican', 'pelican type:txt']) {
      const { body } = await owner.call('POST', '/rag/search', { query });
      expect(body.chunks[0].metadata).toMatchObject({
        version: 1,
        file_name: 'readable.txt',
        mime_type: 'text/plain',
      });
    }
    const metadata_filter = [{ field: 'file_name', op: 'eq', value: 'readable.txt' }];
    expect(await search('pelican', { metadata_filter })).toEqual([id]);
    expect(await search('pelican type:pdf')).toEqual([]);
    const original = await owner.call('GET', `/rag/documents/${id}/file`);
    expect(original.body).toBe('Amaranth pelican.');
    expect(original.headers.get('content-disposition')).toContain('readable.txt');
  });

  it('gives parts of an original, and nothing to those who have it', async () => {
    const [{ id }] = await upload({ 'parts.txt': '0123456789' });
    await rag.settled(owner, id);
    const get = async (headers: Record<string, string>, method = 'GET') => {
      const response = await owner.open(method, `/rag/documents/${id}/file`, headers);
      return {
        status: response.status,
        text: response.status === 416 ? '' : await response.text(),
        length: response.headers.get('content-length'),
        range: response.headers.get('content-range'),
        etag: response.headers.get('etag') ?? '',
      };
    };
    const whole = await get({});
    const { etag } = whole;
    expect(whole).toMatchObject({ status: 200, text: '0123456789', range: null });
    expect(await get({}, 'HEAD')).toMatchObject({ status: 200, text: '', length: '10' });
    expect(await get({ 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    const part = { status: 206, text: '2345', range: 'bytes 2-5/10', length: '4' };
    expect(await get({ range: 'bytes=2-5' })).toMatchObject(part);
    expect(await get({ range: 'bytes=2-5', 'if-range': etag })).toMatchObject(part);
    expect(await get({ range: 'bytes=-3' })).toMatchObject({ status: 206, text: '789' });
    expect(await get({ range: 'bytes=20-' })).toMatchObject({ status: 416, range: 'bytes */10' });
    const othersAskedFor: Record<string, string>[] = [
      { range: 'bytes=2-5', 'if-range': '"other"' },
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=1-2' },
      { 'if-none-match': '"other"' },
    ];
    for (const headers of othersAskedFor) {
      expect(await get(headers)).toMatchObject({ status: 200, text: '0123456789' });
    }
  });

  it('hides a deleted document from the moment that the call returns', async () => {
    const [{ id }] = await upload({ 'gone.txt': 'Obsidian salamander.' });
    await rag.settled(owner, id);
    expect((await owner.call('DELETE', `/rag/documents/${id}`)).status).toBe(204);
    expect(await search('obsidian salamander', { mode: 'keyword' })).toEqual([]);
    expect((await owner.call('GET', `/rag/documents/${id}`)).status).toBe(404);
    await owner.call('DELETE', `/internal/bin/${id}`);
    await eventually(
      async () => {
        const { rows } = await rag.database.pool.query(
          'select (select count(*)::int from rag.documents where id = $1) + (select count(*)::int from rag.chunks where document_id = $1) as left_over',
          [id],
        );
        return rows[0].left_over === 0;
      },
      { timeoutMs: 20_000 },
    );
  });

  it('cancels what is queued, deletes it, and takes it up again', async () => {
    await rag.stopWorker();
    const [{ id }] = await upload({ 'later.txt': 'Cobalt hedgehog.' });
    const cancelled = await owner.call('POST', `/rag/documents/${id}/cancel`);
    expect(cancelled.body.status).toBe('cancelled');
    const retried = await owner.call('POST', `/rag/documents/${id}/retry`, {});
    expect([retried.status, retried.body.status]).toEqual([202, 'queued']);
    await rag.startWorker();
    expect((await rag.settled(owner, id)).status).toBe('ready');
    const [{ id: other }] = await upload({ 'other.txt': 'Cobalt porcupine.' });
    expect((await owner.call('DELETE', `/rag/documents/${other}`)).status).toBe(204);
  });

  it('reads a ready document again beside what answers, and cuts a collection anew', async () => {
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Cut anew' });
    const words = Array.from({ length: 900 }, (_, index) => `Sentence ${index} of marmots.`);
    const [{ id }] = await upload({ 'marmots.txt': words.join(' ') }, body.id);
    const before = await rag.settled(owner, id);
    const rechunk = async (request: object = {}) =>
      (await owner.call('POST', `/rag/collections/${body.id}/rechunk`, request)).body;

    expect(await rechunk()).toEqual({ queued: 0, unchanged: 1 });
    await rag.stopWorker();
    const retried = await owner.call('POST', `/rag/documents/${id}/retry`);
    expect([retried.status, retried.body.status]).toEqual([202, 'queued']);
    expect((await owner.call('POST', `/rag/documents/${id}/retry`)).status).toBe(409);
    expect(await search('marmots', { mode: 'keyword', limit: 1 })).toEqual([id]);
    await rag.startWorker();
    expect(await rag.settled(owner, id)).toMatchObject({
      status: 'ready',
      version: before.version,
      chunk_count: before.chunk_count,
    });

    const settings = { chunking: { max_tokens: 100 } };
    await owner.call('PATCH', `/rag/collections/${body.id}`, { settings });
    expect(await rechunk()).toEqual({ queued: 1, unchanged: 0 });
    expect((await rag.settled(owner, id)).chunk_count).toBeGreaterThan(before.chunk_count);
    expect(await rechunk()).toEqual({ queued: 0, unchanged: 1 });
    expect(await rechunk({ all: true })).toEqual({ queued: 1, unchanged: 0 });
    await rag.settled(owner, id);
  });

  it('reads the comments of a text where its collection asks for them', async () => {
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Commented' });
    const comments =
      '<w:comments><w:comment><w:p><w:r><w:t>Ask the heron.</w:t></w:r></w:p></w:comment></w:comments>';
    const file = createDocx('<w:p><w:r><w:t>The weir is open.</w:t></w:r></w:p>', [
      { name: 'word/comments.xml', content: comments },
      {
        name: 'word/_rels/document.xml.rels',
        content:
          '<Relationships><Relationship Id="r1" Type="x/comments" Target="comments.xml"/></Relationships>',
      },
    ]);
    const [{ id }] = await upload({ 'weir.docx': file }, body.id);
    const before = await rag.settled(owner, id);
    expect(before.warnings).toEqual([expect.objectContaining({ code: 'part_left_out' })]);
    expect(await search('heron', { mode: 'keyword' })).toEqual([]);
    const settings = { parsing: { comments: true } };
    await owner.call('PATCH', `/rag/collections/${body.id}`, { settings });
    const again = await owner.call('POST', `/rag/collections/${body.id}/rechunk`, {});
    expect(again.body).toEqual({ queued: 1, unchanged: 0 });
    expect((await rag.settled(owner, id)).warnings).toEqual([]);
    expect(await search('heron', { mode: 'keyword' })).toEqual([id]);
  });

  it('reads documents of an earlier parser again, behind the others', async () => {
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Old' });
    const listOutdated = async () => {
      const path = `/rag/documents?collection_id=${body.id}&outdated=true`;
      const { documents } = (await owner.call('GET', path)).body;
      return documents.map(({ id }: { id: string }) => id);
    };
    const [{ id }] = await upload({ 'newt.txt': 'The newt sleeps.' }, body.id);
    await rag.settled(owner, id);
    expect(await listOutdated()).toEqual([]);
    await rag.database.pool.query(
      `with old as (
         insert into rag.revisions (id, organisation_id, document_id, version, sha256,
           parsed_sha256, parser_version)
         select gen_random_uuid(), organisation_id, document_id, version, sha256, parsed_sha256, '1'
         from rag.revisions where document_id = $1 returning id)
       update rag.documents set active_revision = (select id from old) where id = $1`,
      [id],
    );
    expect(await listOutdated()).toEqual([id]);
    await rag.stopWorker();
    const path = `/rag/collections/${body.id}/rechunk`;
    expect((await owner.call('POST', path)).body).toEqual({ queued: 1, unchanged: 0 });
    expect((await owner.call('POST', path)).body).toEqual({ queued: 0, unchanged: 0 });
    const [later] = await upload({ 'later.txt': 'The toad wakes.' }, body.id);
    const { rows } = await rag.database.pool.query(
      `select id from rag.documents where collection_id = $1 order by turn`,
      [body.id],
    );
    expect(rows.map((row) => row.id)).toEqual([later.id, id]);
    await rag.startWorker();
    expect(await rag.settled(owner, id)).toMatchObject({ status: 'ready', version: 1 });
    expect(await listOutdated()).toEqual([]);
  });

  it('waits for no worker that still has what was cancelled', async () => {
    await rag.stopWorker();
    const [{ id }] = await upload({ 'stuck.txt': 'Magenta stoat.' });
    await rag.database.pool.query(
      `update rag.documents set status = 'parsing', claimed_by = gen_random_uuid(),
         claimed_until = now() + interval '1 hour' where id = $1`,
      [id],
    );
    await owner.call('POST', `/rag/documents/${id}/cancel`);
    await owner.call('POST', `/rag/documents/${id}/retry`);
    await rag.startWorker();
    expect((await rag.settled(owner, id)).status).toBe('ready');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])(
    'takes no upload of the type %s',
    async (type) => {
      const { status, body } = await owner.call(
        'POST',
        `/rag/collections/${collection}/documents`,
        new Blob(['{"documents":[]}'], { type }),
      );
      expect([status, body.error.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('gives text by page, chunks, outline and the original', async () => {
    const text = '# Top\n\nFirst words.\n\n## Next\n\nSecond words 😀 end.';
    const [{ id }] = await upload({ 'structure.md': text });
    await rag.settled(owner, id);
    const read = async (part: string) =>
      (await owner.call('GET', `/rag/documents/${id}/${part}`)).body;
    const { pages } = await read('text');
    expect(pages).toHaveLength(1);
    const { chunks } = await read('chunks');
    for (const chunk of chunks) {
      expect([...pages[0].text].slice(chunk.start, chunk.end).join('')).toBe(chunk.text);
    }
    const { outline } = await read('outline');
    expect(outline.map((entry: { title: string }) => entry.title)).toEqual(['Top', 'Next']);
    expect(await read('file')).toBe(text);
  });

  it('forgets nothing when the queue is lost', async () => {
    await rag.stopWorker();
    const [{ id }] = await upload({ 'lost.txt': 'Saffron albatross.' });
    await rag.database.pool.query('delete from rag.outbox');
    await rag.database.pool.query(
      `update rag.documents set published_at = now() - interval '1 hour' where id = $1`,
      [id],
    );
    await rag.startWorker();
    expect((await rag.settled(owner, id)).status).toBe('ready');
  }, 90_000);
});
