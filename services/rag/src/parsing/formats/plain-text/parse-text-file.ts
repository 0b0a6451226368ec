import { cleanText } from '../../clean-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { findParagraphs } from '../../parse-plain-text.ts';
import type { FormatParser } from '../format.ts';

export const parseTextFile: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  const { text, encoding } = builder.decode(bytes);
  builder.metadata.encoding = encoding;
  const source = cleanText(text);
  builder.source(source, () => findParagraphs(source));
  return builder.finish('text/plain');
};
