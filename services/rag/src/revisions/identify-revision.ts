import type { CollectionSettings } from '@lectern/contracts';
import { type ChunkingSettings, defaultChunkingSettings } from '../chunking/chunk.ts';
import type { DocumentRow } from '../database/tables.ts';
import type { ReadParts } from '../parsing/formats/format.ts';
import { parserVersion } from '../parsing/parser-version.ts';
import { createRevisionId } from './revision-ids.ts';

/**
 * Returns the id of the revision that a document becomes with the current parser and these
 * settings.
 */
export function identifyRevision(
  { id, work, sha256, title }: Pick<DocumentRow, 'id' | 'work' | 'sha256' | 'title'>,
  chunking: ChunkingSettings,
  parts: ReadParts = {},
): string {
  return createRevisionId({ documentId: id, work, sha256, title, parserVersion, chunking, parts });
}

/** Returns the chunking settings of a collection's documents. */
export function toChunkingSettings(settings: CollectionSettings | undefined): ChunkingSettings {
  const own = settings?.chunking;
  return {
    max_tokens: own?.max_tokens ?? defaultChunkingSettings.max_tokens,
    overlap_tokens: own?.overlap_tokens ?? defaultChunkingSettings.overlap_tokens,
  };
}
