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
import { type CalendarEntry, readCalendar } from '../calendar/read-calendar.ts';
import type { ReadAttached } from '../format.ts';
import { readHtml } from '../html/read-html.ts';
import { writeAttachment } from '../write-attachment.ts';

const deepest = 10;
const maxParts = 1000;

interface MessageContext {
  readonly mail: ParsedMail;
  readonly depth: number;
  /** Calendars of the message that are written; programs attach an invitation once more as a file. */
  readonly invitations: Set<string>;
}

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

  /** Reads a message, or one that is attached as a file, and returns it without its text. */
  async readMessage(source: Buffer, depth = 0, fileName = ''): Promise<ParsedMail> {
    const mail = await simpleParser(attachTexts(this.#toUtf8(source)), {
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
    builder.paragraph([...describeHeaders(mail), ...describeFile(fileName)].join('\n'));
    const before = builder.length;
    this.#writeBody(mail);
    const invitations = new Set<string>();
    for (const attachment of mail.attachments) {
      await this.#readAttachment(attachment, { mail, depth, invitations });
    }
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

  async #readAttachment(
    attachment: Attachment,
    { mail, depth, invitations }: MessageContext,
  ): Promise<void> {
    const { contentType, content } = attachment;
    const name = attachment.filename?.trim();
    const isCalendar = contentType === 'text/calendar' || contentType === 'application/ics';
    const calendar = isCalendar ? this.#decodeAttachment(attachment) : '';
    const entries = readCalendar(calendar);
    this.#parts += 1;
    if (depth >= deepest || this.#parts > maxParts) {
      this.#builder.warn('parts_skipped', 'The message has more parts than are supported.');
    } else if (
      contentType === 'message/rfc822' ||
      (/^message\//.test(contentType) && /\.eml$/i.test(name ?? ''))
    ) {
      await this.readMessage(content, depth + 1, name);
    } else if (entries.length > 0) {
      const isRepeated = invitations.has(calendar);
      invitations.add(calendar);
      if (!isRepeated) this.#writeCalendar(entries, name, depth);
      else if (name) this.#builder.paragraph(describeFile(name).join());
    } else if (isLayout(attachment, mail)) return;
    else if (isRunningText(attachment)) {
      if (name === undefined && mail.html && specialAlternative.test(contentType)) return;
      this.#writeAttachedText(attachment, name, depth);
    } else {
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

  #writeCalendar(entries: readonly CalendarEntry[], name = '', depth = 0): void {
    for (const { title, lines } of entries) {
      this.#builder.heading(Math.min(depth + 2, 6), title);
      this.#builder.paragraph([...lines, ...describeFile(name)].join('\n'));
    }
  }

  #decodeAttachment({ content, headers }: Attachment): string {
    const type = headers.get('content-type') as StructuredHeader | undefined;
    return this.#builder.decode(content, { declared: type?.params.charset }).text;
  }

  /**
   * Returns a message whose headers are UTF-8. Headers with bytes of another encoding are against
   * the standard but frequent; a message that names no encoding but ASCII is read as a whole.
   */
  #toUtf8(source: Buffer): Buffer {
    const unicode = detectUnicode(source);
    if (unicode !== undefined && unicode !== 'utf-8')
      return Buffer.from(this.#builder.decode(source).text);
    const end = /\r?\n[^\S\n]*\r?\n/.exec(source.toString('latin1'))?.index ?? source.length;
    const head = source.subarray(0, end);
    const names = [...source.toString('latin1').matchAll(/;\s*charset\s*=\s*"?([\w-]+)/gi)];
    const declared = names.find(([, name = '']) => !/^(?:us-)?ascii$/i.test(name))?.[1];
    if (declared === undefined) return Buffer.from(this.#builder.decode(source).text);
    const { text } = this.#builder.decode(head, { declared });
    return Buffer.concat([Buffer.from(text), source.subarray(end)]);
  }
}

/** Marks texts within a message that are files as attachments; else their names would be lost. */
function attachTexts(source: Buffer): Buffer {
  const named = /^(content-disposition:\s*)inline(?=;(?:[^\r\n]|\r?\n[ \t])*filename)/gim;
  return Buffer.from(source.toString('latin1').replace(named, '$1attachment'), 'latin1');
}

function describeFile(name: string): string[] {
  return name === '' ? [] : [`File: ${name}`];
}

/** Returns true for a text that is written as the text of a message is. */
function isRunningText({ contentType, filename = '' }: Attachment): boolean {
  if (contentType === 'message/delivery-status' || contentType === 'text/html') return true;
  const isNamed = /\.(?!txt$|text$|log$|html?$)[a-z]\w*$/i.test(filename.trim());
  return contentType.startsWith('text/') && !isNamed;
}

const layoutTypes = /^(?:font\/|text\/(?:css|javascript)$|application\/(?:x-)?javascript$)/;

/** Returns true for what the HTML shows or uses: the logo of a signature, a style of a saved page. */
function isLayout(attachment: Attachment, { html }: ParsedMail): boolean {
  const { related, cid, filename, contentType, headers } = attachment;
  const location = headers.get('content-location');
  if ((related !== true && location === undefined) || filename !== undefined || !html) return false;
  const isShown = typeof location === 'string' && html.includes(location);
  return isShown || html.includes(`cid:${cid}`) || layoutTypes.test(contentType);
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
