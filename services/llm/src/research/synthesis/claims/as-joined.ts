const numbered =
  /(?<![\p{L}\p{N}-])(\p{Lu}[\p{L}]*\p{Lu}[\p{L}]*)[-\s]?(\d{1,3})(?![\p{L}\p{N}]|[.,]\d|%)/gu;

/** A claim whose names with numbers are joined to these as the records join them: HER-2 as HER2, GLP1 as GLP-1. */
export function asJoined(claim: string, held: string): string {
  return claim.replaceAll(numbered, (said: string, name: string, number: string) => {
    if (held.includes(said)) return said;
    const written = `(?<![\\p{L}\\p{N}])${name}[-\\s]?${number}(?!\\p{N}|[.,]\\p{N})`;
    return new RegExp(written, 'iu').exec(held)?.[0] ?? said;
  });
}
