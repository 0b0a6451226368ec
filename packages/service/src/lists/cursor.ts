import { AppError } from '@lectern/contracts';
import { z } from 'zod';
import { isText } from '../http/no-text.ts';

/** A text in a cursor that may reach PostgreSQL. */
export const cursorTextSchema = z.string().refine(isText);
/** A whole number in a cursor: an ordinal, or a time in microseconds since 1970. */
export const cursorNumberSchema = z.string().regex(/^\d{1,18}$/);

/** Encodes a position in a list as an opaque text. */
export function writeCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** @throws AppError `invalid_request` for a cursor of another list. */
export function readCursor<Schema extends z.ZodType>(
  schema: Schema,
  cursor: string,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (error) {
    throw new AppError('invalid_request', 'cursor: is not a cursor of this list', {
      cause: error,
      details: { field: 'cursor' },
    });
  }
}

/**
 * Cuts rows, of which one more than `limit` was queried, and returns the cursor of the next page.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  toPlace: (last: Row) => unknown,
): { readonly page: readonly Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isLast = rows.length <= limit || last === undefined;
  return { page, nextCursor: isLast ? null : writeCursor(toPlace(last)) };
}
