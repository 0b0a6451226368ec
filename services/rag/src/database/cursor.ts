import { idSchema } from '@lectern/contracts';
import { cursorNumberSchema, cursorTextSchema } from '@lectern/service';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

/** Cursor of a list by name: a name, and the id that separates equal names. */
export const nameCursorSchema = z.tuple([cursorTextSchema, idSchema]);
/** Cursor of a list by time: microseconds since 1970, and an id. */
export const timeCursorSchema = z.tuple([cursorNumberSchema, idSchema]);

/** SQL: the time of a column in microseconds since 1970, as a cursor has it. */
export function toMicroseconds(column: string): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`;
}

/** SQL: the time of a cursor. */
export function fromMicroseconds(microseconds: string | undefined): RawBuilder<Date> {
  return sql<Date>`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`;
}
