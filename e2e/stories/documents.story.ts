import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from '@lectern/contracts';
import { isFinal } from '../suite/api.ts';
import {
  dataFolder,
  hasDocuments,
  type ManifestRow,
  readDocumentFile,
  readManifest,
} from '../suite/data-folder.ts';
import type { TellStory } from './story.ts';

const rows = hasDocuments ? await readManifest() : [];

/** Formats and files that are recognised but not read yet. */
const unread = new Set(['archive']);

const allTimeoutMs = 240_000;

/** Every real document of the data folder gives what its row in the manifest asks. */
export function describeDocuments(tell: TellStory): void {
  describe('real documents', () => {
    if (rows.length === 0) {
      it.skip(`no documents in ${dataFolder}: set LECTERN_DATA`, () => {});
      return;
    }

    const ids = new Map<string, string>();
    let withoutPassword: ReadonlyMap<string, Document>;
    let withPassword: ReadonlyMap<string, Document>;

    beforeAll(async () => {
      const { api } = tell();
      const collectionId = await api.createCollection('Manifest');
      const files = await Promise.all(rows.map(({ file }) => readDocumentFile(file)));
      const accepted = await api.uploadAccepted(collectionId, files);
      for (const [index, { id = '' }] of accepted.entries()) ids.set(rows[index]?.file ?? '', id);

      const lockedId = await api.createCollection('Manifest with passwords');
      for (const [index, { file, password }] of rows.entries()) {
        const bytes = files[index];
        if (!password || !bytes) continue;
        const [locked] = await api.uploadAccepted(lockedId, [bytes], password);
        ids.set(withPasswordName(file), locked?.id ?? '');
      }
      withoutPassword = await waitForAll(collectionId);
      withPassword = await waitForAll(lockedId);
    }, allTimeoutMs + 60_000);

    async function waitForAll(collectionId: string): Promise<ReadonlyMap<string, Document>> {
      const deadline = Date.now() + allTimeoutMs;
      for (;;) {
        const documents = await tell().api.listDocuments(collectionId);
        if (documents.every(isFinal)) return new Map(documents.map((one) => [one.id, one]));
        if (Date.now() > deadline) throw new Error('the documents were not ready in time');
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }

    async function expectText(document: Document | undefined, row: ManifestRow): Promise<void> {
      expect(document).toMatchObject({ status: 'ready', error: null });
      const text = squeeze(await tell().api.readText(document?.id ?? ''));
      for (const phrase of row.must_contain) expect(text).toContain(squeeze(phrase));
      for (const phrase of row.must_not_contain ?? []) expect(text).not.toContain(squeeze(phrase));
    }

    for (const row of rows) {
      it(`${row.file} gives ${row.expected_outcome}`, async () => {
        const document = withoutPassword.get(ids.get(row.file) ?? '');
        if (row.expected_outcome === 'error') {
          expectFailure(document, 'unreadable');
          return;
        }
        if (unread.has(row.format) || unread.has(row.file)) {
          expectFailure(document, 'unsupported_format');
          return;
        }
        switch (row.expected_outcome) {
          case 'text':
            await expectText(document, row);
            return;
          case 'empty':
          case 'no-text-without-ocr':
            expectFailure(document, 'no_text');
            return;
          case 'needs-password':
            expectFailure(document, 'password_required');
            if (row.password) {
              await expectText(withPassword.get(ids.get(withPasswordName(row.file)) ?? ''), row);
            }
            return;
          case 'headers-only':
            expect(document).toMatchObject({ status: 'ready' });
            expect(document?.warnings).not.toHaveLength(0);
            return;
          case 'bounded':
            if (row.must_contain.length > 0) await expectText(document, row);
            else expect(document && isFinal(document)).toBe(true);
        }
      });
    }
  });
}

function withPasswordName(file: string): string {
  return `${file} with password`;
}

function expectFailure(document: Document | undefined, code: string): void {
  expect(document).toMatchObject({ status: 'failed', error: { code } });
  expect(document?.error?.message).not.toBe('');
}

/** Without white space and marks of direction, which readers are free to place. */
function squeeze(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '');
}
