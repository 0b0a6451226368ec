/**
 * Changes real files at random and parses them in the limits of the suite; prints every file that
 * ends in another way than a text or a clear refusal, and keeps it in the folder of `--keep`.
 * Usage: `node bench/parsing/fuzz-readers.ts --seconds 600 --seed 1 --keep /tmp/found`.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createZipFile } from '@lectern/testing';
import { openParserPool } from '../../services/rag/src/parser-pool/parser-pool.ts';
import { ParseFailure } from '../../services/rag/src/parsing/parse-failure.ts';
import { defaultParseLimits } from '../../services/rag/src/parsing/parse-limits.ts';
import { openZipArchive } from '../../services/rag/src/parsing/zip-archive.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
const root = resolve(import.meta.dirname, '../..');
const data = resolve(root, process.env.LECTERN_DATA ?? '../shared/data');
/** Maximum bytes of a file that is changed; most readers take all of their turns in small files. */
const maxBytes = 400_000;
const clear = new Set([
  'unreadable',
  'no_text',
  'unsupported_format',
  'password_required',
  'too_large',
]);
let state = Number(values.seed) >>> 0 || 1;

/** Returns a whole number below `end`, the same ones for the same seed (xorshift). */
function below(end: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % Math.max(1, end);
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= maxBytes)
    .filter(
      (path) => !/\.(?:json|jsonl|md|mjs|py)$/.test(path) || path.includes('field-cases/files'),
    );
}

const numbers = ['0', '-1', '99999999', '1e308', 'NaN', '', '65536', '2147483648'];

/** Changes bytes, repeats or drops a stretch, or puts extreme numbers in the place of numbers. */
function mutate(bytes: Buffer): Buffer {
  let changed = Buffer.from(bytes);
  for (let times = 1 + below(6); times > 0; times -= 1) {
    const at = below(changed.length);
    const length = 1 + below(Math.min(2_000, changed.length));
    const before = changed.subarray(0, at);
    const stretch = changed.subarray(at, at + length);
    const after = changed.subarray(at + length);
    const kind = below(6);
    if (kind === 0) changed[at] = below(256);
    else if (kind === 1) changed = Buffer.concat([before, after]);
    else if (kind === 2) {
      const copies = Array.from({ length: 1 + below(40) }, () => stretch);
      changed = Buffer.concat([before, ...copies, after]);
    } else if (kind === 3) {
      const other = changed.subarray(below(changed.length)).subarray(0, length);
      changed = Buffer.concat([before, other, after]);
    } else {
      const text = changed.toString('latin1');
      const number = /\d+/g;
      number.lastIndex = at;
      const found = number.exec(text);
      if (found === null) continue;
      const value = numbers[below(numbers.length)] as string;
      const end = found.index + found[0].length;
      changed = Buffer.from(text.slice(0, found.index) + value + text.slice(end), 'latin1');
    }
  }
  return changed;
}

/** Changes one or two members of a container, whose packed bytes would only break. */
async function mutateFile(bytes: Buffer): Promise<Buffer> {
  if (bytes.toString('latin1', 0, 2) !== 'PK' || below(10) === 0) return mutate(bytes);
  const zip = await openZipArchive(bytes, defaultParseLimits);
  const members: { readonly name: string; readonly content: Buffer }[] = [];
  for (const name of zip.names) {
    const content = await zip.read(name);
    if (content !== undefined) members.push({ name, content });
  }
  const texts = members.filter(({ name }) => /\.(?:xml|rels|x?html?|opf|ncx)$/i.test(name));
  for (let times = 1 + below(2); times > 0 && texts.length > 0; times -= 1) {
    const chosen = texts[below(texts.length)];
    if (chosen === undefined) break;
    const content = mutate(chosen.content);
    members[members.indexOf(chosen)] = { name: chosen.name, content };
    texts.splice(texts.indexOf(chosen), 1);
  }
  return createZipFile(members);
}

const files = ['documents', 'field-cases/files'].flatMap((folder) => listFiles(join(data, folder)));
const keep = values.keep;
if (keep !== undefined) mkdirSync(keep, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'fuzz-'));
const pool = openParserPool({ size: 1, limits: defaultParseLimits });
const counts = new Map<string, number>();
const until = Date.now() + Number(values.seconds) * 1000;
let runs = 0;
let found = 0;
try {
  for (; Date.now() < until; runs += 1) {
    const source = files[below(files.length)] as string;
    const name = `${runs}${extname(source)}`;
    const path = join(work, name);
    let outcome = 'text';
    let message = '';
    let bytes: Buffer;
    try {
      bytes = await mutateFile(readFileSync(source));
    } catch {
      continue;
    }
    writeFileSync(path, bytes);
    const startedAt = Date.now();
    try {
      await pool.parse({ path, fileName: name });
    } catch (error) {
      outcome = error instanceof ParseFailure ? error.code : 'crash';
      const cause = error instanceof Error ? error.cause : undefined;
      message = `${error} ${cause ?? ''}`.slice(0, 600);
    }
    const seconds = (Date.now() - startedAt) / 1000;
    const key = `${extname(source)} ${outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if ((outcome !== 'text' && !clear.has(outcome)) || seconds > 5) {
      found += 1;
      console.log(`${outcome} after ${seconds} s: ${source} (${name}) ${message}`);
      if (keep !== undefined) writeFileSync(join(keep, name), bytes);
    }
    rmSync(path, { force: true });
  }
} finally {
  await pool.close();
  rmSync(work, { recursive: true, force: true });
}
console.log(
  [...counts]
    .sort()
    .map(([key, count]) => `${key}: ${count}`)
    .join('\n'),
);
console.log(`${runs} changed files, ${found} to look at`);
