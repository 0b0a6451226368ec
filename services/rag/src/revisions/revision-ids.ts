import { v5 } from 'uuid';
import type { ChunkingSettings } from '../chunking/chunk.ts';

const namespace = '6c6f5d1e-7a1b-4f0e-9d55-1c0e7a2f9b3d';

export interface RevisionIdentity {
  readonly documentId: string;
  /**
   * Number of the work that makes the revision: repeated work makes a revision beside the active
   * one.
   */
  readonly work: number;
  readonly sha256: string;
  readonly title: string;
  readonly parserVersion: string;
  readonly chunking: ChunkingSettings;
}

/**
 * Returns the id of a revision. The same work on the same content has the same id, however often it
 * is interrupted.
 */
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
