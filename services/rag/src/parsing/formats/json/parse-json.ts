import { cleanText } from '../../clean-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { findParagraphs } from '../../parse-plain-text.ts';
import type { FormatParser } from '../format.ts';
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

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Parses JSON. A number that JavaScript would write with other digits (`1.50`, `1e400`, an id beyond
 * 2^53) becomes a string with the digits of the file.
 * @throws SyntaxError
 */
function parseExactJson(text: string): unknown {
  // A reviver, which knows the source too, would end at the stack's limit in deep JSON.
  const exact = text.replace(stringOrNumber, (token) =>
    token.startsWith('"') || !number.test(token) || String(Number(token)) === token
      ? token
      : `"${token}"`,
  );
  return JSON.parse(exact);
}
