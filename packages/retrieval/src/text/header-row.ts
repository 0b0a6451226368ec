const maxNameLength = 60;
/** Numbers, amounts, percentages and dates. */
const value = /^[\s\d.,:;/%€$£¥()+-]*\d[\s\d.,:;/%€$£¥()TZ+-]*$/;

/** Returns whether cells are distinct short names, as in the header of a table. */
export function areNames(cells: readonly string[]): boolean {
  return (
    cells.every((cell) => cell.length <= maxNameLength && !value.test(cell)) &&
    new Set(cells).size === cells.length
  );
}

const year = /^(?:1[5-9]|20)\d\d$/;

/**
 * Returns whether cells are a name before years, above rows without years: `Town | 1990 | 2000`.
 */
export function areYears(
  [corner = '', ...cells]: readonly string[],
  others: readonly (readonly string[])[],
): boolean {
  return (
    cells.length > 1 &&
    corner.length <= maxNameLength &&
    !value.test(corner) &&
    new Set(cells).size === cells.length &&
    cells.every((cell) => year.test(cell)) &&
    others.length > 0 &&
    others.every(([, ...row]) => !row.some((cell) => year.test(cell)))
  );
}

/** Minimum rows below a header, where they contain no values. */
const minRows = 3;

/**
 * Returns whether the first row names the columns: it has names without a gap, except above row
 * names, and the rows below contain values or are as wide and longer.
 */
export function startsWithHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  if (first === undefined || first.length < 2) return false;
  if (first.slice(1).some((cell) => cell === '')) return false;
  if (first[0] === '' && !nameRows(others)) return false;
  if (!areNames(first)) return areYears(first, others);
  if (holdValues(others)) return true;
  if (others.length < minRows) return false;
  const length = others.reduce((sum, row) => sum + row.join('').length, 0) / others.length;
  return others.every((row) => row.length === first.length) && length > first.join('').length;
}

/** Returns whether any cell is a number, an amount, a percentage or a date. */
export function holdValues(rows: readonly (readonly string[])[]): boolean {
  return rows.some((row) => row.some((cell) => value.test(cell)));
}

/** Returns whether most rows begin with a name, so that the cell above them may be empty. */
export function nameRows(rows: readonly (readonly string[])[]): boolean {
  return rows.filter(([name = '']) => name !== '').length > rows.length / 2;
}

/**
 * Returns whether the first row certainly names the columns. The first row of a form with labels
 * and values looks like a header too, so a table of two columns needs values in every row, and a
 * wider one needs a column of mostly values.
 */
export function namesColumns(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0 || !startsWithHeader(rows)) return false;
  const asWide = others.filter((row) => row.length === first.length);
  if (asWide.length < others.length * asWideShare) return false;
  const shares = first
    .map((_, column) => asWide.filter((row) => value.test(row[column] ?? '')).length)
    .map((values) => values / asWide.length);
  if (first.length === 2) return asWide.length > 1 && shares[1] === 1;
  const hasValues = shares.some((share) => share === 1 || share >= valueShare);
  return hasValues || (others.length >= minRows && shares.every((share) => share === 0));
}

const asWideShare = 0.7;
/** Minimum share of values among a column's cells. */
const valueShare = 0.5;
