import { v5 } from 'uuid';
import type { ChunkingSettings } from '../chunking/chunk.ts';

const namespace = '6c6f5d1e-7a1b-4f0e-9d55-1c0e7a2f9b3d';

export interface RevisionIdentity {
  readonly documentId: string;
  /** Number of the work that makes it: done anew, a document gets a revision beside the one that answers. */
  readonly work: number;
  readonly sha256: string;
  readonly title: string;
  readonly parserVersion: string;
  readonly chunking: ChunkingSettings;
}

/** The same work on the same content gives the same revision, however often it is interrupted. */
export function createRevisionId(identity: RevisionIdentity): string {
  const { documentId, work, sha256, title, parserVersion, chunking } = identity;
  const parts = [
    documentId,
    work,
    sha256,
    title,
    parserVersion,
    chunking.max_tokens,
    chunking.overlap_tokens,
  ];
  return v5(JSON.stringify(parts), namespace);
}

export function createChunkId(documentId: string, revision: string, position: number): string {
  return v5(`${documentId}:${revision}:${position}`, namespace);
}
