import type { Chunk, ChunkingSettings } from '../chunking/chunk.ts';
import type { ParseFailureCode } from '../parsing/parse-failure.ts';
import type { ParseRequest } from '../parsing/parse-file.ts';
import type { ParseLimits } from '../parsing/parse-limits.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';

/** What the pool sends to a parser process. */
export interface ParserJob {
  readonly request: ParseRequest;
  readonly limits: ParseLimits;
  /** Absent where no chunks are wanted. */
  readonly chunking?: ChunkingSettings | undefined;
}

export interface ParserResult {
  readonly document: ParsedDocument;
  /** Empty where none were wanted. */
  readonly chunks: readonly Chunk[];
}

/** What a parser process says: that it has started, then its answer to each job. */
export type ParserAnswer =
  | { readonly ready: true }
  | { readonly result: ParserResult }
  | {
      readonly failure: {
        readonly code: ParseFailureCode;
        readonly message: string;
        /** For the log. */
        readonly cause?: string | undefined;
      };
    };
