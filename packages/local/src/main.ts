import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { repositoryFolder } from './suite/suite-processes.ts';
import { SuiteError } from './suite-error.ts';

const settingsFile = join(repositoryFolder, '.env');
if (existsSync(settingsFile)) process.loadEnvFile(settingsFile);

const startUsage =
  'npm start takes settings alone, from the environment or .env: LECTERN_HOME (its state, .lectern), LECTERN_PORT (8000, five more after it) and what .env.example lists.';

/** One that is given up has failed; a suite that is stopped has not. */
const isTransfer = ['export', 'import', 'check-archive'].includes(process.argv[2] ?? '');
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopped.abort());
}
process.on('disconnect', () => stopped.abort());

try {
  process.exitCode = await run(process.argv[2]);
} catch (error) {
  if (!stopped.signal.aborted || isTransfer) {
    console.error(error instanceof SuiteError ? `lectern: ${error.message}` : error);
    process.exitCode = 1;
  }
}
if (process.connected) process.disconnect();

async function run(command: string | undefined): Promise<number> {
  switch (command) {
    case 'start': {
      const [given] = process.argv.slice(3);
      if (given === '--help' || given === '-h') {
        console.log(startUsage);
        return 0;
      }
      if (given !== undefined) throw new SuiteError(`${given} is not known. ${startUsage}`);
      const { runStart } = await import('./run-start.ts');
      return runStart({
        home: getHome(),
        port: readPort(process.env.LECTERN_PORT),
        signal: stopped.signal,
      });
    }
    case 'demo': {
      return (await findDemo(process.argv[3]))({
        dataFolder: resolve(process.env.LECTERN_DATA || join(repositoryFolder, '../shared/data')),
        signal: stopped.signal,
        reportFile: process.env.LECTERN_REPORT,
      });
    }
    case 'rotate-keys': {
      const { rotateKeys } = await import('./home/rotate-keys.ts');
      const { keyIds, previousAcceptedUntil } = await rotateKeys(getHome());
      console.log(
        `Tokens are signed with ${new Intl.ListFormat('en-GB').format(keyIds)} from the next start on.`,
      );
      console.log(
        `Those of the keys before are valid until ${previousAcceptedUntil.toISOString()}.`,
      );
      return 0;
    }
    case 'export': {
      const { exportHome } = await import('./home-archive/export-home.ts');
      const withSecrets = process.argv[4] === '--with-secrets';
      return exportHome({ ...getTransfer(), withSecrets });
    }
    case 'import': {
      const { importHome } = await import('./home-archive/import-home.ts');
      return importHome(getTransfer());
    }
    case 'check-archive': {
      const { checkHomeArchive } = await import('./home-archive/check-home-archive.ts');
      const [identity] = process.argv.slice(4);
      return checkHomeArchive({ ...getTransfer(), identityFile: identity && resolve(identity) });
    }
    default:
      throw new SuiteError(
        'Unknown or missing command. Use start, demo, rotate-keys, export, import or check-archive.',
      );
  }
}

async function findDemo(name: string | undefined) {
  if (name === undefined) return (await import('./demo/run-demo.ts')).runDemo;
  if (name === 'research') return (await import('./demo/run-research-demo.ts')).runResearchDemo;
  throw new SuiteError('Unknown demo. Use `demo` or `demo research`.');
}

function getHome(): string {
  return resolve(process.env.LECTERN_HOME || join(repositoryFolder, '.lectern'));
}

function getTransfer() {
  const file = process.argv[3];
  if (!file) throw new SuiteError('Name the file of the archive.');
  return { home: getHome(), file: resolve(file), signal: stopped.signal };
}

function readPort(text = '8000'): number {
  const port = Number(text || '8000');
  if (Number.isInteger(port) && port >= 1 && port <= 65_530) return port;
  throw new SuiteError('LECTERN_PORT must be a number from 1 to 65530.');
}
