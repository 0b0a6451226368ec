/** Text whose characters TeX would not take for its own. */
export function tex(text: string): string {
  const escapes: Readonly<Record<string, string>> = {
    '\\': '\\textbackslash{}',
    '~': '\\textasciitilde{}',
    '^': '\\textasciicircum{}',
    // Readers count braces, escaped ones too: an odd one would reach into the next entry.
    '{': '\\textbraceleft{}',
    '}': '\\textbraceright{}',
  };
  return text.replaceAll(/[\\{}$&#%_~^]/g, (sign) => escapes[sign] ?? `\\${sign}`);
}

/** An address or a DOI, which readers take as it stands: what would end its field is written in percents. */
export function verbatim(address: string): string {
  return address.replaceAll(/[\s\p{Cc}{}\\^]/gu, encodeURIComponent);
}

/**
 * An entry of a bibliography, each value on a line. Values are TeX; those that are null are left out. Of
 * the key stays what no reader takes for the end of it.
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
