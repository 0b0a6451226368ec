import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export interface ProgramCall {
  /** Absolute path of the program. */
  readonly command: string;
  /** Visible to other users of the machine: no secrets. */
  readonly args: readonly string[];
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Maximum address space of the program and of each that it starts. */
  readonly memoryKib?: number;
}

export class ProgramError extends Error {
  override readonly name = 'ProgramError';
  /** The end of its error output, which may hold texts of the other side. */
  readonly output: string;

  constructor(output: string) {
    super('a program has failed');
    this.output = output;
  }
}

/** Returns the absolute path of a program. @param searchPath folders as in `PATH`. */
export async function findProgram(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter)) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder !== '' && isThere) return path;
  }
  return undefined;
}

/** Returns the program and arguments that keep to the memory of a call. */
export function toLimitedCall({
  command,
  args,
  memoryKib,
}: Pick<ProgramCall, 'command' | 'args' | 'memoryKib'>): readonly [string, readonly string[]] {
  if (memoryKib === undefined) return [command, args];
  return ['/bin/sh', ['-c', `ulimit -v ${memoryKib}; exec "$0" "$@"`, command, ...args]];
}

/**
 * Runs a program and streams its output; ends it when the reader leaves.
 * @throws ProgramError; the reason of the signal; a TimeoutError.
 */
export async function* streamProgram(call: ProgramCall): AsyncGenerator<Buffer> {
  const until = AbortSignal.any([call.signal, AbortSignal.timeout(call.timeoutMs)]);
  until.throwIfAborted();
  const [command, args] = toLimitedCall(call);
  const child = spawn(command, args, { env: call.env, cwd: '/' });
  const end = () => {
    child.kill('SIGKILL');
    // Programs that it started may hold them open.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  until.addEventListener('abort', end);
  let output = '';
  child.stderr.on('data', (part: Buffer) => {
    output = (output + part.toString()).slice(-4_000);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(call.input);
  const closed = once(child, 'close');
  closed.catch(() => {});
  try {
    for await (const part of child.stdout) yield part as Buffer;
    const [code] = await closed;
    until.throwIfAborted();
    if (code !== 0) throw new ProgramError(output);
  } catch (error) {
    throw until.aborted ? until.reason : error;
  } finally {
    until.removeEventListener('abort', end);
    end();
  }
}

/** Returns the whole output of a program. @throws as {@link streamProgram} does. */
export async function runProgram(call: ProgramCall): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of streamProgram(call)) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Characters between two separators; longer ones would be copied with each part of the output. */
const maxPieceLength = 100_000;

/** Splits output at a character, without it. @throws ProgramError for a piece without end. */
export async function* splitOutput(
  output: AsyncIterable<Buffer>,
  separator: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of output) {
    const pieces = (rest + decoder.decode(part, { stream: true })).split(separator);
    rest = pieces.pop() ?? '';
    if (rest.length > maxPieceLength) throw new ProgramError('unexpected: a line is too long');
    yield* pieces;
  }
  if (rest !== '') yield rest;
}
