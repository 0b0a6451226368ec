import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryFolder, suiteProcesses } from '@lectern/local';
import { passWithKey } from './conformance/pass-with-key.ts';
import { runConformanceSuite } from './conformance/run-suite.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

const revisions = ['2025-11-25', '2026-07-28'];
const clientProgram = join(repositoryFolder, 'services/mcp/test/conformance-client.ts');
const fixtures = join(repositoryFolder, 'services/mcp/test/conformance/main.ts');

/**
 * `npm run e2e -- conformance`: the protocol's own suite against the whole stack, and against the client by
 * which outside servers are called. The MCP service runs with the suite's fixtures beside its own
 * tools. Failures that are known stand with their reasons in `conformance/expected-*.yaml`; any
 * other one, and one that is mended, fails the run. `--verbose` shows all that the suite says.
 */
async function runConformance(report: Report, folder: string, verbose: boolean): Promise<void> {
  const check = async (name: string, parameters: readonly string[]) => {
    const { problems, summary } = await runConformanceSuite(parameters, folder);
    if (verbose) for (const line of summary) report.print(line);
    report.check(name, problems);
  };
  await using suite = await startTemporarySuite({
    services: suiteProcesses.map((one) => (one.name === 'mcp' ? { ...one, entry: fixtures } : one)),
  });
  await using server = await passWithKey(suite.url, suite.credentials.api_key);
  report.print('the suite serves');
  for (const revision of revisions) {
    const expected = join(repositoryFolder, `e2e/conformance/expected-${revision}.yaml`);
    const common = ['--requirements', revision, '--expected-failures', expected];
    await check(`the server keeps to ${revision}`, [
      'server',
      '--url',
      `${server.url}/mcp`,
      ...common,
    ]);
    await check(`the client keeps to ${revision}`, [
      'client',
      ...['--command', `${process.execPath} ${clientProgram}`],
      ...common,
    ]);
  }
}

const { values } = parseArgs({ options: { verbose: { type: 'boolean', default: false } } });
const report = new Report();
const folder = await mkdtemp(join(tmpdir(), 'lectern-conformance-'));
await report.try('the run came to its end', () => runConformance(report, folder, values.verbose));
await rm(folder, { recursive: true, force: true });
console.log(`conformance: ${report.count('passed')} passed, ${report.count('failed')} failed`);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
