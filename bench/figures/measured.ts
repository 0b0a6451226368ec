import { readFile, writeFile } from 'node:fs/promises';
import type { ChunkerFigures } from '../chunking/measure-chunkers.ts';
import type { QuestionFigures } from './measure-questions.ts';
import type { SetFigures } from './measure-set.ts';

/** Commit, day and machine load of a measurement. */
export interface Circumstances {
  readonly commit: string;
  readonly day: string;
  /** Load of the machine over a minute, at the end. */
  readonly load: number;
}

type CpuMs = SetFigures['cpuMs'];

export interface MeasuredSet extends Omit<SetFigures, 'cpuMs'>, Circumstances {
  /** Null for vectors that another server makes. */
  readonly cpuMs: Omit<CpuMs, 'chunk' | 'query'> & {
    readonly chunk: number | null;
    readonly query: number | null;
  };
  readonly model: string;
  readonly set: string;
}

export interface MeasuredChunker extends ChunkerFigures, Circumstances {
  /** Name of the model that found the chunks, or `BM25`. */
  readonly found_by: string;
}

export interface MeasuredQuestions extends QuestionFigures, Circumstances {
  readonly model: string;
}

/** All figures of the page; a new run replaces its own rows alone. */
export interface Measured {
  readonly sets: readonly MeasuredSet[];
  readonly chunkers: readonly MeasuredChunker[];
  readonly questions: readonly MeasuredQuestions[];
}

const file = new URL('./measured.json', import.meta.url);

export async function readMeasured(): Promise<Measured> {
  return JSON.parse(await readFile(file, 'utf8')) as Measured;
}

export async function addMeasured({
  sets = [],
  chunkers = [],
  questions = [],
}: Partial<Measured>): Promise<void> {
  const before = await readMeasured();
  const after: Measured = {
    sets: replaceRows(before.sets, sets, ({ model, set }) => `${model} ${set}`),
    chunkers: replaceRows(
      before.chunkers,
      chunkers,
      ({ found_by, chunker, max_tokens }) => `${found_by} ${chunker} ${max_tokens}`,
    ),
    questions: replaceRows(before.questions, questions, ({ model }) => model),
  };
  await writeFile(file, `${JSON.stringify(after, undefined, 2)}\n`);
}

function replaceRows<Row>(
  before: readonly Row[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
) {
  const byKey = new Map([...before, ...rows].map((row) => [keyOf(row), row]));
  return [...byKey.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
