import { parse } from 'csv-parse/sync';
import { decodeText } from '../../decode-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { warningsOfDecoding } from '../../warnings-of-decoding.ts';
import type { FormatParser } from '../format.ts';
import { writeSheet } from '../write-sheet.ts';

const separators = [',', ';', '\t', '|'];

/**
 * Parses a table of any encoding and separator; rows may have more or fewer cells than the header.
 */
export const parseCsv: FormatParser = async ({ bytes, limits }) => {
  const decoded = decodeText(bytes);
  if (decoded.text.length > limits.maxTextChars) {
    throw new ParseFailure('too_large', 'The document contains more text than is allowed.');
  }
  const separator = findSeparator(decoded.text);
  const rows = readRows(decoded.text, separator);
  const builder = new DocumentBuilder(limits);
  writeSheet(builder, rows);
  for (const { code, message } of warningsOfDecoding(decoded)) builder.warn(code, message);
  builder.metadata.encoding = decoded.encoding;
  return builder.finish(separator === '\t' ? 'text/tab-separated-values' : 'text/csv');
};

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

/** Returns the separator that occurs in most of the first lines. */
function findSeparator(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n?|\n/)
    .slice(0, 100);
  let best = ',';
  let most = 0;
  for (const separator of separators) {
    const count = lines.filter((line) => line.includes(separator)).length;
    if (count > most) {
      best = separator;
      most = count;
    }
  }
  return best;
}
