import type { Chunk, ChunkingSettings } from '../chunking/chunk.ts';
import type { ReadParts } from '../parsing/formats/format.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';

export interface ParserInput {
  /** A file on disk. */
  readonly path: string;
  readonly fileName: string;
  readonly declaredMimeType?: string;
  readonly password?: string;
  readonly parts?: ReadParts;
}

/** Parses a file and splits it into chunks, outside this process's event loop. */
export interface DocumentParser {
  /**
   * Parses and chunks a file.
   * @throws ParseFailure, or the signal's reason.
   */
  parseAndChunk(
    input: ParserInput,
    options: {
      readonly chunking: ChunkingSettings;
      readonly signal?: AbortSignal;
      /** Owner of the file: owners alternate when files are queued. */
      readonly owner?: string;
      /** Called with the processor time of the file, before the promise settles. */
      readonly onWorked?: (workedMs: number) => void;
    },
  ): Promise<{ readonly document: ParsedDocument; readonly chunks: readonly Chunk[] }>;
}
