const pattern = /\bNCT\d{8}\b/gi;

/** Trials that a text names, each once, in order. */
export function findNctIds(text: string): readonly string[] {
  return [...new Set((text.match(pattern) ?? []).map((id) => id.toUpperCase()))];
}
