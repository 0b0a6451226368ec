import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from '@lectern/contracts';
import type { NamedFile } from '../suite/api.ts';
import { hasDocuments, readDocumentFile } from '../suite/data-folder.ts';
import { createBombDocx } from './hostile-file-samples.ts';
import type { TellStory } from './story.ts';

const limitBytes = 4_000_000;
const bombMegabytes = 1_000;

/** Files that are broken, lie or attack: each has a clear end, and the others do not suffer. */
export function describeHostileFiles(tell: TellStory): void {
  describe('hostile files', () => {
    let collectionId: string;
    beforeAll(async () => {
      collectionId = await tell().api.createCollection('Hostile');
    });

    async function ingest(file: NamedFile, password?: string): Promise<Document> {
      const { api } = tell();
      const [accepted] = await api.uploadAccepted(collectionId, [file], password);
      return api.waitUntilFinal(accepted?.id ?? '', { timeoutMs: 60_000 });
    }

    it('a Word file that is a zip bomb is stopped', async () => {
      const bytes = createBombDocx(bombMegabytes);
      expect(bytes.length).toBeLessThan(limitBytes);
      const document = await ingest({ name: 'bomb.docx', bytes });
      expect(document).toMatchObject({ status: 'failed', error: { code: 'too_large' } });
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
