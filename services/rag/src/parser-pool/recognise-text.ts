import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { ParseLimits } from '../parsing/parse-limits.ts';
import type { TextRecognition } from '../parsing/recognition/find-tesseract.ts';
import { makeParserFolder } from './parser-folder.ts';
import { sandboxCommand } from './sandbox.ts';
import { patientPriority, watchUsage } from './watch-usage.ts';

export interface RecogniseOptions {
  readonly limits: ParseLimits;
  /** Maximum wall-clock time, never more than the limits' own. */
  readonly timeoutMs: number;
  /** Runs at low priority. */
  readonly isPatient: boolean;
  /** Ends the program together with its job. */
  readonly signal: AbortSignal;
  /** Called with the milliseconds that the program worked. */
  readonly onWorked?: (ms: number) => void;
}

const maxBytesPerChar = 4;

/**
 * Recognises the text of one picture, with blank lines between paragraphs; returns an empty text
 * where there is none. The program gets only the picture: no environment and, where the system lets
 * users create namespaces, no network and no files except those of programs.
 *
 * @param image any format that Tesseract reads: PNG, JPEG, TIFF, BMP, GIF, WebP, PNM.
 * @throws Error if the picture cannot be read or exceeds the limits.
 */
export async function recogniseText(
  { command, languages }: TextRecognition,
  image: Uint8Array,
  { limits, timeoutMs, isPatient, signal, onWorked }: RecogniseOptions,
): Promise<string> {
  const folder = makeParserFolder();
  const paths = [dirname(dirname(command))];
  const [program = command, ...parameters] = sandboxCommand(command, { folder, paths });
  const child = spawn(program, [...parameters, '-', '-', '-l', languages, '--psm', '1'], {
    cwd: '/',
    env: { OMP_THREAD_LIMIT: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: Math.max(1, Math.ceil(Math.min(timeoutMs, limits.timeMs))),
    killSignal: 'SIGKILL',
    signal,
  });
  if (isPatient && child.pid) setPriority(child.pid, patientPriority);
  const kill = () => child.kill('SIGKILL');
  const { timeMs, clockMs, memoryMb } = limits;
  const workLimits = { timeMs, clockMs, memoryMb, usualMs: timeMs };
  const stopWatching = watchUsage(child.pid, workLimits, { onMemory: kill, onTime: kill });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, ending) => {
      if (code === 0) resolve();
      else reject(new Error(`Tesseract ended with ${ending ?? code}.`));
    });
  });
  child.stdin.on('error', () => {});
  child.stdin.end(image);
  try {
    const maxBytes = limits.maxTextChars * maxBytesPerChar;
    const [text] = await Promise.all([readText(child.stdout, maxBytes), ended]);
    return text.replaceAll('\f', '').trim();
  } finally {
    onWorked?.(stopWatching());
    kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readText(stream: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('Tesseract wrote more than a document may hold.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
