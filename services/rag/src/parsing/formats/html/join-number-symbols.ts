const opening = /^[$€£¥(]{1,2}$/;
const closing = /^[)%]{1,2}$/;

/**
 * Joins columns that contain only the sign before or after the numbers of the next column, as in
 * financial tables: `Loss | $ | (5 | )` becomes `Loss | $(5)`.
 */
export function joinNumberSymbols(rows: readonly (readonly string[])[]): string[][] {
  let joined = rows.map((row) => [...row]);
  for (let column = widthOf(joined) - 1; column > 0; column -= 1) {
    const pairs = joined
      .filter((row) => row.length > 1)
      .map((row) => [row[column - 1] ?? '', row[column] ?? ''] as const);
    if (closesNumbers(pairs) || opensNumbers(pairs)) {
      joined = joined.map((row) => joinCells(row, column));
    }
  }
  return joined;
}

type Pair = readonly [left: string, right: string];

function closesNumbers(pairs: readonly Pair[]): boolean {
  return pairs.every(([, right]) => right === '' || closing.test(right));
}

/** Returns true if the left column contains only signs, below a header that spans both columns. */
function opensNumbers(pairs: readonly Pair[]): boolean {
  const body = pairs.findIndex(([left, right]) => right !== '' && right !== left);
  const head = pairs.slice(0, Math.max(0, body));
  return (
    body !== -1 &&
    head.every(([left, right]) => right === '' || right === left) &&
    pairs.slice(body).every(([left]) => left === '' || opening.test(left))
  );
}

function joinCells(row: readonly string[], column: number): string[] {
  if (row.length <= column) return [...row];
  const [left = '', right = ''] = row.slice(column - 1, column + 1);
  const cell = left === right ? left : `${left}${right}`;
  return [...row.slice(0, column - 1), cell, ...row.slice(column + 1)];
}

function widthOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0);
}
