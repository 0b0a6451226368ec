import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJestReport } from './jest-report.mjs';
import { reportCheck } from './report.mjs';
import { repositoryFolder } from './repository.mjs';

const jestReportFile = join(repositoryFolder, 'reports/jest.json');

const checks = [
  { name: 'format and lint', command: ['biome', 'check', '.'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the page', command: ['tsc', '--noEmit', '-p', 'packages/web'] },
  { name: 'layers', command: ['depcruise', 'packages', 'services', 'e2e', 'bench'] },
  {
    name: 'folders',
    command: ['depcruise', '--config', '.dependency-cruiser.folders.js', 'packages', 'services'],
  },
];

/** They start suites or servers, or read very much, and take minutes: `--suite` runs them alone. */
const suiteTests = [
  'e2e/stories.test.ts',
  'e2e/isolation.test.ts',
  'bench/research/',
  'packages/local/src/suite/start-suite.test.ts',
  'packages/local/src/postgres/embedded-postgres.test.ts',
  'packages/jobs/src/backends/postgres-jobs.test.ts',
  'packages/bundles/src/export-and-import.test.ts',
  'services/mcp/src/upstream/connections/hostile-answers.test.ts',
  'services/rag/src/parser-pool/documents-manifest.test.ts',
];

/** Cases that take an hour together: `npm test -- e2e/acceptance` and the nightly run them. */
const acceptanceTests = 'e2e/acceptance/';

/** Named test files are run alone. */
const testFiles = process.argv[2] === '--suite' ? suiteTests : process.argv.slice(2);
const chosen =
  testFiles.length > 0
    ? testFiles
    : ['--testPathIgnorePatterns', '/node_modules/', acceptanceTests, ...suiteTests];

const results = [...(testFiles.length > 0 ? [] : await runChecks()), ...runJest()];
results.forEach(reportCheck);
process.exitCode = summarise(results);

/** Runs all checks at once, since some use one core, and prints each output whole. */
async function runChecks() {
  const ended = await Promise.all(checks.map(runCheck));
  for (const { name, output } of ended) console.log(`\n== ${name}\n${output.trim()}`);
  return ended.map(({ name, status }) => ({ name, status }));
}

async function runCheck({ name, command: [program, ...parameters] }) {
  const child = spawn(program, parameters, {
    cwd: repositoryFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const passed = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
  return { name, output, status: passed ? 'passed' : 'failed' };
}

function runJest() {
  console.log('\n== tests');
  mkdirSync(join(repositoryFolder, 'reports'), { recursive: true });
  rmSync(jestReportFile, { force: true });
  const exitCode = run('node', [
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${jestReportFile}`,
    ...chosen,
  ]);
  return readJestReport(jestReportFile, exitCode);
}

function run(program, parameters) {
  const { status, error } = spawnSync(program, parameters, {
    cwd: repositoryFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) console.error(error.message);
  return status ?? 1;
}

function summarise(all) {
  const withStatus = (status) => all.filter((result) => result.status === status);
  const failed = withStatus('failed');
  console.log();
  for (const { name, reason } of withStatus('skipped')) {
    console.log(`skipped: ${name}${reason ? ` (${reason})` : ''}`);
  }
  for (const { name } of failed) console.log(`FAILED: ${name}`);
  console.log(
    `${withStatus('passed').length} passed, ${failed.length} failed, ${withStatus('skipped').length} skipped`,
  );
  return failed.length === 0 ? 0 : 1;
}
