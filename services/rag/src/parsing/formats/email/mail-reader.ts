import {
  type AddressObject,
  type Attachment,
  type EmailAddress,
  type ParsedMail,
  type StructuredHeader,
  simpleParser,
} from 'mailparser';
import { detectUnicode } from '../../decode-text.ts';
import type { DocumentBuilder } from '../../document-builder.ts';
import { readCalendar } from '../calendar/read-calendar.ts';
import type { ReadAttached } from '../format.ts';
import { readHtml } from '../html/read-html.ts';
import { writeAttachment } from '../write-attachment.ts';

const deepest = 10;
const maxParts = 1000;

/** Alternatives of a text for single programs; the message has the same text as HTML. */
const specialAlternative = /^text\/(?:x-amp-html|watch-html|enriched|richtext)$/;

/** Writes messages into one document, including attached texts, calendars and messages. */
export class MailReader {
  readonly #builder: DocumentBuilder;
  readonly #readAttached: ReadAttached | undefined;
  #parts = 0;

  constructor(builder: DocumentBuilder, readAttached?: ReadAttached) {
    this.#builder = builder;
    this.#readAttached = readAttached;
  }

  /** Reads a message and returns it without its text. */
  async readMessage(source: Buffer, depth = 0): Promise<ParsedMail> {
    const mail = await simpleParser(this.#toUtf8(source), {
      checksumAlgo: false,
      ignoreEmbedded: true,
      keepCidLinks: true,
      // Else a message of HTML alone gets a second text that is derived from the HTML.
      skipHtmlToText: true,
      skipTextLinks: true,
    });
    const builder = this.#builder;
    const subject = mail.subject ?? '';
    builder.title ??= subject;
    builder.heading(Math.min(depth + 1, 6), subject);
    builder.paragraph(describeHeaders(mail).join('\n'));
    const before = builder.length;
    this.#writeBody(mail);
    for (const attachment of mail.attachments) await this.#readAttachment(attachment, mail, depth);
    if (builder.length === before) {
      builder.warn(
        'body_missing',
        `A message has no text that can be read: ${subject || 'no subject'}.`,
      );
    }
    return mail;
  }

  /** Prefers HTML; writes the plain text too if it has other words. */
  #writeBody({ html, text = '' }: ParsedMail): void {
    if (html) readHtml(html, this.#builder, { dropNoise: true });
    if (!html || hasOtherWords(text, html)) this.#writeText(text);
  }

  #writeText(text: string): void {
    for (const paragraph of text.split(/\n[^\S\n]*\n/)) this.#builder.paragraph(paragraph);
  }

  async #readAttachment(attachment: Attachment, mail: ParsedMail, depth: number): Promise<void> {
    const { contentType, content } = attachment;
    const name = attachment.filename?.trim();
    this.#parts += 1;
    if (depth >= deepest || this.#parts > maxParts) {
      this.#builder.warn('parts_skipped', 'The message has more parts than are supported.');
    } else if (
      contentType === 'message/rfc822' ||
      (/^message\//.test(contentType) && /\.eml$/i.test(name ?? ''))
    ) {
      await this.readMessage(content, depth + 1);
    } else if (contentType === 'text/calendar' || contentType === 'application/ics') {
      this.#writeCalendar(this.#decodeAttachment(attachment), depth);
    } else if (isRunningText(attachment)) {
      if (name === undefined && mail.html && specialAlternative.test(contentType)) return;
      this.#writeAttachedText(attachment, name, depth);
    } else if (!isLayout(attachment, mail)) {
      const isText = contentType.startsWith('text/');
      const bytes = isText ? Buffer.from(this.#decodeAttachment(attachment)) : content;
      const file = { bytes, fileName: name ?? '', declaredMimeType: contentType };
      await writeAttachment(this.#builder, file, { read: this.#readAttached, level: depth + 2 });
    }
  }

  #writeAttachedText(attachment: Attachment, name: string | undefined, depth: number): void {
    if (name) this.#builder.heading(Math.min(depth + 2, 6), name);
    const text = this.#decodeAttachment(attachment);
    if (attachment.contentType === 'text/html') {
      readHtml(text, this.#builder, { dropNoise: true });
    } else this.#writeText(text.replace(/\r\n?/g, '\n'));
  }

  #writeCalendar(text: string, depth: number): void {
    for (const { title, lines } of readCalendar(text)) {
      this.#builder.heading(Math.min(depth + 2, 6), title);
      this.#builder.paragraph(lines.join('\n'));
    }
  }

  #decodeAttachment({ content, headers }: Attachment): string {
    const type = headers.get('content-type') as StructuredHeader | undefined;
    return this.#builder.decode(content, { declared: type?.params.charset }).text;
  }

  /**
   * Returns a message whose headers are UTF-8. Headers with bytes of another encoding are against
   * the standard but frequent; a message that names no encoding at all is read as a whole.
   */
  #toUtf8(source: Buffer): Buffer {
    const unicode = detectUnicode(source);
    if (unicode !== undefined && unicode !== 'utf-8')
      return Buffer.from(this.#builder.decode(source).text);
    const end = /\r?\n[^\S\n]*\r?\n/.exec(source.toString('latin1'))?.index ?? source.length;
    const head = source.subarray(0, end);
    const declared = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(source.toString('latin1'))?.[1];
    if (declared === undefined) return Buffer.from(this.#builder.decode(source).text);
    const { text } = this.#builder.decode(head, { declared });
    return Buffer.concat([Buffer.from(text), source.subarray(end)]);
  }
}

/** Returns true for a text that is written as the text of a message is. */
function isRunningText({ contentType, filename = '' }: Attachment): boolean {
  if (contentType === 'message/delivery-status' || contentType === 'text/html') return true;
  const isNamed = /\.(?!txt$|text$|log$|html?$)[a-z]\w*$/i.test(filename.trim());
  return contentType.startsWith('text/') && !isNamed;
}

/** Returns true for a picture that the HTML shows, such as the logo of a signature. */
function isLayout({ related, cid, filename }: Attachment, { html }: ParsedMail): boolean {
  return related === true && filename === undefined && !!html && html.includes(`cid:${cid}`);
}

function describeHeaders({ from, to, cc, headerLines }: ParsedMail): string[] {
  const date = headerLines.find(({ key }) => key === 'date')?.line.replace(/^[^:]*:\s*/, '');
  return [
    ['From', formatAddresses(from)],
    ['To', formatAddresses(to)],
    ['Cc', formatAddresses(cc)],
    ['Date', date?.replace(/\s+/g, ' ')],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}

/** Returns addresses as `Name <address>`. */
export function formatAddresses(addresses: AddressObject | AddressObject[] | undefined): string {
  return [addresses ?? []]
    .flat()
    .flatMap(({ value }) => value.map(formatAddress))
    .join(', ');
}

function formatAddress({ name, address, group }: EmailAddress): string {
  if (group !== undefined) return `${name}: ${group.map(formatAddress).join(', ')}`;
  if (!address || address === name) return name;
  return name === '' ? address : `${name} <${address}>`;
}

/** Maximum share of a plain text's words that may be missing from its HTML alternative. */
const maxMissing = 0.05;

function hasOtherWords(text: string, html: string): boolean {
  const content = html.replace(/<style[\s\S]*?<\/style>|&\w+;/gi, ' ');
  // A tag ends a word or stands within it, as before a raised digit.
  const known = wordsOf(['', ' '].map((gap) => content.replace(/<[^<>]*>/g, gap)).join(' '));
  const words = [...wordsOf(text.replace(/https?:\S+/g, ''))];
  return words.filter((word) => !known.has(word)).length > words.length * maxMissing;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
