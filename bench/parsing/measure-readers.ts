/**
 * Prints how many documents and cases of `LECTERN_DATA` readers read right. Without a name it reads
 * them by the readers of this repository; each `NAME=FOLDER` is another reader, which wrote a text
 * for each file to FOLDER: `FOLDER/docx/test.docx.txt`. Right is a text with all phrases of the
 * manifest, or one that passes the text checks of a case.
 * Usage: `node bench/parsing/measure-readers.ts [tika=FOLDER …]`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { openParserPool } from '../../services/rag/src/parser-pool/parser-pool.ts';
import { defaultParseLimits } from '../../services/rag/src/parsing/index.ts';

const root = resolve(import.meta.dirname, '../..');
const data = resolve(root, process.env.LECTERN_DATA ?? '../shared/data');

interface Row {
  readonly file: string;
  readonly expected_outcome: string;
  readonly password?: string;
  readonly must_contain: readonly string[];
  readonly must_not_contain?: readonly string[];
}

type Phrase = string | readonly string[];

interface Case {
  readonly kind: string;
  readonly files: readonly (string | { readonly path: string })[];
  readonly check: {
    readonly text_contains?: Phrase | readonly Phrase[];
    readonly text_absent?: string | readonly string[];
    readonly text_matches?: string | readonly string[];
    readonly text_matches_not?: string | readonly string[];
  };
}

/** A file with what its text must fulfil. */
interface Trial {
  readonly set: string;
  readonly files: readonly string[];
  readonly isRight: (text: string) => boolean;
}

const squeeze = (text: string) =>
  text.normalize('NFKC').replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '');
const fold = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** Returns true for a phrase that stands apart from other digits. */
function holds(text: string, phrase: Phrase): boolean {
  return [phrase].flat().some((one) => {
    const escaped = fold(one).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const before = /^\d/.test(one) ? '(?<!\\d[.,]?)' : '';
    return new RegExp(`${before}${escaped}${/\d$/.test(one) ? '(?![.,]?\\d)' : ''}`, 'u').test(
      text,
    );
  });
}

function listTrials(): Trial[] {
  const manifest = JSON.parse(readFileSync(join(data, 'documents/manifest.json'), 'utf8'));
  const documents = (manifest.files as readonly Row[])
    .filter(({ expected_outcome: outcome, password }) => outcome === 'text' && !password)
    .map((row) => ({
      set: 'documents',
      files: [`documents/${row.file}`],
      isRight: (text: string) =>
        row.must_contain.every((phrase) => squeeze(text).includes(squeeze(phrase))) &&
        !(row.must_not_contain ?? []).some((phrase) => squeeze(text).includes(squeeze(phrase))),
    }));
  const cases = readFileSync(join(data, 'field-cases/cases.jsonl'), 'utf8').trim().split('\n');
  const judged = cases.flatMap((line): Trial[] => {
    const { files, check } = JSON.parse(line) as Case;
    const { text_contains: wanted = [], text_absent: unwanted = [] } = check;
    const { text_matches: forms = [], text_matches_not: wrong = [] } = check;
    if (files.length === 0 || [wanted, unwanted, forms, wrong].flat().length === 0) return [];
    const matches = (text: string, form: string) => new RegExp(form, 'iu').test(text);
    const isRight = (source: string) => {
      const text = fold(source);
      return (
        ([wanted].flat() as readonly Phrase[]).every((phrase) => holds(text, phrase)) &&
        ![unwanted].flat().some((phrase) => holds(text, phrase)) &&
        [forms].flat().every((form) => matches(text, form)) &&
        ![wrong].flat().some((form) => matches(text, form))
      );
    };
    const names = files.map((file) => (typeof file === 'string' ? file : file.path));
    return [{ set: 'cases', files: names.map((name) => `field-cases/files/${name}`), isRight }];
  });
  return [...documents, ...judged];
}

const pool = openParserPool({ size: 1, limits: defaultParseLimits });
const readers = new Map<string, (file: string) => Promise<string>>([
  [
    'lectern',
    async (file) => (await pool.parse({ path: join(data, file), fileName: basename(file) })).text,
  ],
]);
for (const argument of process.argv.slice(2)) {
  const [name = '', folder = ''] = argument.split('=');
  readers.set(name, async (file) => {
    const path = join(folder, `${file}.txt`);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  });
}
const trials = listTrials();
for (const [reader, read] of readers) {
  const right: Record<string, number> = { documents: 0, cases: 0 };
  const failed: string[] = [];
  for (const { set, files, isRight } of trials) {
    const texts: string[] = [];
    for (const file of files) texts.push(await read(file).catch(() => ''));
    if (isRight(texts.join('\n'))) right[set] = (right[set] ?? 0) + 1;
    else failed.push(files.map((file) => basename(file)).join('+'));
  }
  const of = (set: string) => trials.filter((trial) => trial.set === set).length;
  console.log(
    JSON.stringify({ reader, ...right, of: { documents: of('documents'), cases: of('cases') } }),
  );
  if (process.env.SHOW) console.log(failed.join(', '));
}
await pool.close();
