const pattern = /\bNCT\d{8}\b/gi;

/** Returns the unique NCT ids in a text, in order. */
export function findNctIds(text: string): readonly string[] {
  return [...new Set((text.match(pattern) ?? []).map((id) => id.toUpperCase()))];
}
