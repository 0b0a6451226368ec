/** U+0000 and lone surrogates reach a JSON string only by an escape like these. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * Returns the path of a key or string that contains U+0000 or a lone surrogate, which PostgreSQL
 * cannot store; undefined if there is none. Walks the value only if the JSON text contains such an
 * escape.
 */
export function findNoText(json: string, value: unknown): string | undefined {
  if (!suspicious.test(json)) return undefined;
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '', value }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string' && !isText(next.value)) return next.path || 'body';
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, member] of Object.entries(next.value)) {
      if (!isText(key)) return next.path || 'body';
      open.push({ path: next.path ? `${next.path}.${key}` : key, value: member });
    }
  }
  return undefined;
}

/** Returns whether a string can be stored and sent unchanged. */
export function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}
