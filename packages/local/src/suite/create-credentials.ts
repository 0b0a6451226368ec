import { join } from 'node:path';
import { runScript } from '../processes/run-script.ts';
import {
  createEnvironment,
  repositoryFolder,
  type SuiteContext,
  type SuiteProcess,
  suiteProcesses,
} from './suite-processes.ts';

const timeoutMs = 30_000;

/**
 * Writes a home's credentials with a new API key of the first owner. A password is kept as a hash
 * alone, so they hold none.
 *
 * @returns the owner's address.
 * @throws SuiteError when the site has no owner.
 */
export async function createCredentials(context: SuiteContext): Promise<string> {
  const gateway = suiteProcesses.find(({ name }) => name === 'gateway') as SuiteProcess;
  const printed = await runScript({
    name: 'Making an API key',
    entry: join(repositoryFolder, 'services/gateway/src/create-credentials.ts'),
    environment: createEnvironment(gateway, context, { PATH: process.env.PATH }),
    timeoutMs,
  });
  return printed.trim();
}
