import { AppError, idSchema } from '@lectern/contracts';
import { isText } from '@lectern/service';
import { z } from 'zod';

const cursorSchema = z.tuple([z.string().refine(isText), idSchema]);
/** Of values that are whole numbers, as those of times in microseconds since 1970 are. */
export const numberPattern = /^\d{1,16}$/;

/** Where a list goes on: the sort value and the id of the last row. */
export function encodeCursor(sortValue: string, id: string): string {
  return Buffer.from(JSON.stringify([sortValue, id])).toString('base64url');
}

/** Throws `invalid_request` when the cursor is none of ours, or its sort value not of this pattern. */
export function decodeCursor(cursor: string, pattern?: RegExp): { sortValue: string; id: string } {
  try {
    const [sortValue, id] = cursorSchema.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    );
    if (pattern && !pattern.test(sortValue)) throw new TypeError('of another list');
    return { sortValue, id };
  } catch (error) {
    throw new AppError('invalid_request', 'cursor: is not a cursor of this list', {
      cause: error,
      details: { field: 'cursor' },
    });
  }
}
