import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFile } from '../../services/rag/src/parsing/parse-file.ts';
import { defaultParseLimits } from '../../services/rag/src/parsing/parse-limits.ts';
import type { ParsedDocument } from '../../services/rag/src/parsing/parsed-document.ts';
import { report } from '../report.ts';
import { type MadeTable, makeTables } from './made-tables.ts';

type Rows = readonly (readonly string[])[];

interface Sum {
  files: number;
  cells: number;
  right: number;
  /** Cells that a reader gives where the page has another one. */
  wrong: number;
}

/** Measures the cells of tables in made PDFs, by kind, beside pdfplumber. */
export async function measureTables(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-tables-'));
  try {
    const sums = new Map<string, Sum>();
    for (const [at, table] of (await makeTables()).entries()) {
      const path = join(folder, `${at}.pdf`);
      await writeFile(path, table.bytes);
      add(sums, `${table.kind} lectern`, { table, found: await readOwn(path) });
      const other = readByPdfplumber(path);
      if (other) add(sums, `${table.kind} pdfplumber`, { table, found: other });
    }
    for (const [kind, { files, cells, right, wrong }] of sums) {
      const percent = Math.round((right / cells) * 1000) / 10;
      report('tables', { kind, files, cells, right, percent, wrong });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readOwn(path: string): Promise<Rows> {
  const document = await parseFile({ path, fileName: path }, defaultParseLimits);
  const headers = new Set<string>();
  return document.blocks.flatMap((block) => {
    const { table } = block;
    if (!table) return [];
    const rows = table.rows.map((row) => cellsOf(document, row));
    // A part of a long table repeats the header.
    const [first] = rows;
    const isRepeated = table.hasHeader && headers.has(String(first));
    headers.add(String(first));
    return isRepeated ? rows.slice(1) : rows;
  });
}

function cellsOf({ text }: ParsedDocument, row: readonly number[]): string[] {
  return Array.from({ length: row.length / 2 }, (_, at) =>
    text.slice(row[2 * at], row[2 * at + 1]),
  );
}

const script = `
import json, sys
import pdfplumber
rows = []
with pdfplumber.open(sys.argv[1]) as pdf:
    for page in pdf.pages:
        tables = page.extract_tables() or page.extract_tables({"vertical_strategy": "text", "horizontal_strategy": "text"})
        for table in tables:
            rows += [[cell or "" for cell in row] for row in table]
print(json.dumps(rows))
`;

/** Returns undefined where pdfplumber is not installed. */
function readByPdfplumber(path: string): Rows | undefined {
  try {
    const options = { encoding: 'utf8' as const, stdio: 'pipe' as const };
    return JSON.parse(execFileSync(process.env.PYTHON ?? 'python3', ['-c', script, path], options));
  } catch {
    return undefined;
  }
}

function add(
  sums: Map<string, Sum>,
  key: string,
  { table, found }: { table: MadeTable; found: Rows },
): void {
  const sum = sums.get(key) ?? { files: 0, cells: 0, right: 0, wrong: 0 };
  sums.set(key, sum);
  sum.files += 1;
  let from = 0;
  for (const row of table.rows) {
    sum.cells += row.filter(Boolean).length;
    const at = findRow(row, found, from);
    if (at === undefined) continue;
    from = at + 1;
    for (const [column, cell] of row.entries()) {
      const given = tidy(found[at]?.[column]);
      if (cell === null) continue;
      if (cell !== '' && given === cell) sum.right += 1;
      else if (given !== cell && given !== '') sum.wrong += 1;
    }
  }
}

/** Returns the next row that shares most cells, wherever they stand. */
function findRow(row: readonly (string | null)[], found: Rows, from: number): number | undefined {
  const shared = (other: readonly string[]) =>
    row.filter((cell) => cell && other.some((given) => tidy(given).includes(cell))).length;
  let best: { at: number; count: number } | undefined;
  for (let at = from; at < Math.min(found.length, from + 12); at += 1) {
    const count = shared(found[at] as readonly string[]);
    if (count > (best?.count ?? 0)) best = { at, count };
  }
  return best?.at;
}

function tidy(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}
