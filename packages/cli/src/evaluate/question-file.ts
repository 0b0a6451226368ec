import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CommandError } from '../command-error.ts';

const lineSchema = z
  .object({
    question: z.string().trim().min(1),
    /** File name, title or external id of the right document. */
    file: z.string().min(1).nullish(),
    page: z.number().int().min(1).nullish(),
    also_pages: z.array(z.number().int().min(1)).nullish(),
    /** Text of the right passage in that document. */
    answer: z.string().min(1).nullish(),
    answers: z.array(z.string().min(1)).nullish(),
  })
  .transform(({ question, file, page, also_pages, answer, answers }) => ({
    question,
    file: file ?? undefined,
    pages: [...(page ? [page] : []), ...(also_pages ?? [])],
    answers: [...(answer ? [answer] : []), ...(answers ?? [])],
  }));

/** A question of a file, with where its answer is. */
export type FileQuestion = z.output<typeof lineSchema>;

/**
 * Reads a file of JSON lines.
 * @throws CommandError that names the file and the line.
 */
export async function readQuestions(file: string): Promise<FileQuestion[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`${file} cannot be read.`, { cause });
  });
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const questions = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [parseLine(line, `${file}, line ${at + 1}`)],
  );
  if (questions.length === 0) throw new CommandError(`${file} has no question.`);
  return questions;
}

function parseLine(line: string, place: string): FileQuestion {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new CommandError(`${place}: not JSON.`, { cause });
  }
  const { data, error } = lineSchema.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  throw new CommandError(`${place}: ${issue?.path.join('.')} ${issue?.message ?? 'is invalid'}.`);
}
