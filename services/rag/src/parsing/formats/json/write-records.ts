import type { DocumentBuilder } from '../../document-builder.ts';
import { writeSheet } from '../write-sheet.ts';
import { describeJson } from './describe-json.ts';
import { isRecord, tabulateRecords } from './tabulate-records.ts';

/**
 * Writes records: uniform ones as a table, others each as a paragraph of `path: value` lines. In a
 * single record, each list of uniform records becomes a table under its path.
 */
export function writeRecords(builder: DocumentBuilder, records: readonly unknown[]): void {
  const rows = tabulateRecords(records);
  if (rows) {
    writeSheet(builder, rows);
    return;
  }
  const [only] = records;
  const { rest, tables } = records.length === 1 ? extractTables(only) : nothingTaken(records);
  for (const record of rest) builder.paragraph(describeJson(record));
  for (const [path, table] of tables) {
    builder.heading(1, path);
    writeSheet(builder, table);
  }
}

interface Taken {
  /** The value without its tables. */
  readonly rest: readonly unknown[];
  readonly tables: readonly (readonly [path: string, rows: readonly string[][]])[];
}

function nothingTaken(records: readonly unknown[]): Taken {
  return { rest: records, tables: [] };
}

/** Maximum depth of tables; deeper ones stay lines. */
const maxDepth = 20;

function extractTables(value: unknown, depth = 0): Taken {
  if (!isRecord(value) || depth === maxDepth) return nothingTaken([value]);
  const rest: [string, unknown][] = [];
  const tables: (readonly [string, readonly string[][]])[] = [];
  for (const [name, member] of Object.entries(value)) {
    const rows = Array.isArray(member) ? tabulateRecords(member) : undefined;
    if (rows) {
      tables.push([name, rows]);
      continue;
    }
    const inner = extractTables(member, depth + 1);
    rest.push([name, inner.rest[0]]);
    tables.push(...inner.tables.map(([path, table]) => [`${name}.${path}`, table] as const));
  }
  return { rest: [Object.fromEntries(rest)], tables };
}
