import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from '../../suite/data-folder.ts';

/** Formats that the reader shows each in a way of its own; the others are counted together. */
const formats: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  docx: 'DOCX',
  html: 'HTML',
  md: 'Markdown',
  xlsx: 'sheet',
  xls: 'sheet',
  ods: 'sheet',
  csv: 'sheet',
};

export interface CitedQuestion {
  readonly id: string;
  readonly question: string;
  /** Asked before it in the same conversation. */
  readonly before: readonly string[];
}

/**
 * Every question, also those that the documents do not answer.
 * @param wanted Parts of ids; all questions without any.
 */
export async function readCitedQuestions(
  wanted: readonly string[],
): Promise<readonly CitedQuestion[]> {
  const text = await readFile(join(dataFolder, 'questions/questions.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
    .filter(({ id }) => wanted.length === 0 || wanted.some((part) => id.includes(part)))
    .map(({ id, question, history = [] }) => ({
      id,
      question,
      before: history.map((past) => past.question),
    }));
}

interface Row {
  readonly id: string;
  readonly question: string;
  readonly history?: readonly { readonly question: string }[];
}

/** What a file is counted as. */
export function formatOf(file: string): string {
  return formats[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? 'other';
}
