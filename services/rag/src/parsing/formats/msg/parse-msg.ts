import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { decodeText } from '../../decode-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { readHtml } from '../html/read-html.ts';
import { readRtf } from '../rtf/read-rtf.ts';
import { writeAttachment } from '../write-attachment.ts';

/** Parses a message in Outlook's format. */
export const parseMsg: FormatParser = async ({ bytes, limits, readAttached }) => {
  const { message, reader } = readMessage(bytes);
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
  for (const attachment of message.attachments ?? []) {
    if (attachment.attachmentHidden) continue;
    const fileName = attachment.fileName ?? attachment.name ?? '';
    const file = {
      bytes: readContent(reader, attachment),
      fileName: attachment.innerMsgContent ? `${fileName}.msg` : fileName,
      declaredMimeType: attachment.attachMimeTag,
    };
    await writeAttachment(builder, file, { read: readAttached, level: 2 });
  }
  return builder.finish('application/vnd.ms-outlook');
};

/** Old messages name the code page of their texts. */
function readMessage(bytes: Buffer): { message: FieldsData; reader: msgReader.default } {
  const read = (ansiEncoding?: string) => {
    const reader = new msgReader.default(toArrayBuffer(bytes));
    if (ansiEncoding) reader.parserConfig = { ansiEncoding };
    return { message: reader.getFileData(), reader };
  };
  const first = read();
  const { message } = first;
  const codePage = message.messageCodepage ?? message.internetCodepage;
  return codePage === undefined || codePage === 65_001 ? first : read(`cp${codePage}`);
}

/** Returns the bytes of an attachment; none if the library cannot read them. */
function readContent(reader: msgReader.default, attachment: FieldsData): Buffer {
  try {
    return Buffer.from(reader.getAttachment(attachment).content);
  } catch {
    return Buffer.alloc(0);
  }
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
