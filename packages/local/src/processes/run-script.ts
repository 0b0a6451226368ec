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
  /** Ends the script. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs one of our scripts and returns its output.
 *
 * @throws SuiteError with what it wrote to standard error when it fails, takes too long or is ended.
 */
export async function runScript({
  name,
  entry,
  parameters = [],
  environment,
  timeoutMs,
  signal,
}: ScriptOptions): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [entry, ...parameters], {
      env: environment,
      timeout: timeoutMs,
      signal,
    });
    return stdout;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new SuiteError(`${name} failed: ${stderr?.trim() || message}`, { cause: error });
  }
}
