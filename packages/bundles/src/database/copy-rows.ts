import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { partBytes } from '../archive/archive-format.ts';
import { quoteTable, type TableColumns } from './table-columns.ts';

const lineFeed = 0x0a;

/** Rows of a table as text, in parts that hold whole rows. */
export async function* copyRowsOut(
  client: Client,
  { name, columns }: TableColumns,
  order: string | undefined,
): AsyncGenerator<Buffer> {
  const list = columns.map(escapeIdentifier).join(', ');
  const rows = `select ${list} from ${quoteTable(name)} ${order ? `order by ${order}` : ''}`;
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of client.query(copyTo(`copy (${rows}) to stdout`))) {
    const end = size + piece.length < partBytes ? -1 : piece.lastIndexOf(lineFeed);
    if (end === -1) {
      pieces.push(piece);
      size += piece.length;
      continue;
    }
    yield Buffer.concat([...pieces, piece.subarray(0, end + 1)]);
    pieces = [piece.subarray(end + 1)];
    size = pieces[0]?.length ?? 0;
  }
  if (size > 0) yield Buffer.concat(pieces);
}

/** Adds one part to a table. */
export async function copyRowsIn(
  client: Client,
  { name, columns }: TableColumns,
  rows: Buffer,
): Promise<void> {
  const list = columns.map(escapeIdentifier).join(', ');
  await pipeline(
    Readable.from([rows]),
    client.query(copyFrom(`copy ${quoteTable(name)} (${list}) from stdin`)),
  );
}

/** In text format, only the end of a row is a line feed. */
export function countRows(part: Buffer): number {
  let rows = 0;
  for (let at = part.indexOf(lineFeed); at !== -1; at = part.indexOf(lineFeed, at + 1)) rows += 1;
  return rows;
}

/** Has identities go on after the highest value that was loaded. */
export async function restoreIdentities(
  client: Client,
  tables: readonly TableColumns[],
): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ column: string }>(
      `select attname as column from pg_attribute
       where attrelid = $1::regclass and attidentity <> '' and not attisdropped`,
      [quoteTable(name)],
    );
    for (const { column } of rows) {
      await client.query(
        `select setval(pg_get_serial_sequence($1, $2), max(${escapeIdentifier(column)}))
         from ${quoteTable(name)} having max(${escapeIdentifier(column)}) is not null`,
        [quoteTable(name), column],
      );
    }
  }
}
