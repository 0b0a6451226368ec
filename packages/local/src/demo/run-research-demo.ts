import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResearchResponse } from '@lectern/contracts';
import { assumedDelays, startRecordedLiterature } from '@lectern/recorded-literature';
import { findFreePorts } from '../network/port.ts';
import { removeHome } from '../postgres/postgres-place.ts';
import { startSuite } from '../suite/start-suite.ts';
import { SuiteClient } from '../suite/suite-client.ts';
import { portCount } from '../suite/suite-processes.ts';
import { SuiteError } from '../suite-error.ts';
import { type Check, reportChecks, timed } from './checks.ts';
import { printGraph, printResearch } from './print-research.ts';
import type { RunDemoOptions } from './run-demo.ts';

const ownDocument = fileURLToPath(new URL('files/remdesivir-protocol.md', import.meta.url));
const readyTimeoutMs = 120_000;
const maxResumes = 5;

/**
 * `npm run demo -- research`: the whole suite, with recorded answers in place of PubMed and
 * ClinicalTrials.gov. Nothing is asked of the network.
 *
 * @returns the exit code: 1 when a record that is there was not found, or an answer names one that
 *   was not fetched.
 * @throws SuiteError without the recorded answers.
 */
export async function runResearchDemo(options: RunDemoOptions): Promise<number> {
  const folder = join(options.dataFolder, 'bio');
  if (!existsSync(folder)) {
    throw new SuiteError(
      `There are no recorded answers at ${folder}. Set LECTERN_DATA to the folder that holds "bio", the recorded answers of PubMed and ClinicalTrials.gov: see docs/guides/research.md.`,
    );
  }
  await using stack = new AsyncDisposableStack();
  const literature = stack.use(await startRecordedLiterature({ folder, delays: assumedDelays }));
  const home = await mkdtemp(join(tmpdir(), 'lectern-demo-'));
  stack.defer(() => removeHome(home));
  const { signal } = options;
  const suite = await timed('The suite started', async () =>
    startSuite({
      home,
      port: await findFreePorts(portCount),
      env: {
        ...process.env,
        NCBI_BASE_URL: literature.ncbiUrl,
        CLINICALTRIALS_BASE_URL: literature.clinicalTrialsUrl,
      },
      report: console.log,
      signal,
    }),
  );
  stack.defer(() => timed('The suite stopped', () => suite.stop()));
  const client = new SuiteClient(suite.credentials);
  await timed('A document of our own was made searchable', () => addOwnDocument(client));

  const checks: Check[] = [];
  const runs: ResearchResponse[] = [];
  for (const question of researchQuestions) {
    signal.throwIfAborted();
    const run = await timed('Answered', () => research(client, question.text));
    printResearch(run);
    checks.push(checkRun(question, run));
    runs.push(run);
  }
  const joined = runs.find(({ frame }) => frame.intent === 'trials_with_pubs');
  if (joined) printGraph(await client.getResearch(joined.checkpoint_id));

  const calls = runs.flatMap(({ trace }) => trace.tool_calls);
  const { requests } = literature;
  console.log(
    [
      `${runs.length} questions were answered by ${calls.length} calls of tools.`,
      `Requests to the stand-in for PubMed: ${requests.count('ncbi')},`,
      `for ClinicalTrials.gov: ${requests.count('clinicaltrials')}.`,
      'Nothing was asked of the network.',
    ].join(' '),
  );
  return reportChecks(checks, options.reportFile);
}

/** Goes on with a run that a busy machine left without something. */
async function research(client: SuiteClient, query: string): Promise<ResearchResponse> {
  let run = await client.research(query);
  for (let again = 0; run.partial && again < maxResumes; again += 1) {
    const missing = run.missing.map(({ node, message }) => `${node}: ${message}`).join(' ');
    console.log(`Resumed, since something is missing. ${missing}`);
    run = await client.resumeResearch(run.checkpoint_id);
  }
  return run;
}

async function addOwnDocument(client: SuiteClient): Promise<void> {
  const collectionId = await client.createCollection('Protocols', 'Our own protocols.');
  const [accepted] = await client.uploadFiles(collectionId, [ownDocument]);
  if (!accepted?.id) throw new SuiteError('The document of the demo was refused.');
  const { status } = await client.waitUntilFinal(accepted.id, readyTimeoutMs);
  if (status !== 'ready') throw new SuiteError(`The document of the demo is ${status}.`);
}

function checkRun({ text, records, quotes }: ResearchDemoQuestion, run: ResearchResponse): Check {
  const name = `"${text}" is answered from what was fetched`;
  const fail = (reason: string): Check => ({ name, status: 'failed', reason });
  const listed = JSON.stringify(run.tables);
  const missed = records.filter((record) => !listed.includes(record));
  if (missed.length > 0) return fail(`not found: ${missed.join(', ')}`);
  const named = run.answer.match(/\bNCT\d{8}\b|\b\d{7,9}\b/g) ?? [];
  const invented = named.filter((id) => !listed.includes(id));
  if (invented.length > 0) return fail(`never fetched: ${invented.join(', ')}`);
  if (quotes && !run.citations.some(({ quote }) => quotes.test(quote))) {
    return fail(`no citation quotes ${quotes.source}`);
  }
  const isEmpty = records.length === 0 && !quotes;
  if (isEmpty !== run.abstained) return fail(isEmpty ? 'it must abstain' : 'it must not abstain');
  return { name, status: 'passed' };
}

/** A question, and what the recorded answers have for it. */
interface ResearchDemoQuestion {
  readonly text: string;
  /** Must stand in a table: PMIDs and NCT numbers. */
  readonly records: readonly string[];
  /** The own document that must be quoted. */
  readonly quotes?: RegExp;
}

/** One for each way through the graph, and one that nothing answers. */
const researchQuestions: readonly ResearchDemoQuestion[] = [
  {
    text: 'Publications on low-dose aspirin for recurrent venous thromboembolism',
    records: ['23121403'],
  },
  { text: 'Completed phase 3 trials of remdesivir for COVID-19', records: ['NCT04280705'] },
  { text: 'Trials and publications on semaglutide', records: ['29915538'] },
  {
    text: 'What does our own remdesivir protocol say about renal function?',
    records: [],
    quotes: /renal function/i,
  },
  { text: "Publications on lecanemab in Alzheimer's disease", records: [] },
];
