import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from '@lectern/contracts';
import type { NamedFile } from '../suite/api.ts';
import { manual, readCommittedFile } from '../suite/committed-files.ts';
import { hasDocuments, readDocumentFile } from '../suite/data-folder.ts';
import { createBombDocx } from './hostile-file-samples.ts';
import type { TellStory } from './story.ts';

const limitBytes = 4_000_000;
const bombMegabytes = 1_000;
const sendersAtOnce = 20;

/** Files that are broken, lie or attack: each has a clear end, and the others do not suffer. */
export function describeHostileFiles(tell: TellStory): void {
  describe('hostile files', () => {
    let collectionId: string;
    let pdf: NamedFile;
    beforeAll(async () => {
      collectionId = await tell().api.createCollection('Hostile');
      pdf = await readCommittedFile(manual);
    });

    async function ingest(file: NamedFile, password?: string): Promise<Document> {
      const { api } = tell();
      const [accepted] = await api.uploadAccepted(collectionId, [file], password);
      return api.waitUntilFinal(accepted?.id ?? '', { timeoutMs: 60_000 });
    }

    it('an empty file has no text', async () => {
      const document = await ingest({ name: 'empty.txt', bytes: new Uint8Array() });
      expect(document).toMatchObject({ status: 'failed', error: { code: 'no_text' } });
    });

    it('a truncated PDF is unreadable', async () => {
      const document = await ingest({ name: 'cut.pdf', bytes: pdf.bytes.slice(0, 300) });
      expect(document).toMatchObject({ status: 'failed', error: { code: 'unreadable' } });
    });

    it('a Word file that is a zip bomb is stopped', async () => {
      const bytes = createBombDocx(bombMegabytes);
      expect(bytes.length).toBeLessThan(limitBytes);
      const document = await ingest({ name: 'bomb.docx', bytes });
      expect(document).toMatchObject({ status: 'failed', error: { code: 'too_large' } });
    });

    it('is read as what it is, whatever its ending says', async () => {
      const document = await ingest({ name: 'report.docx', bytes: pdf.bytes, type: 'text/plain' });
      expect(document).toMatchObject({ status: 'ready', mime_type: 'application/pdf' });
    });

    it('a program is no text, whatever its ending says', async () => {
      const bytes = new Uint8Array(4_096);
      bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
      const asText = await ingest({ name: 'notes.txt', bytes });
      expect(asText).toMatchObject({ status: 'failed', error: { code: 'unreadable' } });
      const asItself = await ingest({ name: 'notes', bytes: bytes.slice(1) });
      expect(asItself).toMatchObject({ status: 'failed', error: { code: 'unsupported_format' } });
    });

    it.each([
      ['../../../etc/cron.d/job.txt', 'job.txt'],
      ['..\\..\\windows\\system.txt', 'system.txt'],
      ['/etc/passwd', 'passwd'],
      ['..', 'unnamed'],
    ])('the name %s is kept as %s', async (name, kept) => {
      const bytes = new TextEncoder().encode(`A harmless text that was sent as ${name}.`);
      const document = await ingest({ name, bytes });
      expect(document).toMatchObject({ status: 'ready', file_name: kept });
    });

    it('text in another encoding is read', async () => {
      const { api } = tell();
      const sentence = 'Grüße aus Köln: die Straße ist für Fußgänger geöffnet, schöne Ausflüge. ';
      const document = await ingest({
        name: 'latin-1.txt',
        bytes: new Uint8Array(Buffer.from(sentence.repeat(5), 'latin1')),
      });
      expect(document.status).toBe('ready');
      expect(await api.readText(document.id)).toContain('Grüße aus Köln: die Straße');
    });

    it('a file over the limit is refused, those beside it are not', async () => {
      const { api } = tell();
      const [large, small] = await api.uploadAccepted(collectionId, [
        { name: 'large.txt', bytes: new Uint8Array(limitBytes + 1).fill(65) },
        { name: 'small.txt', bytes: new TextEncoder().encode('Small enough to be accepted.') },
      ]);
      expect(large).toMatchObject({ file_name: 'large.txt', error: { code: 'too_large' } });
      expect(large?.id).toBeUndefined();
      expect(await api.waitUntilFinal(small?.id ?? '')).toMatchObject({ status: 'ready' });
    });

    it('a broken upload is refused', async () => {
      const { status, body } = await tell().api.request(
        'POST',
        `/api/collections/${collectionId}/documents`,
        {
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
          body: '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nabc',
        },
      );
      expect(status).toBe(400);
      expect(body.error.code).toBe('invalid_request');
    });

    it('an upload without a file is refused and the field named', async () => {
      const { status, body } = await tell().api.upload(collectionId, []);
      expect(status).toBe(400);
      expect(body.error.details.field).toBe('files');
    });

    it(`the same file sent ${sendersAtOnce} times at once is one document`, async () => {
      const { api } = tell();
      const id = await api.createCollection('At once');
      const answers = await Promise.all(
        Array.from({ length: sendersAtOnce }, () => api.uploadAccepted(id, [pdf])),
      );
      const accepted = answers.flat();
      expect(new Set(accepted.map((document) => document.id)).size).toBe(1);
      expect(accepted.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
      const document = await api.waitUntilFinal(accepted[0]?.id ?? '');
      expect(await api.listDocuments(id)).toHaveLength(1);
      const { chunks } = await api.call('getDocumentChunks', {
        params: { id: document.id },
        query: { limit: 500 },
      });
      expect(new Set(chunks.map(({ position }) => position)).size).toBe(document.chunk_count);
      const found = await api.call('search', {
        body: { query: 'battery', limit: 200, collection_filter: { collection_ids: [id] } },
      });
      expect(new Set(found.chunks.map((chunk) => chunk.id)).size).toBe(found.chunks.length);
    });

    const whenData = hasDocuments ? it : it.skip;
    whenData('an encrypted PDF asks for its password and is read with it', async () => {
      const { api } = tell();
      const file = await readDocumentFile('pdf/password.pdf');
      const { id, ...locked } = await ingest(file);
      expect(locked).toMatchObject({ status: 'failed', error: { code: 'password_required' } });

      const retry = async (password: string) => {
        await api.call('retryDocument', { params: { id }, body: { password } });
        return api.waitUntilFinal(id);
      };
      expect(await retry('wrong')).toMatchObject({
        status: 'failed',
        error: { code: 'password_required' },
      });
      expect(await retry('password')).toMatchObject({ status: 'ready', error: null });
      expect(await api.readText(id)).toContain('File with password');
      // No password is kept: reading it again asks for it anew, and what was read goes on answering.
      const again = await api.request('POST', `/api/documents/${id}/retry`, { json: {} });
      expect(again.status).toBe(202);
      expect(await api.waitUntilFinal(id)).toMatchObject({ error: { code: 'password_required' } });
      expect(await api.readText(id)).toContain('File with password');
    });

    it('the worker lives and works after all that', async () => {
      const document = await ingest({
        name: 'after.txt',
        bytes: new TextEncoder().encode('The worker still reads what it is given.'),
      });
      expect(document.status).toBe('ready');
    });
  });
}
