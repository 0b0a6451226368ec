import type { ChunkingSettings } from '../../chunking/chunk.ts';
import type { Lane } from '../../database/tables.ts';
import type { ParseFailureCode } from '../../parsing/parse-failure.ts';
import type { FileRequest, ParserResult } from '../parser-messages.ts';

/** Header with an order, as JSON in base64url. The file is the body. */
export const orderHeader = 'lectern-order';

/** Order of a worker to the separate parser process. */
export interface ParseOrder {
  readonly lane: Lane;
  readonly request: Omit<FileRequest, 'path'>;
  readonly chunking: ChunkingSettings;
  readonly owner: string;
}

/** The answer as JSON. Its head is sent when the file's turn has come. */
export type ParseAnswer = (
  | { readonly result: ParserResult }
  | { readonly failure: { readonly code: ParseFailureCode; readonly message: string } }
) & {
  /** Processor milliseconds for the file. */
  readonly workedMs: number;
};

export function writeOrder(order: ParseOrder): string {
  return Buffer.from(JSON.stringify(order), 'utf8').toString('base64url');
}

/**
 * Decodes an order.
 * @throws SyntaxError
 */
export function readOrder(header: string): ParseOrder {
  return JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
}
