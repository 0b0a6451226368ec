import { decodeText } from '../../decode-text.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { parsePlainText } from '../../parse-plain-text.ts';
import { warningsOfDecoding } from '../../warnings-of-decoding.ts';
import type { FormatParser } from '../format.ts';

export const parseTextFile: FormatParser = async ({ bytes, limits }) => {
  const decoded = decodeText(bytes);
  if (decoded.text.length > limits.maxTextChars) {
    throw new ParseFailure('too_large', 'The document contains more text than is allowed.');
  }
  const document = parsePlainText(decoded.text, { metadata: { encoding: decoded.encoding } });
  return { ...document, warnings: warningsOfDecoding(decoded) };
};
