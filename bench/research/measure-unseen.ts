import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ResearchResponse } from '@lectern/contracts';
import type { openResearchSite } from './research-site.ts';

/**
 * Asks questions over recorded answers and compares what was read and found with labels. The first
 * argument names the question set, the second another checkout to measure in place of this one.
 */
interface Question {
  readonly question: string;
  /** Absent: several intents serve the question equally well. */
  readonly intent?: string;
  readonly needs?: Readonly<Record<string, unknown>>;
  /** Older sets label the whole frame. */
  readonly frame?: Readonly<Record<string, unknown>>;
  /** Records that answer the question. Absent in sets that label frames alone. */
  readonly records?: readonly string[];
  /** Records that contradict the question. */
  readonly unwanted?: readonly string[];
  /** No recorded record answers the question. */
  readonly nothing?: boolean;
}

const [file = 'unseen-questions.jsonl', root = '.'] = process.argv.slice(2);
const { RESEARCH_MODEL_URL: modelUrl, RESEARCH_MODEL_NAME: modelName = 'model' } = process.env;
const timeBudgetMs = Number(process.env.RESEARCH_BUDGET_MS ?? 5_000);
const all: Question[] = readFileSync(new URL(file, import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const step = all.length / Number(process.env.RESEARCH_QUESTIONS ?? all.length);
const questions = all.filter((_, index) => Math.floor(index % step) === 0);

const sitePath = pathToFileURL(resolve(root, 'bench/research/research-site.ts')).href;
const { openResearchSite: open } = (await import(sitePath)) as {
  openResearchSite: typeof openResearchSite;
};
await using site = await open({
  folder: join(process.env.LECTERN_DATA ?? '../shared/data', 'bio'),
  mcpSettings: { NCBI_API_KEY: 'bench' },
  ...(modelUrl && {
    llmSettings: {
      MODEL_PROVIDER: 'openai',
      MODEL_BASE_URL: modelUrl,
      MODEL_NAME: modelName,
      MODEL_TIMEOUT_MS: '120000',
    },
  }),
});

const totals = {
  questions: questions.length,
  intents: 0,
  intents_right: 0,
  filters_needed: 0,
  filters_missed: 0,
  filters_wrong: 0,
  records_needed: 0,
  records_found: 0,
  unwanted_found: 0,
  records_listed: 0,
  answered_without_need: 0,
  invented_identifiers: 0,
  answers_of_the_model: 0,
  read_by_the_model: 0,
  statements_kept: 0,
  statements_removed: 0,
};
const languages: Record<string, { needed: number; found: number }> = {};
const times: number[] = [];
for (const {
  question,
  intent,
  frame,
  needs = frame ?? {},
  records = [],
  unwanted = [],
  nothing,
} of questions) {
  const started = performance.now();
  const answer = await site.ask({ query: question, time_budget_ms: timeBudgetMs });
  times.push(performance.now() - started);
  const problems: string[] = [];
  if (intent) {
    totals.intents += 1;
    if (answer.frame.intent === intent) totals.intents_right += 1;
    else problems.push(`intent ${answer.frame.intent} instead of ${intent}`);
  }
  compareFilters(answer, needs, problems);
  const listed = listRecords(answer);
  const missed = records.filter((id) => !listed.includes(id));
  const wrong = nothing ? listed : unwanted.filter((id) => listed.includes(id));
  totals.records_needed += records.length;
  totals.records_found += records.length - missed.length;
  totals.records_listed += listed.length;
  totals.unwanted_found += wrong.length;
  if (nothing && listed.length > 0) totals.answered_without_need += 1;
  const language = /\p{Script=Cyrillic}/u.test(question) ? 'ru' : 'en';
  const counts = languages[language] ?? { needed: 0, found: 0 };
  languages[language] = counts;
  counts.needed += records.length;
  counts.found += records.length - missed.length;
  if (missed.length > 0) problems.push(`not found: ${missed.join(', ')}`);
  if (wrong.length > 0) problems.push(`unwanted: ${wrong.join(', ')}`);
  const invented = listIdentifiers(answer.answer).filter(
    (id) => !`${JSON.stringify(answer.tables)}${question}`.includes(id),
  );
  totals.invented_identifiers += invented.length;
  // Another checkout may be older than these members.
  const statements = answer.statements ?? [];
  if (statements.length > 0) totals.answers_of_the_model += 1;
  if (modelUrl && !answer.warnings.some(({ code }) => code === 'read_by_rules')) {
    totals.read_by_the_model += 1;
  }
  totals.statements_kept += statements.length;
  totals.statements_removed += answer.removed.length;
  for (const { text, reason } of answer.removed) problems.push(`removed (${reason}): ${text}`);
  if (invented.length > 0) problems.push(`invented ${invented.join(', ')}`);
  if (problems.length > 0) process.stdout.write(`${question}\n  ${problems.join('\n  ')}\n`);
}
const sorted = times.toSorted((a, b) => a - b);
const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
process.stdout.write(
  `${JSON.stringify({ ...totals, found_by_language: languages, p50_ms: at(0.5), p95_ms: at(0.95) }, null, 1)}\n`,
);

function compareFilters(
  { frame: { entities, filters } }: ResearchResponse,
  needs: Readonly<Record<string, unknown>>,
  problems: string[],
): void {
  const read: Readonly<Record<string, unknown>> = {
    pmids: entities.pmids,
    nct_ids: entities.nct_ids,
    phases: filters.phases,
    statuses: filters.statuses,
    date_from: filters.date_from,
    date_to: filters.date_to,
    count: filters.max_publications ?? filters.max_trials,
  };
  for (const [name, value] of Object.entries(read)) {
    const is = toText(value);
    const wanted =
      name === 'count' ? (needs.count ?? needs.max_publications ?? needs.max_trials) : needs[name];
    const should = toText(toDate(wanted));
    if (should !== '') totals.filters_needed += 1;
    if (is === should) continue;
    if (is === '') totals.filters_missed += 1;
    else totals.filters_wrong += 1;
    problems.push(`${name}: ${is || '-'} instead of ${should || '-'}`);
  }
}

/** `-5y`: today, five years ago. */
function toDate(value: unknown): unknown {
  const years = typeof value === 'string' ? /^-(\d+)y$/.exec(value)?.[1] : undefined;
  if (!years) return value;
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() - Number(years));
  return date.toISOString().slice(0, 10);
}

function toText(value: unknown): string {
  return [value ?? []].flat().map(String).sort().join('; ');
}

function listRecords({ tables }: ResearchResponse): string[] {
  return [
    ...tables.publications.map(({ pmid }) => pmid),
    ...tables.trials.map(({ nct_id }) => nct_id),
    ...tables.documents.map(({ document_id }) => document_id),
  ];
}

function listIdentifiers(answer: string): readonly string[] {
  return answer.match(/\bNCT\d{8}\b|\b\d{7,9}\b/g) ?? [];
}
