/** By number: most programs that show answers take `\[` and `\]` for the ends of a formula. */
const byNumber: Readonly<Record<string, string>> = { '\\': '&#92;', '[': '&#91;', ']': '&#93;' };

/**
 * Words of somebody else as they are in Markdown: none of them is a link, a picture, code, a tag or
 * a formula in brackets. The address that they name in full stays one.
 */
export function plainWords(text: string): string {
  return text.replaceAll(/[\\`[\]]|<(?=[a-z/!?])/gi, (sign) => byNumber[sign] ?? `\\${sign}`);
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainWords(text.replaceAll(/\s+/g, ' ').trim());
}

/** An answer whose markers `[n]` stay, and make no link of what follows them. */
export function plainAnswer(text: string): string {
  return text
    .split(/(!?\[\d{1,4}\][(:]?)/)
    .map((part, index) => (index % 2 === 0 ? plainWords(part) : part.replaceAll(/[!(:]/g, '\\$&')))
    .join('');
}

/** A link to a page of the web; nothing for any other address. */
export function plainLink(address: string | null): string {
  const url = address === null ? null : URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? ` <${url.href}>` : '';
}
