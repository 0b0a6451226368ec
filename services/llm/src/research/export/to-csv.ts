/** Rows under their names as CSV (RFC 4180), lists joined by semicolons. Nothing in it is taken for a formula. */
export function toCsv(names: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => names.map((name) => field(row[name as keyof typeof row])));
  return [names, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

function field(value: unknown): string {
  const text = Array.isArray(value)
    ? value
        .map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)))
        .join('; ')
    : String(value ?? '');
  // A spreadsheet would run a cell that begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
