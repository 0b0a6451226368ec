import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { MailReader } from './mail-reader.ts';
import { decodeHeader, readHeaders } from './read-headers.ts';

const mailboxLine = /^From \S+.*\d{4}\s*$/m;

/** Parses a message, or a mailbox of consecutive messages. */
export const parseEmail: FormatParser = async ({ bytes, limits }) => {
  const source = bytes.toString('latin1').trimStart();
  const builder = new DocumentBuilder(limits);
  const reader = new MailReader(builder);
  if (source.startsWith('From ')) {
    builder.title = '';
    const messages = source.split(mailboxLine).map((message) => message.trimStart());
    for (const message of messages) if (message !== '') reader.readMessage(message);
    return builder.finish('application/mbox');
  }
  const { headers } = readHeaders(source);
  builder.metadata.author = decodeHeader(headers.get('from'));
  builder.metadata.created = decodeHeader(headers.get('date'));
  reader.readMessage(source);
  return builder.finish('message/rfc822');
};
