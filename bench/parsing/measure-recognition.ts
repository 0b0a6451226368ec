/**
 * Prints the character errors of text recognition, and the seconds and processor seconds a picture,
 * beside Tesseract if it is installed; at the end the peak memory of each process. Each picture has
 * its text beside it (`latin-skew.png`, `latin-skew.txt`); pictures are summed up by the part of
 * their names before the first hyphen. `make-pictures.py` draws 40 of them.
 * Usage: `node bench/parsing/measure-recognition.ts FOLDER [TESSERACT-LANGUAGES]`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { openParserPool } from '../../services/rag/src/parser-pool/parser-pool.ts';
import { TextRecogniser } from '../../services/rag/src/parser-pool/text-recogniser.ts';
import { defaultParseLimits, findTesseract } from '../../services/rag/src/parsing/index.ts';

const [folder, languages] = process.argv.slice(2);
if (!folder) throw new Error('Name a folder of pictures.');

/** White space counts nowhere; full-width signs count as usual ones. */
const normalise = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');

interface Sum {
  errors: number;
  characters: number;
  ms: number;
  workedMs: number;
  pictures: number;
}

const tesseract = await findTesseract(process.env.PATH, languages);
const recogniser = new TextRecogniser({ size: 1, tesseract });
const pool = openParserPool({ size: 1, limits: defaultParseLimits, recogniser });
const readers: Readonly<Record<string, (path: string) => Promise<string>>> = {
  lectern: async (path) => (await pool.parse({ path, fileName: path })).text,
  ...(tesseract && {
    tesseract: async (path) =>
      execFileSync(tesseract.command, [path, '-', '-l', tesseract.languages, '--psm', '1'], {
        env: { OMP_THREAD_LIMIT: '1' },
        stdio: ['ignore', 'pipe', 'ignore'],
        encoding: 'utf8',
      }),
  }),
};

interface Descendant {
  readonly program: string;
  /** Processor time of the process and of its ended children. */
  readonly workedMs: number;
  readonly peakMb: number;
}

/** Milliseconds of a clock tick of Linux. */
const tickMs = 10;

/** Returns the processes that this one started, and itself. */
function listProcesses(): Descendant[] {
  const known = new Set([process.pid]);
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  return pids
    .sort((a, b) => a - b)
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        if (!known.has(pid) && !known.has(fields[1] ?? 0)) return [];
        known.add(pid);
        const status = readFileSync(`/proc/${pid}/status`, 'latin1');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
        return {
          program: /(recogniser|parser)-child/.exec(command)?.[1] ?? 'this',
          workedMs: ticks * tickMs,
          peakMb: Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024),
        };
      } catch {
        return [];
      }
    });
}

const workedMs = () => listProcesses().reduce((sum, found) => sum + found.workedMs, 0);

const sums = new Map<string, Sum>();
for (const name of readdirSync(folder).sort()) {
  const text = join(folder, `${parse(name).name}.txt`);
  if (name.endsWith('.txt') || !existsSync(text)) continue;
  const expected = normalise(readFileSync(text, 'utf8'));
  for (const [reader, read] of Object.entries(readers)) {
    const started = performance.now();
    const workedBefore = workedMs();
    const found = normalise(await read(join(folder, name)).catch(() => ''));
    const key = `${name.split('-')[0]} ${reader}`;
    const sum = sums.get(key) ?? { errors: 0, characters: 0, ms: 0, workedMs: 0, pictures: 0 };
    sum.errors += distance(found, expected);
    sum.characters += expected.length;
    sum.ms += performance.now() - started;
    sum.workedMs += workedMs() - workedBefore;
    sum.pictures += 1;
    sums.set(key, sum);
  }
}
const processes = listProcesses();
await pool.close();
recogniser.close();

const perPicture = (ms: number, pictures: number) => Math.round(ms / pictures / 10) / 100;
for (const [kind, { errors, characters, ms, workedMs, pictures }] of sums) {
  const errorPercent = Math.round((errors / characters) * 1e4) / 100;
  const seconds = perPicture(ms, pictures);
  const processorSeconds = perPicture(workedMs, pictures);
  console.log(JSON.stringify({ kind, pictures, errorPercent, seconds, processorSeconds }));
}
for (const { program, peakMb } of processes) console.log(JSON.stringify({ program, peakMb }));
