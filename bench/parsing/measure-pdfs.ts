/**
 * Reads every PDF of the data set and prints the share of the words of `pdftotext -layout` that its
 * text holds, and the CPU time of a page. Usage: `node bench/parsing/measure-pdfs.ts`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { measureWordRecall } from '../../services/rag/src/parsing/__fixtures__/word-recall.ts';
import { parseFile } from '../../services/rag/src/parsing/parse-file.ts';
import { defaultParseLimits } from '../../services/rag/src/parsing/parse-limits.ts';

interface Row {
  readonly file: string;
  readonly format: string;
  readonly password?: string;
}

const root = resolve(import.meta.dirname, '../..');
const folder = join(resolve(root, process.env.LECTERN_DATA ?? '../shared/data'), 'documents');
const manifest = join(folder, 'manifest.json');

if (!existsSync(manifest)) console.log(`skipped: no documents in ${folder}; set LECTERN_DATA`);
else await measure((JSON.parse(readFileSync(manifest, 'utf8')) as { files: Row[] }).files);

async function measure(rows: readonly Row[]): Promise<void> {
  const files: { file: string; recall: number | null; pages: number; cpuMs: number }[] = [];
  for (const { file, password } of rows.filter(({ format }) => format === 'pdf')) {
    const path = join(folder, file);
    const started = process.cpuUsage();
    const document = await parseFile({ path, fileName: file, password }, defaultParseLimits).catch(
      () => undefined,
    );
    const { user, system } = process.cpuUsage(started);
    if (document === undefined) continue;
    const { words, missing } = measureWordRecall(readWords(path, password), document.text);
    files.push({
      file,
      recall: words === 0 ? null : Math.round((1 - missing.length / words) * 1e5) / 1e3,
      pages: document.pages.length,
      cpuMs: Math.round((user + system) / 1000),
    });
  }
  for (const one of files.sort((a, b) => (a.recall ?? 101) - (b.recall ?? 101))) {
    console.log(JSON.stringify(one));
  }
  const cpuMs = files.reduce((sum, one) => sum + one.cpuMs, 0);
  const pages = files.reduce((sum, one) => sum + one.pages, 0);
  console.log(JSON.stringify({ pages, cpuMsAPage: Math.round((cpuMs / pages) * 100) / 100 }));
}

function readWords(path: string, password: string | undefined): string {
  const options = password ? ['-upw', password] : [];
  const { stdout, error } = spawnSync('pdftotext', ['-layout', ...options, path, '-'], {
    maxBuffer: 100 * 1024 * 1024,
  });
  if (error) throw new Error('pdftotext is missing: install poppler-utils');
  return stdout.toString('utf8');
}
