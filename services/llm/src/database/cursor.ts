import { AppError } from '@lectern/contracts';
import type { z } from 'zod';

export function writeCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Throws `invalid_request` for what no list gave. */
export function readCursor<Value>(schema: z.ZodType<Value>, cursor: string): Value {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (error) {
    throw new AppError('invalid_request', 'cursor: is not one of this list', {
      cause: error,
      details: { field: 'cursor' },
    });
  }
}
