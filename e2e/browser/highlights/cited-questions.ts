import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from '../../suite/data-folder.ts';

/** Formats that the reader shows each in a way of its own. */
export const formats: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  docx: 'DOCX',
  html: 'HTML',
  markdown: 'Markdown',
  md: 'Markdown',
  xlsx: 'sheet',
  ods: 'sheet',
  csv: 'sheet',
};

export interface CitedQuestion {
  readonly id: string;
  readonly question: string;
  /** Below `documents`. */
  readonly file: string;
}

/** Questions that a document of these formats answers by itself, without a conversation before. */
export async function readCitedQuestions(): Promise<readonly CitedQuestion[]> {
  const text = await readFile(join(dataFolder, 'questions/questions.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Partial<CitedQuestion> & { readonly history?: unknown[] })
    .flatMap(({ id, question, file, history }) =>
      id && question && file && !history?.length && formatOf(file) ? [{ id, question, file }] : [],
    );
}

/** What a file is counted as; undefined where it is not counted. */
export function formatOf(file: string): string | undefined {
  return (
    formats[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ??
    formats[file.split('/')[0] ?? '']
  );
}
