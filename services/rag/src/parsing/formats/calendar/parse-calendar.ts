import { decodeText } from '../../decode-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { warningsOfDecoding } from '../../warnings-of-decoding.ts';
import type { FormatParser } from '../format.ts';
import { readCalendar } from './read-calendar.ts';

/** Parses a calendar: each event, task and journal entry under a heading. */
export const parseCalendar: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  const decoded = decodeText(bytes);
  for (const { title, lines } of readCalendar(decoded.text)) {
    builder.heading(1, title);
    builder.paragraph(lines.join('\n'));
  }
  builder.metadata.encoding = decoded.encoding;
  for (const { code, message } of warningsOfDecoding(decoded)) builder.warn(code, message);
  return builder.finish('text/calendar');
};
