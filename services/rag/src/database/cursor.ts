import { idSchema } from '@lectern/contracts';
import { cursorNumberSchema, cursorTextSchema } from '@lectern/service';
import { z } from 'zod';

/** Lists by name go on behind a name and the id that tells alike ones apart. */
export const nameCursorSchema = z.tuple([cursorTextSchema, idSchema]);
/** Lists by time go on behind a time in microseconds since 1970 and an id. */
export const timeCursorSchema = z.tuple([cursorNumberSchema, idSchema]);
