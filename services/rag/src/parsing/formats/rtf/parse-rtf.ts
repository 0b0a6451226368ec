import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { readRtf } from './read-rtf.ts';

export const parseRtf: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  readRtf(bytes, builder);
  return builder.finish('application/rtf');
};
