import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from '../../suite/data-folder.ts';

/** Formats with a viewer of their own. All others are counted together. */
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
  /** Questions that were asked earlier in the same conversation. */
  readonly before: readonly string[];
}

/**
 * Returns every question, including those without an answer in the documents.
 *
 * @param wanted Parts of ids; all questions if empty.
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

/** Returns the format under which a file is counted. */
export function formatOf(file: string): string {
  return formats[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? 'other';
}
