import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { ParseLimits } from '../parsing/parse-limits.ts';
import type { TextRecognition } from '../parsing/recognition/find-tesseract.ts';
import type { Raster, RecognisedLine } from '../parsing/recognition/recognise-text.ts';
import { makeProcessFolder } from '../programs/process-folder.ts';
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
 * Recognises the lines of an upright picture. The program gets only the picture: no environment
 * and, where the system lets users create namespaces, no network and no files except those of
 * programs.
 *
 * @throws Error if the picture cannot be read or exceeds the limits.
 */
export async function runTesseract(
  { command, languages }: TextRecognition,
  picture: Raster,
  { limits, timeoutMs, isPatient, signal, onWorked }: RecogniseOptions,
): Promise<RecognisedLine[]> {
  const folder = makeProcessFolder('parser');
  const paths = [dirname(dirname(command))];
  const [program = command, ...parameters] = sandboxCommand(command, { folder, paths });
  const child = spawn(program, [...parameters, '-', '-', '-l', languages, '--psm', '3', 'tsv'], {
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
  child.stdin.write(`P6\n${picture.width} ${picture.height}\n255\n`);
  child.stdin.end(picture.data);
  try {
    const maxBytes = limits.maxTextChars * maxBytesPerChar;
    const [text] = await Promise.all([readText(child.stdout, maxBytes), ended]);
    return readTable(text);
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

/** Columns of Tesseract's table: the place of a word, its confidence from 0 to 100, its text. */
const columns = {
  line: 4,
  left: 6,
  top: 7,
  width: 8,
  height: 9,
  confidence: 10,
  text: 11,
} as const;
const minWordConfidence = 30;
/** The models' boxes have this margin above and below the letters, in heights. */
const margin = 0.2;

interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly confidence: number;
}

/** Reads Tesseract's table: one row for each word, with the numbers of its block and line. */
function readTable(table: string): RecognisedLine[] {
  const lines = new Map<string, Word[]>();
  for (const row of table.split('\n')) {
    const fields = row.split('\t');
    const text = fields[columns.text]?.trim() ?? '';
    const [left = 0, top = 0, width = 0, height = 0, confidence = 0] = fields
      .slice(columns.left, columns.text)
      .map(Number);
    if (fields[0] !== '5' || text === '' || confidence < minWordConfidence) continue;
    const key = fields.slice(1, columns.line + 1).join(' ');
    const word = { text, left, top, right: left + width, bottom: top + height, confidence };
    lines.set(key, [...(lines.get(key) ?? []), word]);
  }
  return [...lines.values()].map(toLine);
}

function toLine(words: readonly Word[]): RecognisedLine {
  const left = Math.min(...words.map((word) => word.left));
  const right = Math.max(...words.map((word) => word.right));
  const top = Math.min(...words.map((word) => word.top));
  const bottom = Math.max(...words.map((word) => word.bottom));
  const width = right - left;
  const height = bottom - top + 2 * margin * (bottom - top);
  const center = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return {
    box: { center, along: { x: 1, y: 0 }, width, height },
    words: words.map((word) => ({
      text: word.text,
      from: (word.left - left) / width,
      to: (word.right - left) / width,
    })),
    confidence: words.reduce((sum, word) => sum + word.confidence, 0) / words.length / 100,
  };
}
