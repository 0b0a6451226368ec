import { decodeText } from '../../decode-text.ts';
import type { DocumentBuilder } from '../../document-builder.ts';
import { readHtml } from '../html/read-html.ts';
import {
  decodeHeader,
  decodeQuotedPrintable,
  type Headers,
  readHeaders,
  readParameter,
} from './read-headers.ts';

interface Part {
  readonly headers: Headers;
  readonly type: string;
  readonly body: string;
}

const deepest = 10;
const maxParts = 1000;

/** Writes messages into one document, including attached texts and messages. */
export class MailReader {
  readonly #builder: DocumentBuilder;
  #parts = 0;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  /**
   * Reads a message.
   * @param source the message with one byte in each character.
   */
  readMessage(source: string, depth = 0): void {
    const { headers, body } = readHeaders(source);
    const subject = decodeHeader(headers.get('subject'));
    this.#builder.title ??= subject;
    this.#builder.heading(Math.min(depth + 1, 6), subject);
    const shown = ['From', 'To', 'Cc', 'Date'].map((name) => {
      const value = decodeHeader(headers.get(name.toLowerCase()));
      return value === '' ? '' : `${name}: ${value}`;
    });
    this.#builder.paragraph(shown.filter((line) => line !== '').join('\n'));
    const before = this.#builder.length;
    this.#readPart({ headers, type: typeOf(headers), body }, depth);
    if (this.#builder.length === before) {
      this.#builder.warn('body_missing', 'A message has no text that can be read.');
    }
  }

  #readPart(part: Part, depth: number): void {
    this.#parts += 1;
    if (depth > deepest || this.#parts > maxParts) {
      this.#builder.warn('parts_skipped', 'The message has more parts than are supported.');
    } else if (part.type.startsWith('multipart/')) this.#readParts(part, depth);
    else if (part.type === 'message/rfc822') {
      this.readMessage(decodeBody(part).toString('latin1'), depth + 1);
    } else if (part.type.startsWith('text/')) this.#readText(part);
    else if (nameOf(part) !== undefined) {
      this.#builder.warn('attachment_skipped', `An attachment was not read: ${nameOf(part)}.`);
    }
  }

  /** Prefers HTML among alternatives; reads plain text too if it is alone or has other words. */
  #readParts(part: Part, depth: number): void {
    const parts = splitParts(part);
    if (part.type !== 'multipart/alternative') {
      for (const member of parts) this.#readPart(member, depth + 1);
      return;
    }
    const rich = parts.findLast((member) => member.type !== 'text/plain' && member.body.trim());
    const plain = parts.find((member) => member.type === 'text/plain');
    if (rich !== undefined) this.#readPart(rich, depth + 1);
    if (plain !== undefined && (rich === undefined || saysMore(plain, rich))) {
      this.#readPart(plain, depth + 1);
    }
  }

  #readText(part: Part): void {
    const name = nameOf(part);
    const isAttached = /^attachment/i.test(part.headers.get('content-disposition') ?? '');
    if (name !== undefined && isAttached) this.#builder.heading(2, name);
    const text = textOf(part);
    if (part.type === 'text/html') {
      readHtml(text, this.#builder, { main: undefined, dropNoise: true });
      return;
    }
    for (const paragraph of text.split(/\r?\n[^\S\n]*\r?\n/)) this.#builder.paragraph(paragraph);
  }
}

/** Maximum share of a plain text's words that may be missing from its HTML alternative. */
const maxMissing = 0.05;

function saysMore(plain: Part, rich: Part): boolean {
  const rest = textOf(rich).replace(/<style[\s\S]*?<\/style>|<[^<>]*>|&\w+;/gi, ' ');
  const known = wordsOf(rich.type.startsWith('multipart/') ? rich.body : rest);
  const words = [...wordsOf(textOf(plain).replace(/https?:\S+/g, ''))];
  return words.filter((word) => !known.has(word)).length > words.length * maxMissing;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

function textOf(part: Part): string {
  const declared = readParameter(part.headers.get('content-type') ?? '', 'charset');
  return decodeText(decodeBody(part), { declared }).text;
}

function typeOf(headers: Headers): string {
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(headers.get('content-type') ?? '')?.[0];
  return type?.toLowerCase() ?? 'text/plain';
}

function nameOf({ headers }: Part): string | undefined {
  const name =
    readParameter(headers.get('content-disposition') ?? '', 'filename') ??
    readParameter(headers.get('content-type') ?? '', 'name');
  return name === undefined ? undefined : decodeHeader(name);
}

function splitParts({ headers, body }: Part): Part[] {
  const boundary = readParameter(headers.get('content-type') ?? '', 'boundary');
  if (!boundary) return [];
  const parts: Part[] = [];
  for (const source of `\n${body}`.split(`\n--${boundary}`).slice(1)) {
    if (source.startsWith('--')) break;
    const part = readHeaders(source.replace(/^[^\n]*\n/, ''));
    parts.push({ ...part, type: typeOf(part.headers) });
  }
  return parts;
}

function decodeBody({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase().trim();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body);
  return Buffer.from(body, 'latin1');
}
