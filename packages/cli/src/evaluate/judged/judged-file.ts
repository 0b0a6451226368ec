import { idSchema } from '@lectern/contracts';
import { z } from 'zod';
import { CommandError } from '../../command-error.ts';
import { type JsonLine, readJsonLines } from '../json-lines.ts';

/** Grades: 0 does not answer, 1 is about it, 2 answers a part, 3 answers. */
export const bestGrade = 3;
const gradeMessage = `must be a whole number from 0 to ${bestGrade}, or null where nobody has judged`;

/** A passage that a search found for a question, and what somebody thinks of it. */
const judgedPassageSchema = z.object({
  /** How well it answers; null: nobody has judged. */
  judgement: z
    .number({ error: gradeMessage })
    .int(gradeMessage)
    .min(0, gradeMessage)
    .max(bestGrade, gradeMessage)
    .nullable(),
  question: z.string().trim().min(1),
  document: z.string(),
  page: z.number().int().nullable(),
  passage: z.string().min(1),
  document_id: idSchema,
  version: z.number().int(),
  /** Code points of that version's text. */
  start: z.number().int().min(0),
  end: z.number().int().min(1),
});
export type JudgedPassage = z.infer<typeof judgedPassageSchema>;

/**
 * Reads a pool: JSON lines, each a passage of a question with its judgement.
 * @throws CommandError that names the file, the line and the field; also where one passage of a
 *   question has two grades.
 */
export async function readJudgedFile(file: string): Promise<JudgedPassage[]> {
  const lineOf = new Map<string, { readonly at: number; readonly grade: number | null }>();
  const passages: JudgedPassage[] = [];
  for (const line of await readJsonLines(file)) {
    const passage = toPassage(line);
    const key = JSON.stringify([
      passage.question,
      passage.document_id,
      passage.version,
      passage.start,
      passage.end,
    ]);
    const before = lineOf.get(key);
    if (before && before.grade !== passage.judgement) {
      throw new CommandError(
        `${line.place}: judgement differs from that of the same passage in line ${before.at}.`,
      );
    }
    if (!before) passages.push(passage);
    lineOf.set(key, { at: line.number, grade: passage.judgement });
  }
  return passages;
}

export function writeJudgedLine(passage: JudgedPassage): string {
  return `${JSON.stringify(passage)}\n`;
}

function toPassage({ value, place }: JsonLine): JudgedPassage {
  const { data, error } = judgedPassageSchema.safeParse(value);
  if (data) return data;
  const issue = error.issues[0];
  const field = issue?.path.join('.') || 'the line';
  throw new CommandError(`${place}: ${field} ${decapitalise(issue?.message ?? 'is wrong')}.`);
}

/** So that a sentence of the schema can follow the field's name. */
function decapitalise(message: string): string {
  return message.replace(/^Invalid input: /, '').replace(/^\w/, (letter) => letter.toLowerCase());
}
