import { describe, expect, it } from '@jest/globals';
import { DocumentBuilder } from '../../document-builder.ts';
import { MailReader } from './mail-reader.ts';

function read(lines: readonly string[]) {
  const builder = new DocumentBuilder({ maxTextChars: 1_000_000 });
  new MailReader(builder).readMessage(Buffer.from(lines.join('\r\n')).toString('latin1'));
  return builder.finish('message/rfc822');
}

describe('MailReader', () => {
  it('decodes subjects and bodies', () => {
    const document = read([
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

  it('reads one of two alternatives that say the same', () => {
    const document = read([
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

  it('reads attached texts and messages and names what it leaves out', () => {
    const document = read([
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

  it('stops at messages inside messages without end', () => {
    const nested = 'Content-Type: message/rfc822\r\n\r\n'.repeat(100);
    expect(read([`Subject: Deep\r\n${nested}`]).warnings.map(({ code }) => code)).toContain(
      'parts_skipped',
    );
  });

  it('warns where only headers can be read', () => {
    const document = read(['Subject: Alone', 'From: a@example.org', '', '']);
    expect(document.warnings).toEqual([
      { code: 'body_missing', message: 'A message has no text that can be read.' },
    ]);
  });
});
