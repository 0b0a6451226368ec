import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { repositoryFolder } from './repository.mjs';

const statuses = { passed: 'passed', failed: 'failed', pending: 'skipped', todo: 'skipped' };

/** Returns checks of Jest's report: one per test, and one for each file that could not run. */
export function readJestReport(file, exitCode) {
  if (!existsSync(file)) return [{ name: 'Jest', status: 'failed' }];
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const checks = report.testResults.flatMap(({ name, assertionResults, status }) => {
    const path = relative(repositoryFolder, name);
    if (status === 'failed' && assertionResults.length === 0) {
      return [{ name: path, status: 'failed' }];
    }
    return assertionResults.map((result) => ({
      name: `${path}: ${result.fullName}`,
      status: statuses[result.status] ?? 'failed',
    }));
  });
  if (exitCode !== 0 && checks.every(({ status }) => status !== 'failed')) {
    checks.push({ name: 'Jest ended well', status: 'failed' });
  }
  return checks;
}
