import { z } from 'zod';
import { CommandError } from '../command-error.ts';
import { type JsonLine, readJsonLines } from './json-lines.ts';

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
  const questions = (await readJsonLines(file)).map(toQuestion);
  if (!isJudged && questions.length === 0) throw new CommandError(`${file} has no question.`);
  if (!isJudged) return { questions, skipped: 0 };
  const judged = questions.filter((each) => each.file !== undefined || each.answers.length > 0);
  if (judged.length === 0) throw new CommandError(`${file} has no question with file or answer.`);
  return { questions: judged, skipped: questions.length - judged.length };
}

function toQuestion({ value, place }: JsonLine): OwnQuestion {
  const { data, error } = lineSchema.safeParse(value);
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
