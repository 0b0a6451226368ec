import { z } from 'zod';
import { citationSchema } from './ask.ts';
import { warningSchema } from './warnings.ts';

export const summarizeDocumentSchema = z.strictObject({
  /** Language of the summary, such as `de`. Default: the document's. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'a language code such as `de`')
    .optional(),
});

/** A summary of the version that answers, written by a model. */
export const documentSummarySchema = z.object({
  /** Markdown with `[n]`: two or three sentences, then key points. */
  text: z.string(),
  /** Each cites one passage. */
  citations: z.array(citationSchema),
  warnings: z.array(warningSchema),
  /** Name of the model. */
  model: z.string().nullable(),
  /** Passages that the model read. A long document is read in part, evenly. */
  passages_read: z.number().int(),
  passages: z.number().int(),
});
export type DocumentSummary = z.infer<typeof documentSummarySchema>;
