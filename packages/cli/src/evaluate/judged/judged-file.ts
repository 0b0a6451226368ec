import { readFile } from 'node:fs/promises';
import { idSchema } from '@lectern/contracts';
import { z } from 'zod';
import { CommandError } from '../../command-error.ts';

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
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`${file} cannot be read.`, { cause });
  });
  const lineOf = new Map<string, { readonly at: number; readonly grade: number | null }>();
  const passages: JudgedPassage[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const at = index + 1;
    const passage = readLine(line, `${file}, line ${at}`);
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
        `${file}, line ${at}: judgement differs from that of the same passage in line ${before.at}.`,
      );
    }
    if (!before) passages.push(passage);
    lineOf.set(key, { at, grade: passage.judgement });
  }
  return passages;
}

export function writeJudgedLine(passage: JudgedPassage): string {
  return `${JSON.stringify(passage)}\n`;
}

function readLine(line: string, place: string): JudgedPassage {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch (cause) {
    throw new CommandError(`${place}: not JSON.`, { cause });
  }
  const { data, error } = judgedPassageSchema.safeParse(fields);
  if (data) return data;
  const issue = error.issues[0];
  const field = issue?.path.join('.') || 'the line';
  throw new CommandError(`${place}: ${field} ${decapitalise(issue?.message ?? 'is wrong')}.`);
}

/** So that a sentence of the schema can follow the field's name. */
function decapitalise(message: string): string {
  return message.replace(/^Invalid input: /, '').replace(/^\w/, (letter) => letter.toLowerCase());
}
