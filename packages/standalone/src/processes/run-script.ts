import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SuiteError } from '../suite-error.ts';

export interface ScriptOptions {
  /** Names the script in an error. */
  readonly name: string;
  /** Path of the script. */
  readonly entry: string;
  readonly parameters?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/**
 * Runs a script of ours to its end and gives what it printed.
 *
 * @throws SuiteError with what it wrote to standard error when it fails or takes too long.
 */
export async function runScript({
  name,
  entry,
  parameters = [],
  environment,
  timeoutMs,
}: ScriptOptions): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [entry, ...parameters], {
      env: environment,
      timeout: timeoutMs,
    });
    return stdout;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new SuiteError(`${name} failed: ${stderr?.trim() || message}`, { cause: error });
  }
}
