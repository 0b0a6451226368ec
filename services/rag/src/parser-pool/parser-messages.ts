import type { Chunk, ChunkingSettings } from '../chunking/chunk.ts';
import type { ParseFailureCode } from '../parsing/parse-failure.ts';
import type { ParseRequest } from '../parsing/parse-file.ts';
import type { ParseLimits } from '../parsing/parse-limits.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import type {
  Raster,
  RecognisedLine,
  RecognisedText,
} from '../parsing/recognition/recognise-text.ts';

export type FileRequest = Omit<ParseRequest, 'recognise'>;

/** Message from the pool to a parser process. */
export interface ParserJob {
  readonly request: FileRequest;
  /** Use of pictures: request their text, leave the file to the heavy lane, or skip them. */
  readonly pictures: 'read' | 'deferred' | 'skipped';
  readonly limits: ParseLimits;
  /** Absent if no chunks are needed. */
  readonly chunking?: ChunkingSettings | undefined;
}

/** The answer to a picture: its text, or undefined if it could not be read. */
export interface ReadPicture {
  readonly picture: RecognisedText | undefined;
}

export interface ParserResult {
  /** With chunks, its blocks are the tables alone. */
  readonly document: ParsedDocument;
  /** Empty if no chunks were requested. */
  readonly chunks: readonly Chunk[];
}

/** Requests the text of one picture; the next request follows its answer. */
export interface PictureRequest {
  readonly picture: Raster;
  readonly timeoutMs: number;
}

/** Messages of a parser process: it has started, then its pictures and its answer to each job. */
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

/** Messages of a recogniser process: it has started, then the lines of each picture. */
export type RecogniserAnswer =
  | { readonly ready: true }
  /** Undefined if the picture could not be read. */
  | { readonly lines: readonly RecognisedLine[] | undefined };
