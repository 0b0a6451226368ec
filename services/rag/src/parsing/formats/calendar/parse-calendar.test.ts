import { expect, it } from '@jest/globals';
import { parseContent, textOf } from '../../__fixtures__/parse-content.ts';

it('reads a calendar file as its reader sees it', async () => {
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Board meeting\\, room 5',
    'DTSTART;TZID=Europe/Berlin:20240305T143000',
    'DESCRIPTION:Budget of 1',
    ' 000 units',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const document = await parseContent(lines.join('\r\n'), 'a.ics');
  expect(document.mimeType).toBe('text/calendar');
  expect(document.blocks.map((block) => textOf(document, block))).toEqual([
    'Board meeting, room 5',
    'Start: 2024-03-05 14:30 Europe/Berlin\nDescription: Budget of 1000 units',
  ]);
});
