/** Escapes the characters that TeX interprets. */
export function tex(text: string): string {
  const escapes: Readonly<Record<string, string>> = {
    '\\': '\\textbackslash{}',
    '~': '\\textasciitilde{}',
    '^': '\\textasciicircum{}',
    // BibTeX counts braces, even escaped ones; an unbalanced one would break the next entry.
    '{': '\\textbraceleft{}',
    '}': '\\textbraceright{}',
  };
  return text.replaceAll(/[\\{}$&#%_~^]/g, (sign) => escapes[sign] ?? `\\${sign}`);
}

/**
 * Encodes an address or a DOI. BibTeX reads it verbatim, so characters that end the field are
 * percent-encoded.
 */
export function verbatim(address: string): string {
  return address.replaceAll(/[\s\p{Cc}{}\\^]/gu, encodeURIComponent);
}

/**
 * Formats an entry of a bibliography, one value per line. Values are TeX; null values are left out.
 * The key keeps the characters that BibTeX accepts.
 */
export function bibtexEntry(
  type: string,
  key: string,
  fields: Readonly<Record<string, string | null>>,
) {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value ? [`  ${name} = {${value.replaceAll(/[\s\p{Cc}]+/gu, ' ')}},`] : [],
  );
  return `@${type}{${key.replaceAll(/[^\w:.-]/g, '')},\n${lines.join('\n')}\n}\n`;
}
