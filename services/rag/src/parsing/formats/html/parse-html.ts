import { decodeText } from '../../decode-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { warningsOfDecoding } from '../../warnings-of-decoding.ts';
import type { FormatParser } from '../format.ts';
import { readHtml } from './read-html.ts';

const declaredCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i;

/** Parses a page's own text, without menus, scripts and other surroundings. */
export const parseHtml: FormatParser = async ({ bytes, limits }) => {
  const head = bytes.toString('latin1', 0, 4096);
  const markup = /<[^<>]*>/g;
  const sample = Buffer.from(
    bytes.toString('latin1', 0, 256 * 1024).replace(markup, ' '),
    'latin1',
  );
  const decoded = decodeText(bytes, { declared: declaredCharset.exec(head)?.[1], sample });
  let builder = new DocumentBuilder(limits);
  readHtml(decoded.text, builder, { mainOnly: true, dropNoise: true });
  if (builder.isEmpty) {
    builder = new DocumentBuilder(limits);
    readHtml(decoded.text, builder, { dropNoise: false });
  }
  builder.metadata.encoding = decoded.encoding;
  for (const { code, message } of warningsOfDecoding(decoded)) builder.warn(code, message);
  return builder.finish('text/html');
};
