import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assumedDelays } from '@lectern/recorded-literature';
import { openResearchSite } from './research-site.ts';

/**
 * Two replicas of the tool server under 20 questions at once, twice over. The recorded services
 * count what arrives and refuse what is above their published rates.
 */
const published = {
  ncbi: { requests: 3, windowMs: 1_000 },
  clinicaltrials: { requests: 50, windowMs: 60_000 },
};
const together = 20;

const questions = readFileSync(new URL('questions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): string => JSON.parse(line).question)
  .filter((question) => !/\b(?:our|guide)\b|наших/i.test(question))
  .slice(0, 2 * together);

await using site = await openResearchSite({
  folder: join(process.env.LECTERN_DATA ?? '../shared/data', 'bio'),
  delays: assumedDelays,
  rates: published,
  mcpReplicas: 2,
});
const results = [];
for (let from = 0; from < questions.length; from += together) {
  const started = performance.now();
  const runs = await Promise.all(
    questions
      .slice(from, from + together)
      .map((query) => site.ask({ query, fetch_policy: 'network_only', time_budget_ms: 30_000 })),
  );
  results.push({
    questions: runs.length,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    whole: runs.filter(({ partial }) => !partial).length,
    partial_naming_what_is_missing: runs.filter(({ partial, missing }) => partial && missing.length)
      .length,
  });
}
const most = {
  ncbi_in_a_second: site.recorded.requests.maxWithin('ncbi', published.ncbi.windowMs),
  clinicaltrials_in_a_minute: site.recorded.requests.maxWithin(
    'clinicaltrials',
    published.clinicaltrials.windowMs,
  ),
};
const arrived = {
  ncbi: site.recorded.requests.count('ncbi'),
  clinicaltrials: site.recorded.requests.count('clinicaltrials'),
};
process.stdout.write(`${JSON.stringify({ published, results, arrived, most }, null, 1)}\n`);
const isAbove =
  most.ncbi_in_a_second > published.ncbi.requests ||
  most.clinicaltrials_in_a_minute > published.clinicaltrials.requests;
if (isAbove) process.exitCode = 1;
