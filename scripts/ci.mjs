// What CI runs: every suite, one after the other; the last line counts all their checks.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { serverVariables, startServers } from './lab-servers.mjs';
import { repositoryFolder } from './repository.mjs';

/**
 * A suite with `needs` runs only when all those variables give addresses of outside servers; the
 * others run without any, on what the suite brings itself.
 */
const suites = [
  { name: 'test', command: ['npm', 'test'], timeoutMinutes: 10 },
  { name: 'demo', command: ['npm', 'run', 'demo'], timeoutMinutes: 4 },
  { name: 'faults', command: ['npm', 'run', 'faults'], timeoutMinutes: 6 },
  {
    name: 'weaviate',
    command: ['npm', 'test', '--', 'packages/retrieval/src/index/weaviate'],
    timeoutMinutes: 6,
    needs: ['WEAVIATE_URL'],
  },
  {
    name: 'redis',
    command: ['npm', 'test', '--', 'packages/jobs/src/backends/redis-jobs'],
    timeoutMinutes: 4,
    needs: ['REDIS_URL'],
  },
  {
    name: 's3',
    command: ['npm', 'test', '--', 'services/rag/src/adapters/s3-blobs'],
    timeoutMinutes: 4,
    needs: ['S3_ENDPOINT'],
  },
  {
    name: 'demo on real stores',
    command: ['npm', 'run', 'demo'],
    timeoutMinutes: 6,
    needs: ['WEAVIATE_URL', 'REDIS_URL', 'S3_ENDPOINT'],
  },
  {
    name: 'demo with a model',
    command: ['npm', 'run', 'demo'],
    timeoutMinutes: 15,
    needs: ['LECTERN_CI_MODEL_URL'],
    environment: { MODEL_PROVIDER: 'openai', MODEL_BASE_URL: process.env.LECTERN_CI_MODEL_URL },
  },
];

const reportFolder = join(repositoryFolder, 'reports');
mkdirSync(reportFolder, { recursive: true });

const servers = startServers();
const checks = [];
for (const suite of suites) checks.push(...(await runSuite(suite)));
servers.stop();

const count = (status) => checks.filter((check) => check.status === status).length;
for (const { suite, name, status, reason } of checks) {
  if (status === 'skipped')
    console.log(`skipped: ${suite}: ${name}${reason ? ` (${reason})` : ''}`);
  if (status === 'failed') console.log(`FAILED: ${suite}: ${name}${reason ? ` (${reason})` : ''}`);
}
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exit(count('failed') === 0 && count('passed') > 0 ? 0 : 1);

async function runSuite({ name, command, timeoutMinutes, needs = [], environment = {} }) {
  const own = withoutServers(process.env);
  const all = { ...own, ...servers.addresses };
  const missing = needs.filter((variable) => !all[variable]);
  if (missing.length > 0) {
    const reason = `${missing.join(', ')} not set`;
    return [{ suite: name, name, status: 'skipped', reason }];
  }
  console.log(`\n==== ${name}`);
  const startedAt = Date.now();
  const reportFile = join(reportFolder, `${name.replaceAll(' ', '-')}.jsonl`);
  rmSync(reportFile, { force: true });
  const exitCode = await run(command, timeoutMinutes, {
    ...(needs.some((variable) => serverVariables.includes(variable)) ? all : own),
    ...environment,
    CI: 'true',
    LECTERN_REPORT: reportFile,
  });
  console.log(
    `==== ${name}: exit code ${exitCode}, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
  return readReport(name, reportFile, exitCode);
}

function withoutServers(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([variable]) => !serverVariables.includes(variable)),
  );
}

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
      name: `${suite} as a whole`,
      status: 'failed',
      reason: `exit code ${exitCode}`,
    });
  }
  return reported;
}

function run([program, ...parameters], timeoutMinutes, env) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: repositoryFolder,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const stop = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has ended already.
      }
    };
    const late = setTimeout(() => {
      console.log(`==== stopped after ${timeoutMinutes} minutes`);
      stop('SIGTERM');
      setTimeout(() => stop('SIGKILL'), 15_000).unref();
    }, timeoutMinutes * 60_000);
    child.on('exit', (code) => {
      clearTimeout(late);
      resolve(code ?? 1);
    });
    child.on('error', () => resolve(1));
  });
}
