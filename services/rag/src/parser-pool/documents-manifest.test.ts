import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { TemporaryFiles } from '../parsing/__fixtures__/temporary-files.ts';
import { measureWordRecall } from '../parsing/__fixtures__/word-recall.ts';
import type { ParseFailure } from '../parsing/parse-failure.ts';
import { defaultParseLimits } from '../parsing/parse-limits.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { openParserPool } from './parser-pool.ts';

interface Row {
  readonly file: string;
  readonly format: string;
  readonly expected_outcome: string;
  readonly password?: string;
  readonly pages?: number | null;
  readonly must_contain: readonly string[];
  readonly must_not_contain?: readonly string[];
}

const root = resolve(import.meta.dirname, '../../../..');
const folder = join(resolve(root, process.env.LECTERN_DATA ?? '../shared/data'), 'documents');
const manifest = join(folder, 'manifest.json');
const rows: Row[] = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).files : [];

/** Formats and files that are recognised but not supported. */
const unread = new Set(['archive/gbk.zip']);

/** Any clear result is right for a file that must only be bounded. */
const boundedOutcomes = [undefined, 'unreadable', 'no_text', 'unsupported_format'];

const pool = openParserPool({ size: 2, limits: defaultParseLimits });
afterAll(() => pool.close());

function parse(row: Row, password?: string): Promise<ParsedDocument> {
  return pool.parse({ path: join(folder, row.file), fileName: basename(row.file), password });
}

function squeeze(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, '');
}

function expectText(row: Row, document: ParsedDocument): void {
  const text = squeeze(document.text);
  for (const phrase of row.must_contain) expect(text).toContain(squeeze(phrase));
  for (const phrase of row.must_not_contain ?? []) expect(text).not.toContain(squeeze(phrase));
  if (row.format !== 'pdf') return;
  if (row.pages) expect(document.pages).toHaveLength(row.pages);
  if (hasReader) expectWords(row, document);
}

/** Minimum share of the words of poppler's `pdftotext -layout` in a PDF's text. */
const minRecall = 0.995;
/** PDFs for which the other reader's words are not those on the pages. */
const exceptions: Readonly<Record<string, { readonly least: number; readonly cause: string }>> = {
  'pdf/freeculture.pdf': {
    least: 0.88,
    cause: 'it gives printer marks and line numbers outside of the visible page (crop box) too',
  },
  'pdf/non_ascii_text.pdf': {
    least: 0.05,
    cause: 'it gives glyph numbers for fonts without a map; here they are restored by glyph order',
  },
  'pdf/redp5110_sampled.pdf': {
    least: 0.994,
    cause: 'it gives text twice that is printed twice to be bold',
  },
  'pdf/habibi.pdf': {
    least: 0.5,
    cause: 'two words, one of them split over a font without a map',
  },
};
const reader = 'pdftotext';
const hasReader = spawnSync(reader, ['-v']).error === undefined;

/** PDFs whose text contains every word of another reader, including page headers. */
function expectWords(row: Row, document: ParsedDocument): void {
  const password = row.password ? ['-upw', row.password] : [];
  const { stdout } = spawnSync(reader, ['-layout', ...password, join(folder, row.file), '-'], {
    maxBuffer: 100 * 1024 * 1024,
    timeout: 60_000,
  });
  const { words, missing } = measureWordRecall(stdout.toString('utf8'), document.text);
  const { least } = exceptions[row.file] ?? { least: minRecall };
  if (words > 0 && 1 - missing.length / words < least) {
    throw new Error(`${missing.length} of ${words} words are missing: ${missing.slice(0, 20)}`);
  }
}

if (!hasReader) it.skip(`word recall of PDFs: ${reader} (poppler-utils) is not there`, () => {});

async function failureOf(parsing: Promise<unknown>): Promise<ParseFailure['code'] | undefined> {
  return parsing.then(
    () => undefined,
    (failure: ParseFailure) => failure.code,
  );
}

if (rows.length === 0) {
  it.skip(`no documents in ${folder}: set LECTERN_DATA`, () => {});
}

describe('the documents of the manifest', () => {
  for (const row of rows) {
    it(`${row.file} gives ${row.expected_outcome}`, async () => {
      switch (row.expected_outcome) {
        case 'error':
          expect(await failureOf(parse(row))).toBe('unreadable');
          return;
        case 'empty':
        case 'no-text-without-ocr':
          expect(await failureOf(parse(row))).toBe('no_text');
          return;
      }
      if (unread.has(row.format) || unread.has(row.file)) {
        expect(await failureOf(parse(row))).toBe('unsupported_format');
        return;
      }
      switch (row.expected_outcome) {
        case 'text':
          expectText(row, await parse(row));
          return;
        case 'needs-password':
          expect(['password_required', 'unsupported_format']).toContain(
            await failureOf(parse(row)),
          );
          if (row.password) expectText(row, await parse(row, row.password));
          return;
        case 'bounded':
          if (row.must_contain.length > 0) expectText(row, await parse(row));
          else expect(boundedOutcomes).toContain(await failureOf(parse(row)));
          return;
        default:
          throw new Error(`Unknown outcome ${row.expected_outcome}`);
      }
    });
  }
});

const wordFile = join(folder, 'doc/greek_heading_styles.doc');
if (existsSync(wordFile)) {
  it('names the version of a Word document that is too old, and what to do', async () => {
    const bytes = readFileSync(wordFile);
    // The version follows the mark that begins the stream of a Word document.
    bytes.writeUInt16LE(0x0068, bytes.indexOf('eca5c100', 0, 'hex') + 2);
    const files = new TemporaryFiles();
    const path = await files.write(bytes);
    await expect(pool.parse({ path, fileName: 'old.doc' })).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringMatching(/Word 95.*DOCX/),
    });
    await files.remove();
  });
}
