/** Rows under their names as CSV (RFC 4180), lists joined by semicolons. Nothing in it is taken for a formula. */
export function toCsv(names: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => names.map((name) => field(row[name as keyof typeof row])));
  return [names, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

/** An object in a cell: a publication by its PMID, a statement with its source. */
function describe(item: object): string {
  if ('pmid' in item) return String(item.pmid);
  if ('source' in item && 'says' in item) return `${item.source}: ${item.says}`;
  return JSON.stringify(item);
}

/**
 * A spreadsheet runs a cell that begins like a formula. If it splits cells at semicolons or tabs, one
 * can begin inside of a field, so the sign that makes it a text precedes each formula's.
 */
const beginsFormula = /((?:^|[;\t\r\n])\s*)([=+\-@＝＋－＠])/g;

function field(value: unknown): string {
  const text = Array.isArray(value)
    ? value.map((item) => (typeof item === 'object' ? describe(item) : String(item))).join('; ')
    : String(value ?? '');
  const safe = text.replaceAll(beginsFormula, "$1'$2");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
