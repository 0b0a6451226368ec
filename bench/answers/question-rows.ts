import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MissingDataError } from '../data/real-texts.ts';

/** A question over the real documents, as `questions.jsonl` gives it. */
const questionRowSchema = z.object({
  id: z.string(),
  question: z.string(),
  language: z.string(),
  kind: z.string().default('unanswerable'),
  answers: z.array(z.string()).default([]),
  match: z.enum(['any', 'all']).default('any'),
  all_of: z.array(z.array(z.string())).optional(),
  file: z.string().nullish(),
  page: z.number().nullish(),
  also_pages: z.array(z.number()).default([]),
  /** Other files with the same answer, equally right. */
  also_in: z.array(z.string()).default([]),
  unanswerable_type: z.enum(['near', 'foreign']).nullish(),
  history: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
});
export type QuestionRow = z.infer<typeof questionRowSchema>;

export async function readQuestionRows(dataFolder: string): Promise<QuestionRow[]> {
  const file = join(dataFolder, 'questions', 'questions.jsonl');
  if (!existsSync(file)) throw new MissingDataError(`${file} is missing; set LECTERN_DATA`);
  return parseLines(await readFile(file, 'utf8'), questionRowSchema);
}

export function parseLines<Row>(text: string, schema: z.ZodType<Row>): Row[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)));
}
