import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { excludedOperations } from './schemathesis/excluded-operations.ts';
import { findSchemathesis } from './schemathesis/find-schemathesis.ts';
import { readOutcome } from './schemathesis/read-outcome.ts';
import { Api } from './suite/api.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

/** What an answer must keep to, as far as the description speaks of it. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];
const plenty = '1000000';

interface RunOptions {
  readonly examples: string;
  readonly minutes: string;
  readonly seed: string;
  readonly only: string | undefined;
}

/**
 * `npm run schemathesis`: made-up requests for every operation of the served OpenAPI document, with an
 * administrator's key. `--examples N` a phase and operation, 25 unless it is told, and `--minutes N`, 15,
 * which are used up; `--only NAME` one operation; `--seed N` the same requests again.
 */
async function runSchemathesis(
  program: string,
  folder: string,
  { examples, minutes, only, seed }: RunOptions,
  report: Report,
): Promise<void> {
  await using suite = await startTemporarySuite({
    settings: {
      REQUESTS_PER_MINUTE: plenty,
      QUOTA_REQUESTS_PER_MINUTE: plenty,
      SIGN_INS_PER_MINUTE: plenty,
    },
  });
  const api = new Api(suite.url, suite.credentials.api_key);
  const id = await api.createCollection('Lamps');
  const { documents } = await api.call('addDocuments', {
    params: { id },
    body: { documents: [{ external_id: 'lamp', title: 'The lamp', text: 'It lights the desk.' }] },
  });
  await api.waitUntilFinal(documents[0]?.id ?? '');

  const outcomeFile = join(folder, 'outcome.xml');
  const exitCode = await run(program, folder, [
    'run',
    `${suite.url}/openapi.json`,
    ...['--header', `Authorization: Bearer ${suite.credentials.api_key}`],
    ...['--checks', checks.join(',')],
    ...['--phases', 'examples,coverage,fuzzing'],
    ...['--max-examples', examples, '--seed', seed],
    ...['--max-time', `${Math.round(60 * Number(minutes))}`],
    ...['--workers', '2', '--request-timeout', '60'],
    ...['--suppress-health-check', 'all', '--warnings', 'off'],
    ...['--generation-database', 'none', '--no-color', '--continue-on-failure'],
    ...['--report', 'junit', '--report-junit-path', outcomeFile],
    ...(only
      ? ['--include-operation-id', only]
      : Object.keys(excludedOperations).flatMap((name) => ['--exclude-operation-id', name])),
  ]);
  const { operations, problems } = readOutcome(outcomeFile);
  report.tell(`${operations} operations, exit code ${exitCode}`);
  report.check('operations were tried', operations > 0 ? [] : ['none']);
  report.check('every answer keeps to the description, and none is a failure of ours', problems);
  const { status } = await api.request('GET', '/health');
  report.check('the suite is there afterwards', status === 200 ? [] : [`/health gave ${status}`]);
}

function run(program: string, folder: string, parameters: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '25' },
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const report = new Report();
const folder = await mkdtemp(join(tmpdir(), 'lectern-schemathesis-'));
const found = findSchemathesis(folder);
if ('reason' in found) report.skip('schemathesis', found.reason);
else {
  const { examples, minutes, seed, only } = values;
  await report.try('the run came to its end', () =>
    runSchemathesis(found.program, folder, { examples, minutes, seed, only }, report),
  );
}
await rm(folder, { recursive: true, force: true });
if (process.env.LECTERN_REPORT) report.write(process.env.LECTERN_REPORT);
console.log(`schemathesis: ${report.count('passed')} passed, ${report.count('failed')} failed`);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
