import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const repositoryFolder = fileURLToPath(new URL('../..', import.meta.url));
const commandLine = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));
const timeoutMs = 300_000;

/** Output of a command, and whether it succeeded. */
export interface Outcome {
  readonly isDone: boolean;
  readonly output: string;
}

/** `lectern admin …` for a home. */
export async function runAdmin(home: string, ...parameters: readonly string[]): Promise<Outcome> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [commandLine, 'admin', ...parameters],
      { cwd: repositoryFolder, env: { ...process.env, LECTERN_HOME: home }, timeout: timeoutMs },
    );
    return { isDone: true, output: stdout };
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return { isDone: false, output: stderr || message };
  }
}
