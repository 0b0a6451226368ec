import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ResearchNodeEvent, ResearchResponse } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { openResearchSite } from './research-site.ts';

/**
 * Kills the llm service (SIGKILL) at the beginning and at the end of every node, for each of the four
 * intents, and lets the run go on in another process: the answer and the tables must be those of a
 * run that nobody killed, nothing may be missing, and no lookup that was kept may be asked again.
 * `check-kills.ts 2` tries the second intent alone.
 */
const all = [
  'Publications on lumiravir in Marlow fever',
  'Phase 3 trials of lumiravir in Marlow fever',
  'Trials of lumiravir in Marlow fever and the papers that report them',
  'What do our documents and published studies say about remdesivir?',
];
const chosen = process.argv[2];
const questions = chosen ? all.slice(Number(chosen) - 1, Number(chosen)) : all;
const options = { time_budget_ms: 60_000, fetch_policy: 'network_only' } as const;
const entry = fileURLToPath(new URL('../../services/llm/src/main.ts', import.meta.url));

await using site = await openResearchSite({ mcpSettings: { NCBI_API_KEY: 'check' } });
const counts = () => ({
  ncbi: site.recorded.requests.count('ncbi'),
  clinicaltrials: site.recorded.requests.count('clinicaltrials'),
});
const problems: string[] = [];
let kills = 0;
for (const query of questions) {
  const { reference, whole } = await askUnkilled(query);
  const { frame, trace } = reference;
  // Records are not read where none are found.
  const points = trace.node_path.flatMap((node) =>
    (['started', 'done'] as const).map((status) => ({ node, status })),
  );
  for (const point of points) {
    const problem = await killAt(query, point, { reference, whole });
    kills += 1;
    if (problem) problems.push(`${frame.intent}, ${point.node} ${point.status}: ${problem}`);
  }
}
process.stdout.write(
  `${JSON.stringify({ intents: questions.length, kills, problems }, null, 1)}\n`,
);
if (problems.length > 0) process.exitCode = 1;

type Counts = ReturnType<typeof counts>;

function subtract(one: Counts, other: Counts): Counts {
  return {
    ncbi: one.ncbi - other.ncbi,
    clinicaltrials: one.clinicaltrials - other.clinicaltrials,
  };
}

interface Expected {
  readonly reference: ResearchResponse;
  /** Requests of a run that nobody killed, at most. */
  readonly whole: Counts;
}

/** Reads of both branches that meet share a request, in one run of eight on a busy machine: the most of three counts. */
async function askUnkilled(query: string): Promise<Expected> {
  const runs: Expected[] = [];
  for (let run = 0; run < 3; run += 1) {
    const before = counts();
    const reference = await site.ask({ query, ...options });
    runs.push({ reference, whole: subtract(counts(), before) });
  }
  const most = (pick: (whole: Counts) => number) =>
    Math.max(...runs.map(({ whole }) => pick(whole)));
  return {
    reference: (runs[0] as Expected).reference,
    whole: {
      ncbi: most(({ ncbi }) => ncbi),
      clinicaltrials: most((whole) => whole.clinicaltrials),
    },
  };
}

async function killAt(
  query: string,
  point: Pick<ResearchNodeEvent, 'node' | 'status'>,
  { reference, whole }: Expected,
): Promise<string | undefined> {
  const child = await startLlm();
  const { id, seen } = await followUntil(child, query, point);
  child.process.kill('SIGKILL');
  await once(child.process, 'exit');
  if (!id) return 'the point was not reached';
  await site.database.pool.query(
    "update llm.research_runs set beat_at = now() - interval '1 hour' where status = 'running'",
  );
  const before = counts();
  const response = await site.call('POST', `/research/${id}/resume`, {});
  const resumed = (await response.json()) as ResearchResponse;
  if (!response.ok) return `resume answered ${response.status}`;
  const again = subtract(counts(), before);
  // A node that began has what came before it in a checkpoint.
  const isKept = (node: string) =>
    seen.has('synthesizer') || (node === 'search' && seen.has('pubmed_get'));
  const most = isKept('all')
    ? { ncbi: 0, clinicaltrials: 0 }
    : { ...whole, ncbi: whole.ncbi - (isKept('search') ? 1 : 0) };
  if (again.ncbi > most.ncbi || again.clinicaltrials > most.clinicaltrials) {
    return `asked again: ${JSON.stringify(again)}, at most ${JSON.stringify(most)}`;
  }
  if (resumed.missing.length > 0) return `missing ${resumed.missing.map(({ node }) => node)}`;
  if (resumed.answer !== reference.answer) return `another answer: ${resumed.answer}`;
  const isSame = JSON.stringify(resumed.tables) === JSON.stringify(reference.tables);
  return isSame ? undefined : 'other tables';
}

/** The run's id and the nodes that had begun when the point was reached. */
async function followUntil(
  { url }: { readonly url: string },
  query: string,
  { node, status }: Pick<ResearchNodeEvent, 'node' | 'status'>,
): Promise<{ readonly id: string | undefined; readonly seen: ReadonlySet<string> }> {
  const seen = new Set<string>();
  const response = await fetch(`${url}/research`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await site.createToken()}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, ...options }),
  });
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString();
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^event: node\n(?:id: .*\n)?data: (.*)$/m.exec(event)?.[1];
      if (!data) continue;
      const told = JSON.parse(data) as ResearchNodeEvent;
      seen.add(told.node);
      if (told.node === node && told.status === status) return { id: told.checkpoint_id, seen };
    }
  }
  return { id: undefined, seen };
}

async function startLlm(): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, ...site.llmEnvironment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (data: Buffer) => {
    text += data;
  });
  const url = await eventually(() => /"url":"([^"]+)"/.exec(text)?.[1], { timeoutMs: 60_000 });
  return { url, process: child };
}
