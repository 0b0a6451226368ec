import { statSync } from 'node:fs';
import type * as arrow from 'apache-arrow';
import type { Table } from './lance-client.ts';
import { isFileMissing } from './lance-errors.ts';

/**
 * References of a table's rows by their addresses. An address always belongs to one row: changed or
 * joined rows get new addresses. So a cached reference is never wrong for the folder that it was
 * read from; only later rows are missing.
 */
export class TableRows {
  /** Identity of the table's folder; another one is another table, even with the same name. */
  readonly folder: string;
  /** By the upper and the lower half of an address: the file and the row in it. */
  readonly #references = new Map<number, string[]>();
  #count = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  get count(): number {
    return this.#count;
  }

  add(addresses: RowAddresses, references: arrow.Vector): void {
    for (let row = 0; row < addresses.length; row += 1) {
      const { file, place } = addresses.at(row);
      const ofFile = this.#references.get(file) ?? [];
      this.#references.set(file, ofFile);
      ofFile[place] = references.get(row);
      this.#count += 1;
    }
  }

  find({ file, place }: RowAddress): string | undefined {
    return this.#references.get(file)?.[place];
  }
}

export interface RowAddress {
  readonly file: number;
  readonly place: number;
}

/** Reads a column of 64-bit addresses without a BigInt for each. */
export class RowAddresses {
  readonly #halves: DataView;

  constructor({ buffer, byteOffset, byteLength }: BigUint64Array) {
    this.#halves = new DataView(buffer, byteOffset, byteLength);
  }

  get length(): number {
    return this.#halves.byteLength / 8;
  }

  at(row: number): RowAddress {
    return {
      file: this.#halves.getUint32(row * 8 + 4, true),
      place: this.#halves.getUint32(row * 8, true),
    };
  }
}

/**
 * Reads all current rows of the table. Returns undefined for more than `maxRows`, or if its folder
 * is removed meanwhile.
 */
export async function readTableRows(
  table: Table,
  path: string,
  maxRows: number,
): Promise<TableRows | undefined> {
  const folder = identifyFolder(path);
  if (folder === undefined) return undefined;
  const rows = new TableRows(folder);
  for await (const batch of table.query().withRowId().select(['reference'])) {
    const references = batch.getChild('reference');
    if (rows.count + batch.numRows > maxRows) return undefined;
    if (references) rows.add(readAddresses(batch), references);
  }
  return identifyFolder(path) === folder ? rows : undefined;
}

export function readAddresses(rows: Pick<arrow.RecordBatch, 'getChild'>): RowAddresses {
  return new RowAddresses(rows.getChild('_rowid')?.toArray() ?? new BigUint64Array());
}

/**
 * Returns the identity of a folder, different from any other of its name; undefined if there is
 * none. Each search reads it, which takes 2 µs at once and 38 µs in another thread.
 */
export function identifyFolder(path: string): string | undefined {
  try {
    const { dev, ino, birthtimeMs } = statSync(path);
    return `${dev} ${ino} ${birthtimeMs}`;
  } catch (error) {
    if (isFileMissing(error)) return undefined;
    throw error;
  }
}
