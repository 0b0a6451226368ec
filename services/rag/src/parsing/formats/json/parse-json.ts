import { cleanText } from '../../clean-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { findParagraphs } from '../../parse-plain-text.ts';
import type { FormatParser } from '../format.ts';
import { parseExactJson } from './parse-exact-json.ts';
import { writeRecords } from './write-records.ts';

/** Parses JSON or JSON lines into records, as tables or lines; other text stays as it is. */
export const parseJson: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  const { text } = builder.decode(bytes);
  builder.checkLength(text.length);
  const records = readRecords(text);
  if (records === undefined) {
    builder.warn('json_invalid', 'The file is no valid JSON and was read as plain text.');
    const source = cleanText(text);
    builder.source(source, () => findParagraphs(source));
  } else writeRecords(builder, records);
  return builder.finish('application/json');
};

function readRecords(text: string): unknown[] | undefined {
  try {
    const value = parseExactJson(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return readLines(text);
  }
}

function readLines(text: string): unknown[] | undefined {
  try {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => parseExactJson(line));
  } catch {
    return undefined;
  }
}
