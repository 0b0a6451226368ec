import type { SearchCost } from './run-settings.ts';

/** Columns as wide as their longest cell; columns without any value are left out. */
export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const shown = titles.map((_, at) => rows.some((row) => row[at]));
  const lines = [titles, ...rows].map((row) => row.filter((_, at) => shown[at]));
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(...lines.map((row) => (row[at] ?? '').length)),
  );
  return lines.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Titles of {@link formatCost}. */
export const costTitles = ['median ms', 'p95 ms', 'CPU ms'] as const;

export function formatCost({ median_search_ms, p95_search_ms, cpu_ms }: SearchCost): string[] {
  return [median_search_ms.toFixed(1), p95_search_ms.toFixed(1), cpu_ms?.toFixed(1) ?? ''];
}
