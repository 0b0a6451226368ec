/** Written by number: most viewers read `\[` and `\]` as the ends of a formula. */
const byNumber: Readonly<Record<string, string>> = { '\\': '&#92;', '[': '&#91;', ']': '&#93;' };

/**
 * Escapes text of others for Markdown: it contains no link, image, code, tag or formula. A full
 * address in it stays a link.
 */
export function plainWords(text: string): string {
  return text.replaceAll(/[\\`[\]]|<(?=[a-z/!?])/gi, (sign) => byNumber[sign] ?? `\\${sign}`);
}

/** Escapes text on one line. */
export function plainLine(text: string): string {
  return plainWords(text.replaceAll(/\s+/g, ' ').trim());
}

/** Escapes an answer, keeping its markers `[n]`, which do not become links. */
export function plainAnswer(text: string): string {
  return text
    .split(/(!?\[\d{1,4}\][(:]?)/)
    .map((part, index) => (index % 2 === 0 ? plainWords(part) : part.replaceAll(/[!(:]/g, '\\$&')))
    .join('');
}

/** Returns a link to a web page; empty for any other address. */
export function plainLink(address: string | null): string {
  const url = address === null ? null : URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? ` <${url.href}>` : '';
}
