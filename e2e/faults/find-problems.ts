import { createHash } from 'node:crypto';
import type { Document } from '@lectern/contracts';
import type { Api } from '../suite/api.ts';
import type { SentDocument } from './send-documents.ts';
import type { StoredChunk } from './stores.ts';

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

/** Documents that are there twice, or that nobody sent. */
export function findRepeated(
  sent: readonly SentDocument[],
  documents: readonly Document[],
): string[] {
  const known = new Set(sent.map(({ id }) => id));
  const strangers = documents.filter(({ id }) => !known.has(id));
  return [
    ...listRepeated(documents.map(({ id }) => id)).map((id) => `${id} is listed twice`),
    ...listRepeated(documents.map(({ sha256 }) => sha256)).map((sha) => `${sha} is there twice`),
    ...strangers.map(({ title, id }) => `nobody knows ${title} (${id})`),
  ];
}

/** Documents whose number of chunks is not what the database holds for them. */
export function findWrongCounts(
  documents: readonly Document[],
  chunks: readonly StoredChunk[],
): string[] {
  const counts = new Map<string, number>();
  for (const { documentId } of chunks) counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  const wrong = documents.flatMap(({ id, title, status, chunk_count }) => {
    const count = counts.get(id) ?? 0;
    const expected = status === 'ready' ? chunk_count : 0;
    return count === expected ? [] : [`${title} is ${status} with ${count} of ${expected} chunks`];
  });
  const ids = new Set(documents.map(({ id }) => id));
  const orphans = chunks.filter(({ documentId }) => !ids.has(documentId));
  return [...wrong, ...orphans.map(({ id }) => `chunk ${id} has no document`)];
}

/** What the index holds that the database does not, and the other way round. */
export function findDifferences(
  database: readonly StoredChunk[],
  index: readonly StoredChunk[],
): string[] {
  const inDatabase = new Set(database.map(nameOf));
  const inIndex = new Set(index.map(nameOf));
  return [
    ...listRepeated(index.map(({ id }) => id)).map((id) => `${id} is in the index twice`),
    ...[...inDatabase]
      .filter((name) => !inIndex.has(name))
      .map((name) => `not in the index: ${name}`),
    ...[...inIndex]
      .filter((name) => !inDatabase.has(name))
      .map((name) => `only in the index: ${name}`),
  ];
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
