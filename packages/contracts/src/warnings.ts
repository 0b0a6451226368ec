import { z } from 'zod';

/** A range of an answer's text, in code points. */
export const answerPlaceSchema = z.object({ start: z.number().int(), end: z.number().int() });
export type AnswerPlace = z.infer<typeof answerPlaceSchema>;

/** A remark on a successful request. */
export const warningSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** Values of the message by name, such as `word` and `instead` of `spelling_corrected`. */
  details: z.record(z.string(), z.string()).optional(),
  /** Ranges of the statements that no source supports. */
  places: z.array(answerPlaceSchema).optional(),
});
export type Warning = z.infer<typeof warningSchema>;
