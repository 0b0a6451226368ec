import { AppError } from '@lectern/contracts';
import { z } from 'zod';

const cursorSchema = z.tuple([z.string(), z.string()]);

/** Where a list goes on: the sort value and the id of the last row. */
export function encodeCursor(sortValue: string, id: string): string {
  return Buffer.from(JSON.stringify([sortValue, id])).toString('base64url');
}

/** Throws `invalid_request` when the cursor is none of ours. */
export function decodeCursor(cursor: string): { sortValue: string; id: string } {
  try {
    const [sortValue, id] = cursorSchema.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    );
    return { sortValue, id };
  } catch (error) {
    throw new AppError('invalid_request', 'cursor: is not a cursor of this list', {
      cause: error,
      details: { field: 'cursor' },
    });
  }
}
