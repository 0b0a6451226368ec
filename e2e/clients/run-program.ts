import { spawn } from 'node:child_process';

export interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface ProgramOptions {
  readonly folder: string;
  readonly timeoutMs: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a program to its end; after its time it is ended with all that it started. */
export async function runProgram(
  program: string,
  parameters: readonly string[],
  { folder, timeoutMs, environment = {} }: ProgramOptions,
): Promise<Ran> {
  const child = spawn(program, parameters, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => output.push(piece));
  child.stderr.on('data', (piece: Buffer) => errors.push(piece));
  const endAll = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  };
  const late = setTimeout(endAll, timeoutMs);
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { status, output: String(Buffer.concat(output)), errors: String(Buffer.concat(errors)) };
  } finally {
    clearTimeout(late);
    endAll();
  }
}
