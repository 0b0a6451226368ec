import { DocumentBuilder } from '../../document-builder.ts';
import { readXml } from '../../read-xml.ts';
import type { FormatParser } from '../format.ts';
import { JatsWriter } from './jats-writer.ts';

/** Parses a journal article in JATS, the format of publishers and PubMed Central. */
export const parseJats: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  const writer = new JatsWriter(builder);
  readXml(bytes, writer);
  writer.end();
  return builder.finish('application/jats+xml');
};
