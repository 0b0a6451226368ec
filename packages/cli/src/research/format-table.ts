/** Rows in columns as wide as their longest cell; nothing where there are no rows. */
export function formatTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string[] {
  if (rows.length === 0) return [];
  const lines = [heads, ...rows.map((row) => row.map((cell) => String(cell ?? '')))];
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((line) => [...(line[column] ?? '')].length)),
  );
  return lines.map((line) =>
    line
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}
