import { decodeText } from '../../decode-text.ts';

/**
 * Headers of a message or of one of its parts, by lower-case name; the first of each name counts.
 */
export type Headers = ReadonlyMap<string, string>;

/** Separates headers from the body. The source has one byte in each character. */
export function readHeaders(source: string): { headers: Headers; body: string } {
  const end = /\r?\n[^\S\n]*\r?\n/.exec(source);
  const head = end === null ? source : source.slice(0, end.index);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: end === null ? '' : source.slice(end.index + end[0].length) };
}

/** Returns a parameter of a header, such as `boundary`; tolerates spaces and missing quotes. */
export function readParameter(header: string, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|[;\\s])${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s"]+))`, 'i');
  const found = pattern.exec(header);
  return found?.[1] ?? found?.[2];
}

const encodedWord = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi;

/** Decodes a header: encoded words (RFC 2047) and stray bytes. */
export function decodeHeader(header: string | undefined): string {
  return decodeBytes(header ?? '')
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(encodedWord, (_word, ...parts: EncodedParts) => decodeWord(parts));
}

/** Groups of {@link encodedWord} in order, followed by other arguments. */
type EncodedParts = [charset: string, form: string, text: string, ...unknown[]];

function decodeWord([charset, form, text]: EncodedParts): string {
  const bytes =
    form.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64')
      : decodeQuotedPrintable(text.replaceAll('_', ' '));
  return decodeText(bytes, { declared: charset }).text;
}

function decodeBytes(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return bytes.every((byte) => byte < 0x80) ? header : decodeText(bytes).text;
}

export function decodeQuotedPrintable(text: string): Buffer {
  const plain = text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_code, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(plain, 'latin1');
}
