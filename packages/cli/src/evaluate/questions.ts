import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CommandError } from '../command-error.ts';

/** A question of one's own, and what tells a right passage. */
export interface OwnQuestion {
  readonly question: string;
  /** The document's file name, title or external id; undefined where any document will do. */
  readonly file: string | undefined;
  /** Pages of which one must be the passage's; empty where the answer alone tells. */
  readonly pages: readonly number[];
  /** A passage without a page is right if it holds one of them. */
  readonly answers: readonly string[];
}

export interface OwnQuestions {
  readonly questions: readonly OwnQuestion[];
  /** Lines that name neither a file nor an answer: there is no right passage to look for. */
  readonly skipped: number;
}

const lineSchema = z.object({
  question: z.string().trim().min(1),
  answer: z.string().min(1).nullish(),
  answers: z.array(z.string().min(1)).nullish(),
  file: z.string().min(1).nullish(),
  page: z.number().int().min(1).nullish(),
  also_pages: z.array(z.number().int().min(1)).nullish(),
});

export interface ReadOptions {
  /** Whether lines must tell a right passage, and those that do not are left out. */
  readonly isJudged: boolean;
}

/**
 * Reads a file of JSON lines: `question`, and `file` with or without `page`, or `answer` (or
 * `answers`, any of them). Other fields are left aside.
 * @throws CommandError that names the file and the line.
 */
export async function readQuestions(
  file: string,
  { isJudged }: ReadOptions = { isJudged: true },
): Promise<OwnQuestions> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`${file} cannot be read.`, { cause });
  });
  const lines = text.split('\n').map((line, at) => ({ line, place: `${file}, line ${at + 1}` }));
  const questions = lines
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, place }) => readLine(line, place));
  if (!isJudged && questions.length === 0) throw new CommandError(`${file} has no question.`);
  if (!isJudged) return { questions, skipped: 0 };
  const judged = questions.filter((each) => each.file !== undefined || each.answers.length > 0);
  if (judged.length === 0) throw new CommandError(`${file} has no question with file or answer.`);
  return { questions: judged, skipped: questions.length - judged.length };
}

function readLine(line: string, place: string): OwnQuestion {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch (cause) {
    throw new CommandError(`${place}: not JSON.`, { cause });
  }
  const { data, error } = lineSchema.safeParse(fields);
  if (!data) {
    const field = error.issues[0]?.path.join('.') ?? '';
    throw new CommandError(`${place}: ${field} ${error.issues[0]?.message ?? 'is wrong'}.`);
  }
  const { question, answer, answers, file, page, also_pages } = data;
  return {
    question,
    file: file ?? undefined,
    pages: [...(page ? [page] : []), ...(also_pages ?? [])],
    answers: [...(answer ? [answer] : []), ...(answers ?? [])],
  };
}
