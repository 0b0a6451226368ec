import { createHash } from 'node:crypto';

/** The namespace of every revision and chunk. It must never change: ids are looked up by it. */
const namespace = Buffer.from('6c6f5d1e7a1b4f0e9d551c0e7a2f9b3d', 'hex');

/** How the collection of a run cuts its documents. */
export const chunking = { max_tokens: 400, overlap_tokens: 0 };

export interface RevisionSource {
  readonly documentId: string;
  readonly work: number;
  readonly sha256: string;
  readonly title: string;
  readonly parserVersion: string;
}

/** The id that a revision must have, made anew from what it was made of. */
export function expectRevisionId(source: RevisionSource): string {
  const { documentId, work, sha256, title, parserVersion } = source;
  const { max_tokens, overlap_tokens } = chunking;
  return createUuid5(
    JSON.stringify([documentId, work, sha256, title, parserVersion, max_tokens, overlap_tokens]),
  );
}

/** The ids that the chunks of a revision must have, in order. */
export function expectChunkIds(documentId: string, revision: string, count: number): string[] {
  return Array.from({ length: count }, (_, position) =>
    createUuid5(`${documentId}:${revision}:${position}`),
  );
}

/** RFC 9562, version 5. */
function createUuid5(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
