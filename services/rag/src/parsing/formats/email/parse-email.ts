import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { formatAddresses, MailReader } from './mail-reader.ts';

/** Length of the message in a file of Apple Mail, which ends with a property list. */
const appleLength = /^(\d+)\s*\n/;
const mailboxLine = /^From \S+.*\d{4}\s*$/m;

/** Parses a message, or a mailbox of consecutive messages. */
export const parseEmail: FormatParser = async ({ bytes, limits, readAttached }) => {
  const builder = new DocumentBuilder(limits);
  const reader = new MailReader(builder, readAttached);
  const source = bytes.toString('latin1').trimStart();
  if (source.startsWith('From ')) {
    builder.title = '';
    for (const message of source.split(mailboxLine)) {
      // A mailbox marks lines of a text that begin with "From ".
      const lines = message.trimStart().replace(/^>(>*From )/gm, '$1');
      if (lines !== '') await reader.readMessage(Buffer.from(lines, 'latin1'));
    }
    return builder.finish('application/mbox');
  }
  const [line = '', length] = appleLength.exec(source) ?? [];
  const message = source.slice(
    line.length,
    length === undefined ? undefined : line.length + Number(length),
  );
  const mail = await reader.readMessage(Buffer.from(message, 'latin1'));
  builder.metadata.author = formatAddresses(mail.from);
  const isDated = mail.headerLines.some(({ key }) => key === 'date');
  if (isDated && mail.date) builder.metadata.sent = mail.date.toISOString();
  return builder.finish('message/rfc822');
};
