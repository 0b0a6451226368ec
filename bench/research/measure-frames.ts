import { readFileSync } from 'node:fs';
import { readQuery } from '../../services/llm/src/research/query/read-query.ts';

/** Compares what code reads from the older question sets with their labels. */
const files = [
  'frame-questions',
  'frame-questions-more',
  'frame-questions-users',
  'frame-questions-others',
];
/** The day on which the questions were labelled. */
const today = new Date('2026-11-22');
const members = ['pmids', 'nct_ids', 'phases', 'statuses', 'date_from', 'date_to'] as const;
const counts = { questions: 0, intents_right: 0, filters: 0, missed: 0, wrong: 0 };

for (const file of files) {
  const path = new URL(`${file}.jsonl`, import.meta.url);
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const { question, frame } = JSON.parse(line) as {
      question: string;
      frame: Readonly<Record<string, unknown>>;
    };
    const { intent, entities, filters } = readQuery(question, today);
    const read: Readonly<Record<string, unknown>> = { ...entities, ...filters };
    counts.questions += 1;
    if (intent === frame.intent) counts.intents_right += 1;
    for (const name of members) {
      const [is, should] = [toText(read[name]), toText(frame[name])];
      if (should !== '') counts.filters += 1;
      if (is === should) continue;
      counts[is === '' ? 'missed' : 'wrong'] += 1;
      console.log(`${question}\n  ${name}: ${is || '-'} instead of ${should || '-'}`);
    }
  }
}
console.log(JSON.stringify(counts));

function toText(value: unknown): string {
  return [value ?? []].flat().map(String).sort().join('; ');
}
