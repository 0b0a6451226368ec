import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A question with what the search found for it; a line of the file that `collect-passages` writes. */
const passageCaseSchema = z.object({
  /** Question set: `questions`, `xquad/en` and the like. */
  set: z.string(),
  id: z.string(),
  question: z.string(),
  query: z.string(),
  isFollowUp: z.boolean(),
  history: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** Why it has no answer: `near`, `foreign`, or `twin` where its paragraph was taken out. */
  unanswerable: z.enum(['near', 'foreign', 'twin']).nullable(),
  match: z.enum(['any', 'all']),
  answers: z.array(z.string()),
  all_of: z.array(z.array(z.string())).optional(),
  passages: z.array(
    z.object({
      title: z.string(),
      text: z.string(),
      /** Where the answer begins, in code units; null where only its words are known. */
      answerAt: z.number().nullable(),
      /** False where the right answer's words stand by accident. */
      mayAnswer: z.boolean(),
    }),
  ),
});
export type PassageCase = z.infer<typeof passageCaseSchema>;

export async function readPassageCases(file: string): Promise<PassageCase[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => passageCaseSchema.parse(JSON.parse(line)));
}
