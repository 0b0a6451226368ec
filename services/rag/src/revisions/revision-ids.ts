import { v5 } from 'uuid';
import type { ChunkingSettings } from '../chunking/chunk.ts';
import type { ReadParts } from '../parsing/formats/format.ts';

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
  readonly parts?: ReadParts | undefined;
}

/**
 * Returns the id of a revision. The same work on the same content has the same id, however often it
 * is interrupted.
 */
export function createRevisionId(identity: RevisionIdentity): string {
  const { documentId, work, sha256, title, parserVersion, chunking, parts = {} } = identity;
  const facts = [
    documentId,
    work,
    sha256,
    title,
    parserVersion,
    chunking.max_tokens,
    chunking.overlap_tokens,
    // Documents from before these settings have the same ids as without them.
    ...(parts.comments ? ['comments'] : []),
    ...(parts.headers ? ['headers'] : []),
  ];
  return v5(JSON.stringify(facts), namespace);
}

export function createChunkId(documentId: string, revision: string, position: number): string {
  return v5(`${documentId}:${revision}:${position}`, namespace);
}
