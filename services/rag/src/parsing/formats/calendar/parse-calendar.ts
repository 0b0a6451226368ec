import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { readCalendar } from './read-calendar.ts';

/** Parses a calendar or contacts: each event, task, journal entry and person under a heading. */
export const parseCalendar: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  const { text, encoding } = builder.decode(bytes);
  for (const { title, lines } of readCalendar(text)) {
    builder.heading(1, title);
    builder.paragraph(lines.join('\n'));
  }
  builder.metadata.encoding = encoding;
  return builder.finish(/^\s*BEGIN:VCARD/i.test(text) ? 'text/vcard' : 'text/calendar');
};
