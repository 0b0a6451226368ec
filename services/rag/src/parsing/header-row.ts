const maxNameLength = 60;
/** Numbers, amounts, percentages and dates are values, no names. */
const value = /^[\s\d.,:;/%€$£¥()+-]*\d[\s\d.,:;/%€$£¥()TZ+-]*$/;

/** Whether cells are distinct short names, as in the header of a table. */
export function areNames(cells: readonly string[]): boolean {
  return (
    cells.every((cell) => cell.length <= maxNameLength && !value.test(cell)) &&
    new Set(cells).size === cells.length
  );
}

/** Rows without values under their header, at least. */
const minRows = 3;

/**
 * Whether the first row names the columns: names without a gap, over rows that hold values or at
 * least are as wide and longer.
 */
export function startsWithHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  if (first === undefined || first.length < 2 || first.some((cell) => cell === '')) return false;
  if (!areNames(first)) return false;
  if (others.some((row) => row.some((cell) => value.test(cell)))) return true;
  if (others.length < minRows) return false;
  const length = others.reduce((sum, row) => sum + row.join('').length, 0) / others.length;
  return others.every((row) => row.length === first.length) && length > first.join('').length;
}
