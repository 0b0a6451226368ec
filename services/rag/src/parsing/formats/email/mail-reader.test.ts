import { describe, expect, it } from '@jest/globals';
import { DocumentBuilder } from '../../document-builder.ts';
import { MailReader } from './mail-reader.ts';

async function read(lines: readonly string[], encoding: BufferEncoding = 'utf8') {
  const builder = new DocumentBuilder({ maxTextChars: 1_000_000 });
  await new MailReader(builder).readMessage(Buffer.from(lines.join('\r\n'), encoding));
  return builder.finish('message/rfc822');
}

describe('MailReader', () => {
  it('decodes subjects and bodies', async () => {
    const document = await read([
      'Subject: =?utf-8?B?0J/RgNC40LLQtdGC?= =?iso-8859-1?Q?sch=F6n_gut?=',
      'From: a@example.org',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=FC=DFe aus =',
      'K=F6ln, weit=',
      'er so.',
    ]);
    expect(document.title).toBe('Приветschön gut');
    expect(document.text).toContain('Grüße aus Köln, weiter so.');
  });

  it('reads one of two alternatives that say the same', async () => {
    const document = await read([
      'Subject: Twice',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      '',
      'Hello there',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>Hello <b>there</b></p>',
      '--b--',
    ]);
    expect(document.text).toBe('Twice\n\nHello there');
  });

  it('reads attached texts and messages and names what it leaves out', async () => {
    const document = await read([
      'Subject: Outer',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; name="notes.txt"',
      'Content-Disposition: attachment; filename="notes.txt"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('attached words').toString('base64'),
      '--b',
      'Content-Type: message/rfc822',
      '',
      'Subject: Inner',
      '',
      'inner words',
      '--b',
      'Content-Type: image/png; name="logo.png"',
      '',
      'xx',
      '--b--',
    ]);
    expect(document.outline.map(({ title }) => title)).toEqual(['Outer', 'notes.txt', 'Inner']);
    expect(document.text).toContain('attached words');
    expect(document.text).toContain('inner words');
    expect(document.warnings).toEqual([
      { code: 'attachment_skipped', message: 'An attachment was not read: logo.png.' },
    ]);
  });

  it('stops at messages inside messages without end', async () => {
    const nested = 'Content-Type: message/rfc822\r\n\r\n'.repeat(100);
    const document = await read([`Subject: Deep\r\n${nested}`]);
    expect(document.warnings.map(({ code }) => code)).toContain('parts_skipped');
  });

  it('warns where only headers can be read', async () => {
    const document = await read(['Subject: Alone', 'From: a@example.org', '', '']);
    expect(document.warnings).toEqual([
      { code: 'body_missing', message: 'A message has no text that can be read: Alone.' },
    ]);
  });

  it('joins encoded words that are cut inside a letter', async () => {
    const document = await read([
      'Subject: =?utf-8?B?0JrQvtGC?= =?utf-8?Q?=D1?=',
      ' =?utf-8?Q?=8B?=',
      '',
      'text',
    ]);
    expect(document.title).toBe('Коты');
  });

  it('reads headers in the encoding of the body', async () => {
    const lines = [
      'Subject: Gr\xfc\xdfe',
      'Content-Type: text/plain; charset=iso-8859-1',
      '',
      'Stra\xdfe',
    ];
    const document = await read(lines, 'latin1');
    expect(document.title).toBe('Grüße');
    expect(document.text).toContain('Straße');
  });

  it('reads an invitation beside the text that comes with it', async () => {
    const document = await read([
      'Subject: Review',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'Bring the plan.',
      '--b',
      'Content-Type: text/calendar; method=REQUEST',
      '',
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'SUMMARY:Roof review',
      'DTSTART;TZID=Europe/Berlin:20250613T140000',
      'DTEND;VALUE=DATE:20250614',
      'LOCATION:Room 4\\, south',
      ' ern wing',
      'ORGANIZER;CN="Ann Lee":mailto:ann@example.org',
      'BEGIN:VALARM',
      'DESCRIPTION:Reminder',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '--b--',
    ]);
    expect(document.text).toBe(
      [
        'Review',
        'Bring the plan.',
        'Roof review',
        'Start: 2025-06-13 14:00 Europe/Berlin\nEnd: 2025-06-14\nLocation: Room 4, southern wing\nOrganizer: Ann Lee <ann@example.org>',
      ].join('\n\n'),
    );
  });

  it('joins flowed lines and names attachments with encoded names', async () => {
    const document = await read([
      'Subject: Flow',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8; format=flowed',
      '',
      'The first line ',
      'goes on.',
      '--b',
      'Content-Type: application/octet-stream',
      "Content-Disposition: attachment; filename*0*=utf-8''%C3%9Cber; filename*1=sicht.bin",
      '',
      'x',
      '--b',
      'Content-Type: application/zip',
      '',
      'x',
      '--b--',
    ]);
    expect(document.text).toContain('The first line goes on.');
    expect(document.warnings.map(({ message }) => message)).toEqual([
      'An attachment was not read: Übersicht.bin.',
      'An attachment was not read: a part of the type application/zip.',
    ]);
  });
});
