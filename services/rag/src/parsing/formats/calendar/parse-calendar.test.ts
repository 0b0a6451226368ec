import { expect, it } from '@jest/globals';
import { parseContent, textOf } from '../../__fixtures__/parse-content.ts';

it('reads a calendar file as its reader sees it', async () => {
  const lines = [
    'BEGIN:VCALENDAR',
    'X-WR-CALNAME:Board',
    'X-WR-TIMEZONE:Europe/Berlin',
    'BEGIN:VEVENT',
    'SUMMARY:Board meeting\\, room 5',
    'DTSTART;TZID=Europe/Berlin:20240305T143000',
    'DESCRIPTION:Budget of 1',
    ' 000 units',
    'CONFERENCE;VALUE=URI;LABEL="Dial in":tel:+49-30-1',
    'CATEGORIES:FINANCE,ANNUAL\\, REVIEW',
    'RESOURCES:PROJECTOR',
    'CONTACT:Ann Lee\\, 555',
    'ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const document = await parseContent(lines.join('\r\n'), 'a.ics');
  expect(document.mimeType).toBe('text/calendar');
  expect(document.blocks.map((block) => textOf(document, block))).toEqual([
    'Board meeting, room 5',
    'Start: 2024-03-05 14:30 Europe/Berlin\nDescription: Budget of 1000 units\nConference: Dial in (tel:+49-30-1)\nCategories: FINANCE, ANNUAL, REVIEW\nResources: PROJECTOR\nContact: Ann Lee, 555',
  ]);
});

it('reads contacts, also those with quoted letters and grouped properties', async () => {
  const lines = [
    'BEGIN:VCARD',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg M=C3=BCl=',
    'ler',
    'TEL;CELL:+49 170 555',
    'item1.ADR;TYPE=HOME:;;Hafen 3;Kiel;;24103;',
    'PHOTO;ENCODING=b;TYPE=JPEG:AAAA',
    'END:VCARD',
    'BEGIN:VCARD',
    'N:Falk;Ines;;Dr.;',
    'END:VCARD',
  ];
  const { text, mimeType } = await parseContent(lines.join('\r\n'), 'a.vcf');
  expect(mimeType).toBe('text/vcard');
  expect(text).toBe(
    'Jörg Müller\n\nPhone: +49 170 555\nAddress: Hafen 3, Kiel, 24103\n\nDr. Ines Falk',
  );
});
