import type { Chunk, ChunkingSettings } from '../chunking/chunk.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';

export interface ParserInput {
  /** A file on disk. */
  readonly path: string;
  readonly fileName: string;
  readonly declaredMimeType?: string;
  readonly password?: string;
}

/** Reads a file and cuts it into chunks, away from this process's event loop. */
export interface DocumentParser {
  /** @throws ParseFailure, or with the signal's reason. */
  parseAndChunk(
    input: ParserInput,
    options: {
      readonly chunking: ChunkingSettings;
      readonly signal?: AbortSignal;
      /** For whom: owners take turns where files wait. */
      readonly owner?: string;
    },
  ): Promise<{ readonly document: ParsedDocument; readonly chunks: readonly Chunk[] }>;
}
