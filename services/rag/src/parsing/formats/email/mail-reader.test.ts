import { describe, expect, it } from '@jest/globals';
import { parseContent, textOf } from '../../__fixtures__/parse-content.ts';
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

  it('reads other letters than ASCII in a message that names ASCII', async () => {
    const lines = [
      'Subject: Hof',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'für Straße 5',
    ];
    expect((await read(lines, 'latin1')).text).toBe('Hof\n\nfür Straße 5');
    expect((await read(lines)).text).toBe('Hof\n\nfür Straße 5');
  });

  it('reads the message in a file of Apple Mail', async () => {
    const message = 'Subject: Pier\nFrom: a@example.org\n\nGate 7\n';
    const file = `${message.length}      \n${message}<?xml version="1.0"?><plist><dict/></plist>`;
    const document = await parseContent(file, 'a.emlx');
    expect(document).toMatchObject({ title: 'Pier', mimeType: 'message/rfc822' });
    expect(document.text).toBe('Pier\n\nFrom: a@example.org\n\nGate 7');
  });

  it('reads one of two alternatives that say the same', async () => {
    const document = await read([
      'Subject: Twice',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      '',
      'Hello there 106',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>Hello <b>there</b> 10<sup>6</sup></p>',
      '--b--',
    ]);
    expect(document.text).toBe('Twice\n\nHello there 10^6');
  });

  it('writes a message of HTML alone once', async () => {
    const rows = [1, 2, 3].map((n) => `<tr><td>Item ${n}</td><td>10.5${n}</td></tr>`);
    const html = `<style>.a{color:red}</style><p>Your &uuml;bersicht<b>2024</b></p><table>${rows.join('')}</table>`;
    const body = ['Content-Type: text/html; charset=utf-8', '', html];
    const alone = await read(['Subject: Invoice', ...body]);
    expect(alone.text.match(/Item 2/g)).toHaveLength(1);
    const parts = ['Content-Type: multipart/mixed; boundary=b', '', '--b', ...body, '--b--'];
    const inside = await read(['Subject: Invoice', ...parts]);
    expect(inside.text).toBe(alone.text);
  });

  it('writes HTML once beside a plain part', async () => {
    const document = await read([
      'Subject: Both',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'A short greeting before it.',
      '--b',
      'Content-Type: text/html',
      '',
      '<table><tr><td>Thi</td><td>ng</td></tr></table><p>Cost<b>ly</b> H<sub>2</sub>O table</p>',
      '--b--',
    ]);
    expect(document.text.match(/ table/g)).toHaveLength(1);
    expect(document.text.match(/greeting/g)).toHaveLength(1);
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
      'Content-Type: message/rfc822; name="inner.eml"',
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
    expect(document.text).toContain('File: inner.eml\n\ninner words');
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

  it('warns of an encoding that a message does not name', async () => {
    const document = await read(['Subject: Size', '', 'Gr\xf6\xdfe \xb13 mm, 10 m\xb2'], 'latin1');
    expect(document.text).toContain('Größe ±3 mm, 10 m²');
    expect(document.warnings.map(({ code }) => code)).toEqual(['encoding_guessed']);
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

  it('writes an invitation once and names its file', async () => {
    const calendar = ['', 'BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'SUMMARY:Roof', 'END:VEVENT'];
    const file = 'Content-Disposition: attachment; filename=invite.ics';
    const document = await read([
      'Subject: Review',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...['--b', 'Content-Type: text/calendar', ...calendar],
      ...['--b', 'Content-Type: application/ics', file, ...calendar],
      ...[
        '--b',
        'Content-Type: text/plain',
        'Content-Disposition: inline; filename=list.txt',
        '',
        'none',
      ],
      '--b--',
    ]);
    expect(document.text).toBe('Review\n\nRoof\n\nFile: invite.ics\n\nlist.txt\n\nnone');
  });

  it('leaves out the styles and shown pictures of a saved page', async () => {
    const at = 'Content-Location: https://example.org/';
    const document = await read([
      'Subject: Page',
      'Content-Type: multipart/related; boundary=b; type="text/html"',
      '',
      ...['--b', 'Content-Type: text/html', `${at}p`, ''],
      '<p>Text</p><img src="https://example.org/i.png">',
      ...['--b', 'Content-Type: text/css', `${at}s.css`, '', 'p { color: red }'],
      ...['--b', 'Content-Type: image/png', `${at}i.png`, '', 'x'],
      '--b--',
    ]);
    expect(document).toMatchObject({ text: 'Page\n\nText', warnings: [] });
  });

  it('shows the last day, the method and the answers of a calendar', async () => {
    const document = await read([
      'Subject: Leave',
      'Content-Type: text/calendar; method=CANCEL',
      '',
      'BEGIN:VCALENDAR',
      'METHOD:CANCEL',
      'BEGIN:VEVENT',
      'SUMMARY:Leave',
      'DTEND;VALUE=DATE:20240301',
      'DTSTART;VALUE=DATE:20240228',
      'RECURRENCE-ID;VALUE=DATE:20240228',
      'ATTENDEE;PARTSTAT=DECLINED;CN=Bob:mailto:b@example.org',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'SUMMARY:Call',
      'DTSTART:20240601T220000Z',
      'DTEND:20240602T000000Z',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'SUMMARY:Fair',
      'DTSTART:20240601',
      'DTEND:20240601',
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
    expect(document.text).toContain(
      'Method: CANCEL\nEnd: 2024-02-29\nStart: 2024-02-28\nOccurrence: 2024-02-28\nAttendee: Bob <b@example.org> (DECLINED)',
    );
    expect(document.text).toContain('Start: 2024-06-01 22:00 UTC\nEnd: 2024-06-02 00:00 UTC');
    expect(document.text).toContain('Start: 2024-06-01\nEnd: 2024-06-01');
  });

  it('reads attached files by the readers of their formats', async () => {
    const attach = (type: string, name: string, content: string | Uint8Array) => [
      '--b',
      `Content-Type: ${type}`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${name}"`,
      '',
      Buffer.from(content).toString('base64'),
    ];
    const head = ['From: a@example.org', 'To: b@example.org', 'MIME-Version: 1.0'];
    const part = 'Content-Type: multipart/mixed; boundary="b"';
    const inner = [
      ...head,
      'Subject: In',
      part,
      '',
      ...attach('text/csv', 'c.csv', 'Day,Dose\nMon,500\nTue,450\n'),
      '--b--',
    ];
    const lines = [
      ...head,
      'Subject: Out',
      part,
      '',
      ...attach('application/json', 'a.json', '{"fee": 12345678901234567890}'),
      ...attach('application/octet-stream', 'inner.eml', inner.join('\r\n')),
      ...attach('application/pdf', 'broken.pdf', 'no PDF'),
      ...attach('application/zip', 'z.zip', 'PK\u0005\u0006'),
      '--b--',
    ];
    const document = await parseContent(lines.join('\r\n'), 'a.eml');
    expect(document.blocks.map((block) => textOf(document, block)).slice(2)).toEqual([
      'a.json',
      'fee: 12345678901234567890',
      'In',
      'From: a@example.org\nTo: b@example.org\nFile: inner.eml',
      'c.csv',
      'Day | Dose',
      'Day: Mon | Dose: 500\nDay: Tue | Dose: 450',
    ]);
    const table = document.blocks.at(-1)?.table;
    const [from, to] = table?.rows[1]?.slice(2) ?? [];
    expect(document.text.slice(from, to)).toBe('450');
    expect(document.warnings.map(({ message }) => message)).toEqual([
      'An attachment was not read: broken.pdf. The file is damaged: its name says PDF document, but its content is of another kind.',
      'An attachment was not read: z.zip.',
    ]);
  });

  it('bounds files within files', async () => {
    let message = 'Subject: s\r\nFrom: a\r\n\r\ndeep';
    for (let depth = 0; depth < 6; depth += 1) {
      const content = Buffer.from(message).toString('base64');
      message = `Subject: s\r\nFrom: a\r\nContent-Type: application/x; name="m${depth}.eml"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}`;
    }
    const { text, warnings } = await parseContent(message, 'a.eml');
    expect(text).not.toContain('deep');
    expect(warnings[0]?.message).toMatch(
      /m2\.eml\. The file contains more files than are supported\.$/,
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
