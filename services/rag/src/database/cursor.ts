import { idSchema } from '@lectern/contracts';
import { cursorNumberSchema, cursorTextSchema } from '@lectern/service';
import { z } from 'zod';

/** Cursor of a list by name: a name, and the id that separates equal names. */
export const nameCursorSchema = z.tuple([cursorTextSchema, idSchema]);
/** Cursor of a list by time: microseconds since 1970, and an id. */
export const timeCursorSchema = z.tuple([cursorNumberSchema, idSchema]);
