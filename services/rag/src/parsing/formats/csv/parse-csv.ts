import { parse } from 'csv-parse/sync';
import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { writeSheet } from '../write-sheet.ts';

const separators = ['\t', '|', ';', ','];

/**
 * Parses a table of any encoding and separator; rows may have more or fewer cells than the header.
 */
export const parseCsv: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  const decoded = builder.decode(bytes);
  builder.checkLength(decoded.text.length);
  // The first line of a file for Excel may name the separator.
  const named = /^\ufeff?sep=(.)\r?\n/i.exec(decoded.text);
  const text = decoded.text.slice(named?.[0].length ?? 0);
  const separator = named?.[1] ?? findSeparator(text);
  const rows = readRows(text, separator);
  writeSheet(builder, text.includes('="') ? rows.map((row) => row.map(withoutFormula)) : rows);
  builder.metadata.encoding = decoded.encoding;
  return builder.finish(separator === '\t' ? 'text/tab-separated-values' : 'text/csv');
};

/** Returns the text of a formula that keeps a number as text: `="00123"`. */
function withoutFormula(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
}

function readRows(text: string, separator: string): string[][] {
  const options = {
    bom: true,
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  };
  try {
    return parse(text, options);
  } catch {
    return parse(text, { ...options, quote: null });
  }
}

/** Maximum records from which the separator is found. */
const maxTried = 100;
/** Share of records with the same width above which a rare separator is the right one. */
const clearShare = 0.9;

/**
 * Returns the separator that splits most records into the same number of cells. A comma also stands
 * within names and amounts, evenly at times, so that the others come first.
 */
function findSeparator(text: string): string {
  const head = text.slice(0, 40_000);
  const whole = head.length < text.length ? head.slice(0, head.lastIndexOf('\n') + 1) : head;
  const rated = separators.map((separator) => {
    const rows = readRows(whole || head, separator).slice(0, maxTried);
    return { separator, ...rateWidths(rows.map((row) => row.length)) };
  });
  const clear = rated.find(({ separator, share }) => separator !== ',' && share >= clearShare);
  const [best] = rated.toSorted(
    (a, b) => b.share * (1 - 1 / b.width) - a.share * (1 - 1 / a.width),
  );
  const chosen = clear ?? best;
  return chosen !== undefined && chosen.share > 0 ? chosen.separator : ',';
}

/** Returns the most frequent width above one and the share of records that have it. */
function rateWidths(widths: readonly number[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width, count] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [1, 0];
  return { width, share: count / Math.max(1, widths.length) };
}
