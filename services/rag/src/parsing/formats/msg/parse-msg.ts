import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { decodeText } from '../../decode-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { readHtml } from '../html/read-html.ts';
import { readRtf } from '../rtf/read-rtf.ts';

/** Parses a message in Outlook's format. */
export const parseMsg: FormatParser = async ({ bytes, limits }) => {
  const message = readMessage(bytes);
  const builder = new DocumentBuilder(limits);
  builder.title = message.subject ?? '';
  const sent = message.clientSubmitTime ?? message.messageDeliveryTime ?? '';
  const sender = showPerson(message.senderName, message.senderSmtpAddress ?? message.senderEmail);
  builder.metadata.author = sender;
  const sentAt = new Date(sent);
  if (!Number.isNaN(sentAt.getTime())) builder.metadata.sent = sentAt.toISOString();
  builder.heading(1, message.subject ?? '');
  const lines = [
    ['From', sender],
    ['To', showRecipients(message, 'to')],
    ['Cc', showRecipients(message, 'cc')],
    ['Date', sent],
  ];
  builder.paragraph(
    lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n'),
  );
  const before = builder.length;
  writeBody(builder, message);
  if (builder.length === before) {
    builder.warn('body_missing', 'A message has no text that can be read.');
  }
  for (const { fileName, name } of message.attachments ?? []) {
    builder.warn('attachment_skipped', `An attachment was not read: ${fileName ?? name ?? ''}.`);
  }
  return builder.finish('application/vnd.ms-outlook');
};

/** Old messages name the code page of their texts. */
function readMessage(bytes: Buffer): FieldsData {
  const read = (ansiEncoding?: string): FieldsData => {
    const reader = new msgReader.default(toArrayBuffer(bytes));
    if (ansiEncoding) reader.parserConfig = { ansiEncoding };
    return reader.getFileData();
  };
  const message = read();
  const codePage = message.messageCodepage ?? message.internetCodepage;
  return codePage === undefined || codePage === 65_001 ? message : read(`cp${codePage}`);
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

function writeBody(builder: DocumentBuilder, message: FieldsData): void {
  const html = message.bodyHtml ?? (message.html && decodeText(message.html).text);
  if (html?.trim()) readHtml(html, builder, { dropNoise: true });
  else if (message.body?.trim()) {
    for (const part of message.body.split(/\r?\n[^\S\n]*\r?\n/)) builder.paragraph(part);
  } else if (message.compressedRtf) {
    readRtf(Buffer.from(decompressRTF(Array.from(message.compressedRtf))), builder);
  }
}

function showRecipients({ recipients }: FieldsData, kind: string): string {
  return (recipients ?? [])
    .filter(({ recipType }) => recipType === kind)
    .map(({ name, smtpAddress, email }) => showPerson(name, smtpAddress ?? email))
    .join(', ');
}

function showPerson(name = '', address = ''): string {
  const isAddress = address.includes('@') && address !== name;
  return isAddress ? `${name} <${address}>`.trim() : name;
}
