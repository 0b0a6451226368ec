import { z } from 'zod';

/** Something the caller should know although the request succeeded. */
export const warningSchema = z.object({ code: z.string(), message: z.string() });
export type Warning = z.infer<typeof warningSchema>;
