import { createHash } from 'node:crypto';
import type { Document } from '@lectern/contracts';
import type { Api } from '../suite/api.ts';
import { expectChunkIds, expectRevisionId } from './expected-ids.ts';
import type { SentDocument } from './send-documents.ts';
import type { StoredChunk, StoredRevision } from './stores.ts';

/** Failures that are the file's own fault. */
const honestFailures = ['password_required', 'unreadable', 'no_text', 'unsupported_format'];

/** Accepted documents that did not end as `ready`, or as `failed` with a reason of their own. */
export function findUnfinished(
  sent: readonly SentDocument[],
  documents: readonly Document[],
): string[] {
  const byId = new Map(documents.map((document) => [document.id, document]));
  return sent.flatMap(({ id, name, isText }) => {
    const document = byId.get(id);
    if (!document) return [`${name} has vanished`];
    const { status, error } = document;
    if (status === 'ready') return [];
    const isHonest = status === 'failed' && honestFailures.includes(error?.code ?? '');
    return isHonest && !isText ? [] : [`${name} is ${status} ${error?.code ?? ''}`];
  });
}

/** Documents that are there twice. */
export function findRepeated(documents: readonly Document[]): string[] {
  return [
    ...listRepeated(documents.map(({ id }) => id)).map((id) => `${id} is listed twice`),
    ...listRepeated(documents.map(({ sha256 }) => sha256)).map((sha) => `${sha} is there twice`),
  ];
}

/** Documents that nobody sent. */
export function findStrangers(
  sent: readonly SentDocument[],
  documents: readonly Document[],
): string[] {
  const known = new Set(sent.map(({ id }) => id));
  return documents
    .filter(({ id }) => !known.has(id))
    .map(({ title, id }) => `nobody knows ${title} (${id})`);
}

/** The chunks that there must be: of each ready document those that its revision has by the rule. */
export function expectChunks(
  documents: readonly Document[],
  revisions: readonly StoredRevision[],
): StoredChunk[] {
  const active = new Map(
    revisions.filter(({ isActive }) => isActive).map((revision) => [revision.documentId, revision]),
  );
  return documents
    .filter(({ status }) => status === 'ready')
    .flatMap(({ id: documentId, title, sha256, chunk_count }) => {
      const { parserVersion = 'unknown', work = 0 } = active.get(documentId) ?? {};
      const revision = expectRevisionId({ documentId, work, sha256, title, parserVersion });
      return expectChunkIds(documentId, revision, chunk_count ?? 0).map((id) => ({
        id,
        documentId,
        revision,
      }));
    });
}

export interface ChunkProblems {
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  readonly orphans: readonly string[];
}

/** Compares the contents of a store with the expected contents. */
export function findDifferences(
  store: string,
  expected: readonly StoredChunk[],
  held: readonly StoredChunk[],
): ChunkProblems {
  const wanted = new Set(expected.map(nameOf));
  const found = new Set(held.map(nameOf));
  return {
    lost: [...wanted].filter((name) => !found.has(name)).map((name) => `${store} lacks ${name}`),
    duplicated: listRepeated(held.map(({ id }) => id)).map((id) => `${store} has ${id} twice`),
    orphans: [...found].filter((name) => !wanted.has(name)).map((name) => `${store} has ${name}`),
  };
}

/** Ready documents whose original or text cannot be read back. */
export async function findUnreadable(api: Api, documents: readonly Document[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, title, sha256, status } of documents) {
    const original = await api.open('GET', `/api/documents/${id}/file`);
    const bytes = new Uint8Array(await original.arrayBuffer());
    const isWhole = createHash('sha256').update(bytes).digest('hex') === sha256;
    if (!original.ok || !isWhole) problems.push(`the original of ${title} is not what was sent`);
    if (status !== 'ready') continue;
    const text = await api.request('GET', `/api/documents/${id}/text`);
    if (text.status !== 200) problems.push(`the text of ${title} is answered ${text.status}`);
  }
  return problems;
}

function nameOf({ id, documentId, revision }: StoredChunk): string {
  return `chunk ${id} of document ${documentId}, revision ${revision}`;
}

function listRepeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
