import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResearchResponse } from '@lectern/contracts';
import { assumedDelays } from '@lectern/recorded-literature';
import { openResearchSite } from './research-site.ts';

interface Question {
  readonly question: string;
  readonly intent: string;
  readonly records: readonly string[];
  readonly nothing?: true;
  readonly frame: Readonly<Record<string, unknown>>;
}

const dataFolder = process.env.LECTERN_DATA ?? '../shared/data';
const questions: Question[] = readFileSync(new URL('questions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** An OpenAI-compatible address writes the answers where it is named, else code does. */
const { RESEARCH_MODEL_URL: modelUrl, RESEARCH_MODEL_NAME: modelName = 'model' } = process.env;
/** Fewer questions are taken evenly from the whole list. */
const step = questions.length / Number(process.env.RESEARCH_QUESTIONS ?? questions.length);
const asked = questions.filter((_, index) => Math.floor(index % step) === 0);

const budget = { time_budget_ms: Number(process.env.RESEARCH_BUDGET_MS ?? 5_000) };
await using site = await openResearchSite({
  folder: join(dataFolder, 'bio'),
  delays: assumedDelays,
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
await site.ask({ query: 'Warm up: publications on fever' });

/** Sentences that code writes above the records that it lists. */
const composed =
  /that match and were read|by number and were read|documents that were read|прочитано/;
const times: number[] = [];
const figures = {
  intents: 0,
  fields: 0,
  fieldsRight: 0,
  needed: 0,
  found: 0,
  nothing: 0,
  invented: 0,
  identifiers: 0,
  removed: 0,
  byModel: 0,
  hits: 0,
  calls: 0,
  partial: 0,
};
const cpu = process.cpuUsage();
const ask = async (query: string): Promise<ResearchResponse> => {
  const started = performance.now();
  const answer = await site.ask({ query, ...budget });
  times.push(performance.now() - started);
  figures.calls += answer.trace.tool_calls.length;
  figures.hits += answer.trace.tool_calls.filter(({ cache_hit }) => cache_hit).length;
  if (answer.partial) figures.partial += 1;
  return answer;
};

for (const { question, intent, records, nothing, frame } of asked) {
  const answer = await ask(question);
  const problems: string[] = [];
  if (answer.frame.intent === intent) figures.intents += 1;
  else problems.push(`intent ${answer.frame.intent}`);
  const fields = compareFields(answer, frame);
  figures.fields += fields.all;
  figures.fieldsRight += fields.all - fields.wrong.length;
  problems.push(...fields.wrong);
  const listed = listRecords(answer);
  figures.needed += records.length;
  const missed = records.filter((record) => !listed.includes(record));
  figures.found += records.length - missed.length;
  if (missed.length > 0) problems.push(`not found: ${missed.join(', ')}`);
  const isNothing = listed.length === 0 && answer.abstained;
  if (isNothing === Boolean(nothing)) figures.nothing += 1;
  else problems.push(nothing ? `found ${listed.join(', ')}` : 'nothing found');
  const invented = findInvented(question, answer);
  figures.invented += invented.length;
  figures.identifiers += listIdentifiers(answer).length;
  figures.removed += answer.removed.length;
  if (modelUrl && answer.citations.length > 0 && !composed.test(answer.answer))
    figures.byModel += 1;
  if (invented.length > 0) problems.push(`invented ${invented.join(', ')}`);
  if (problems.length > 0) process.stdout.write(`${question}\n  ${problems.join('\n  ')}\n`);
}
if (!modelUrl) for (const { question } of asked.slice(0, 40)) await ask(question);

const used = process.cpuUsage(cpu);
const sorted = times.toSorted((a, b) => a - b);
const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
process.stdout.write(
  `${JSON.stringify(
    {
      questions: asked.length,
      intents_right: figures.intents / asked.length,
      frame_fields_right: `${figures.fieldsRight}/${figures.fields}`,
      needed_records_found: `${figures.found}/${figures.needed}`,
      nothing_found_right: figures.nothing / asked.length,
      invented_identifiers: figures.invented,
      identifiers_shown: figures.identifiers,
      ...(modelUrl && {
        answers_of_the_model: figures.byModel,
        statements_removed: figures.removed,
      }),
      asked: times.length,
      p50_ms: at(0.5),
      p95_ms: at(0.95),
      cache_hit_calls: `${figures.hits}/${figures.calls}`,
      partial: figures.partial,
      cpu_ms_a_question: Math.round((used.user + used.system) / 1000 / times.length),
    },
    null,
    1,
  )}\n`,
);

function listRecords({ tables }: ResearchResponse): string[] {
  return [
    ...tables.publications.map(({ pmid }) => pmid),
    ...tables.trials.map(({ nct_id }) => nct_id),
    ...tables.documents.map(({ document_id }) => document_id),
  ];
}

function compareFields({ frame }: ResearchResponse, expected: Readonly<Record<string, unknown>>) {
  // The questions are older than the field `date_of`.
  const { include_publications, date_of: _, ...filters } = frame.filters;
  const read: Record<string, unknown> = {
    ...frame.entities,
    ...filters,
    include_publications: include_publications || null,
  };
  const names = [...new Set([...Object.keys(read), ...Object.keys(expected)])];
  const text = (value: unknown) =>
    value === undefined || value === null
      ? ''
      : [value]
          .flat()
          .map((item) => String(item).toLowerCase())
          .sort()
          .join('; ');
  const used = names.filter((name) => text(read[name]) !== '' || text(expected[name]) !== '');
  const wrong = used
    .filter((name) => text(read[name]) !== text(expected[name]))
    .map((name) => `${name}: ${text(read[name]) || '-'} instead of ${text(expected[name]) || '-'}`);
  return { all: used.length, wrong };
}

/** Identifiers in the answer that neither the question nor a fetched record names. */
function findInvented(question: string, { answer, tables }: ResearchResponse): string[] {
  const known = JSON.stringify(tables) + question;
  return listIdentifiers({ answer }).filter((id) => !known.includes(id));
}

function listIdentifiers({ answer }: Pick<ResearchResponse, 'answer'>): readonly string[] {
  return answer.match(/\bNCT\d{8}\b|\b\d{7,9}\b/g) ?? [];
}
