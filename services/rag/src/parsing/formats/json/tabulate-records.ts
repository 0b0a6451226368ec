import { areNames } from '@lectern/retrieval/text';
import { describeJson, joinPath } from './describe-json.ts';

/** Maximum columns of a table; a list with more is a list of whole documents. */
const maxColumns = 40;
/** Maximum characters of a cell with its name; a longer text is easier to read as running text. */
const maxCellLength = 200;
/** Minimum share of filled cells. */
const filledShare = 0.75;

/**
 * Returns a list of uniform records as rows under the names of their members, undefined for any
 * other list. A nested member gets a column of its own; a list of plain values is one cell.
 */
export function tabulateRecords(list: readonly unknown[]): readonly string[][] | undefined {
  if (list.length < 2) return undefined;
  const records: ReadonlyMap<string, string>[] = [];
  for (const value of list) {
    const cells = isRecord(value) ? readCells(value) : undefined;
    if (!cells) return undefined;
    records.push(cells);
  }
  const columns = [...new Set(records.flatMap((cells) => [...cells.keys()]))];
  const filled = records.reduce((sum, cells) => sum + cells.size, 0);
  if (columns.length < 2 || columns.length > maxColumns || !areNames(columns)) return undefined;
  if (filled < filledShare * columns.length * records.length) return undefined;
  return [columns, ...records.map((cells) => columns.map((name) => cells.get(name) ?? ''))];
}

/**
 * Returns undefined if a member is a list of records or a long text, if there are too many members,
 * or if two members have the same path.
 */
function readCells(record: JsonRecord): ReadonlyMap<string, string> | undefined {
  const cells = new Map<string, string>();
  let open = Object.entries(record);
  while (open.length > 0) {
    if (cells.size + open.length > maxColumns) return undefined;
    const [[name, value], ...others] = open as [[string, unknown], ...[string, unknown][]];
    open = others;
    if (name.length > maxCellLength) return undefined;
    if (isRecord(value)) {
      const members = Object.entries(value);
      open = [
        ...members.map(([member, one]): [string, unknown] => [joinPath(name, member), one]),
        ...others,
      ];
      continue;
    }
    if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null)) {
      return undefined;
    }
    const text = [value]
      .flat()
      .map(describeJson)
      .filter((one) => one !== '')
      .join(', ');
    if (name.length + text.length > maxCellLength) return undefined;
    if (cells.has(name)) return undefined;
    if (text !== '') cells.set(name, text);
  }
  return cells;
}

type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
