/**
 * Prints the character errors of text recognition, and the seconds a picture, beside Tesseract if it
 * is installed. Each picture has its text beside it (`latin-skew.png`, `latin-skew.txt`); pictures
 * are summed up by the part of their names before the first hyphen.
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

const sums = new Map<string, Sum>();
for (const name of readdirSync(folder).sort()) {
  const text = join(folder, `${parse(name).name}.txt`);
  if (name.endsWith('.txt') || !existsSync(text)) continue;
  const expected = normalise(readFileSync(text, 'utf8'));
  for (const [reader, read] of Object.entries(readers)) {
    const started = performance.now();
    const found = normalise(await read(join(folder, name)).catch(() => ''));
    const key = `${name.split('-')[0]} ${reader}`;
    const sum = sums.get(key) ?? { errors: 0, characters: 0, ms: 0, pictures: 0 };
    sum.errors += distance(found, expected);
    sum.characters += expected.length;
    sum.ms += performance.now() - started;
    sum.pictures += 1;
    sums.set(key, sum);
  }
}
await pool.close();
recogniser.close();

for (const [kind, { errors, characters, ms, pictures }] of sums) {
  const errorPercent = Math.round((errors / characters) * 1e4) / 100;
  const seconds = Math.round(ms / pictures / 10) / 100;
  console.log(JSON.stringify({ kind, pictures, errorPercent, seconds }));
}
