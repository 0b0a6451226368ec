import { readFileSync } from 'node:fs';
import { readQuestion } from '../../services/llm/src/research/frame/read-question.ts';

interface FrameQuestion {
  readonly question: string;
  readonly frame: Readonly<Record<string, unknown>>;
}

/** The day on which the questions were written. */
const today = new Date('2026-11-22');

export function readFrameQuestions(file: string): FrameQuestion[] {
  const path = new URL(file, import.meta.url);
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Fields that are expected or were read, and those that are the same in both. */
export function compareFrame(
  question: string,
  expected: Readonly<Record<string, unknown>>,
  isNamed = false,
) {
  const { intent, entities, filters, unused } = readQuestion(question, today);
  const { include_publications, date_of, ...rest } = filters;
  const read: Record<string, unknown> = {
    intent,
    ...entities,
    ...rest,
    include_publications: include_publications || null,
    // Sets that are older than this field say nothing of it.
    ...((isNamed || expected.date_of !== undefined) && { date_of }),
    ...(expected.unused !== undefined && { unused }),
  };
  const names = new Set([...Object.keys(read), ...Object.keys(expected)]);
  const wrong: string[] = [];
  let fields = 0;
  for (const name of names) {
    const is = normalise(read[name]);
    const should = normalise(expected[name]);
    if (is === '' && should === '') continue;
    fields += 1;
    if (is !== should) wrong.push(`${name}: ${is || '-'} instead of ${should || '-'}`);
  }
  return { fields, wrong };
}

function normalise(value: unknown): string {
  if (value === undefined || value === null) return '';
  const list = Array.isArray(value) ? value : [value];
  return list
    .map((item) => String(item).toLowerCase())
    .sort()
    .join('; ');
}

/** The first were written before the parser, the others before it was changed for them. */
const files = [
  'frame-questions.jsonl',
  'frame-questions-more.jsonl',
  'frame-questions-users.jsonl',
  'frame-questions-others.jsonl',
];

if (process.argv[1]?.endsWith('measure-frames.ts')) files.forEach(measure);

function measure(file: string): void {
  const questions = readFrameQuestions(file);
  let fields = 0;
  let wrong = 0;
  let intents = 0;
  for (const { question, frame } of questions) {
    const result = compareFrame(question, frame, file.includes('users'));
    fields += result.fields;
    wrong += result.wrong.length;
    if (!result.wrong.some((text) => text.startsWith('intent'))) intents += 1;
    if (result.wrong.length > 0) console.log(`${question}\n  ${result.wrong.join('\n  ')}`);
  }
  const right = `fields right: ${fields - wrong} of ${fields}`;
  console.log(`${file}: ${right}; intents right: ${intents} of ${questions.length}`);
}
