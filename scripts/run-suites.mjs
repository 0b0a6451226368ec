import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findServerPrograms, serverVariables, startServers } from './lab-servers.mjs';
import { repositoryFolder } from './repository.mjs';

/** The exit code of `timeout`. */
const lateCode = 124;
const reportFolder = join(repositoryFolder, 'reports');

/**
 * Runs suites one after the other, prints checks that did not pass, and ends with a line that counts
 * all checks. A list of lists among them is run at once, each inner list in turn. A suite is
 * `{name, command, timeoutMinutes, environment?, needs?, skipReason?, isOneCheck?, isByFile?, byNames?}`.
 * With `needs` it runs only when all those variables give addresses or programs of outside servers;
 * the others run on embedded stores. With `isOneCheck` the exit code is its one
 * check; else it reports its checks by `reportCheck`. A suite with failed checks runs a second time.
 * With `isByFile` only the files of those checks run again, at most twice; so does, with `byNames`, the
 * command with those parameters and the names of the checks. A check that then passes is printed as flaky.
 *
 * @returns the exit code: 0 when some check passed and none failed.
 */
export async function runSuites(suites) {
  mkdirSync(reportFolder, { recursive: true });
  const wantsServers = suites
    .flat(2)
    .some(({ needs = [] }) => needs.some((variable) => serverVariables.includes(variable)));
  const servers = wantsServers ? startServers() : { addresses: {}, stop: () => {} };
  const checks = [];
  const runInTurn = async (turn) => {
    for (const suite of turn) checks.push(...(await runSuite(suite, servers.addresses)));
  };
  for (const step of suites) {
    if (!Array.isArray(step)) await runInTurn([step]);
    else {
      const named = (suite) => ({ ...suite, prefix: `${suite.name}: ` });
      await Promise.all(step.map((turn) => runInTurn(turn.map(named))));
    }
  }
  servers.stop();

  for (const { suite, name, status, reason } of checks) {
    const because = reason ? ` (${reason})` : '';
    if (status === 'skipped') console.log(`skipped: ${suite}: ${name}${because}`);
    if (status === 'failed') console.log(`FAILED: ${suite}: ${name}${because}`);
    if (status === 'flaky')
      console.log(`flaky, passed when run again: ${suite}: ${name}${because}`);
  }
  const count = (status) => checks.filter((check) => check.status === status).length;
  const passed = count('passed') + count('flaky');
  console.log(`${passed} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  return count('failed') === 0 && passed > 0 ? 0 : 1;
}

async function runSuite(suite, addresses) {
  const { name, needs = [], environment = {}, skipReason } = suite;
  const own = withoutServers(process.env);
  const all = { ...own, ...findServerPrograms(), ...addresses };
  const missing = needs.filter((variable) => !all[variable]);
  if (missing.length > 0 || skipReason) {
    const reason = skipReason ?? `${missing.join(', ')} not set`;
    return [{ suite: name, name, status: 'skipped', reason }];
  }
  const base = {
    ...(needs.some((variable) => serverVariables.includes(variable)) ? all : own),
    ...pick(all, needs),
    ...environment,
    CI: 'true',
  };
  const checks = await runOnce(suite, base);
  const done = checks.filter(({ status }) => status !== 'failed');
  let failed = checks.filter(({ status }) => status === 'failed');
  const repeats = suite.isByFile || suite.byNames ? 2 : 1;
  for (let count = repeats; count > 0 && failed.length > 0; count -= 1) {
    console.log(`==== ${name}: again, for ${failed.map((check) => check.name).join('; ')}`);
    const again = await runOnce({ ...suite, command: repeat(suite, failed) }, base);
    const failedAgain = again.filter(({ status }) => status === 'failed');
    const names = new Set(failedAgain.map(({ name }) => name));
    done.push(
      ...failed
        .filter((check) => !names.has(check.name))
        .map((check) => ({ ...check, status: 'flaky' })),
    );
    failed = failedAgain;
  }
  return [...done, ...failed];
}

/** The names of checks in a suite by files begin with their file. */
function repeat({ name: suite, command, isByFile, byNames }, failed) {
  const isWhole = failed.some(({ name }) => name === wholeName(suite));
  if (byNames && !isWhole) return [...command, ...byNames, ...failed.map(({ name }) => name)];
  const files = new Set(failed.map(({ name }) => name.split(': ')[0]));
  return isByFile && [...files].every((file) => existsSync(join(repositoryFolder, file)))
    ? [...command, ...(command.includes('--') ? [] : ['--']), ...files]
    : command;
}

async function runOnce(
  { name, command, timeoutMinutes, isOneCheck = false, prefix = '' },
  environment,
) {
  console.log(`\n==== ${name}`);
  const startedAt = Date.now();
  const reportFile = join(reportFolder, `${name.replaceAll(' ', '-')}.jsonl`);
  rmSync(reportFile, { force: true });
  const env = { ...environment, LECTERN_REPORT: reportFile };
  const exitCode = await run(command, { timeoutMinutes, env, prefix });
  console.log(
    `==== ${name}: exit code ${exitCode}, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
  if (!isOneCheck) return readReport(name, reportFile, exitCode);
  const failure = exitCode !== 0 && { reason: `exit code ${exitCode}` };
  return [{ suite: name, name, status: failure ? 'failed' : 'passed', ...failure }];
}

function pick(environment, variables) {
  return Object.fromEntries(variables.map((variable) => [variable, environment[variable]]));
}

function withoutServers(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([variable]) => !serverVariables.includes(variable)),
  );
}

const wholeName = (suite) => `${suite} as a whole`;

/** A suite that ends badly, or says nothing, counts as failed even when none of its checks does. */
function readReport(suite, file, exitCode) {
  const lines = existsSync(file)
    ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean)
    : [];
  const reported = lines.map((line) => ({ suite, ...JSON.parse(line) }));
  const hasFailure = reported.some(({ status }) => status === 'failed');
  if ((exitCode !== 0 && !hasFailure) || reported.length === 0) {
    reported.push({
      suite,
      name: wholeName(suite),
      status: 'failed',
      reason: exitCode === lateCode ? 'it took too long' : `exit code ${exitCode}`,
    });
  }
  return reported;
}

function run([program, ...parameters], { timeoutMinutes, env, prefix }) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: repositoryFolder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => console.log(prefix + line));
    }
    const stop = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has ended already.
      }
    };
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      console.log(`==== stopped after ${timeoutMinutes} minutes`);
      stop('SIGTERM');
      setTimeout(() => stop('SIGKILL'), 15_000).unref();
    }, timeoutMinutes * 60_000);
    child.on('exit', (code) => {
      clearTimeout(late);
      resolve(isLate ? lateCode : (code ?? 1));
    });
    child.on('error', () => resolve(1));
  });
}
