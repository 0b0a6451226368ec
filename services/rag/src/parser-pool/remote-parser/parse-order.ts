import type { ChunkingSettings } from '../../chunking/chunk.ts';
import type { Lane } from '../../database/tables.ts';
import type { ParseFailureCode } from '../../parsing/parse-failure.ts';
import type { FileRequest, ParserResult } from '../parser-messages.ts';

/** Header with an order, as JSON in base64url. Its file is the body. */
export const orderHeader = 'lectern-order';

/** What a worker asks of the process that reads files for it. */
export interface ParseOrder {
  readonly lane: Lane;
  readonly request: Omit<FileRequest, 'path'>;
  readonly chunking: ChunkingSettings;
  readonly owner: string;
}

/** The answer as JSON. Its head goes out when the file's turn has come. */
export type ParseAnswer = (
  | { readonly result: ParserResult }
  | { readonly failure: { readonly code: ParseFailureCode; readonly message: string } }
) & {
  /** How long the processor worked for it, in milliseconds. */
  readonly workedMs: number;
};

export function writeOrder(order: ParseOrder): string {
  return Buffer.from(JSON.stringify(order), 'utf8').toString('base64url');
}

/** @throws SyntaxError */
export function readOrder(header: string): ParseOrder {
  return JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
}
