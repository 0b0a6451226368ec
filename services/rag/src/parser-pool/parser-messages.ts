import type { Chunk, ChunkingSettings } from '../chunking/chunk.ts';
import type { ParseFailureCode } from '../parsing/parse-failure.ts';
import type { ParseRequest } from '../parsing/parse-file.ts';
import type { ParseLimits } from '../parsing/parse-limits.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';

export type FileRequest = Omit<ParseRequest, 'recognise'>;

/** What the pool sends to a parser process. */
export interface ParserJob {
  readonly request: FileRequest;
  /** Whether it may ask for the text of pictures. */
  readonly readsPictures: boolean;
  readonly limits: ParseLimits;
  /** Absent where no chunks are wanted. */
  readonly chunking?: ChunkingSettings | undefined;
}

/** The answer to a picture: its text, or undefined where it was not read. */
export interface ReadPicture {
  readonly picture: string | undefined;
}

export interface ParserResult {
  readonly document: ParsedDocument;
  /** Empty where none were wanted. */
  readonly chunks: readonly Chunk[];
}

/** Asks for the text of one picture, and waits for it before it asks again. */
export interface PictureRequest {
  readonly picture: Uint8Array;
  readonly timeoutMs: number;
}

/** What a parser process says: that it has started, then its pictures and its answer to each job. */
export type ParserAnswer =
  | { readonly ready: true }
  | PictureRequest
  | { readonly result: ParserResult }
  | {
      readonly failure: {
        readonly code: ParseFailureCode;
        readonly message: string;
        /** For the log. */
        readonly cause?: string | undefined;
      };
    };
