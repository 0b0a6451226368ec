/** U+0000 and halves of characters reach a JSON string only by an escape like these. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * The path of a key or string that holds U+0000 or a lone surrogate, which PostgreSQL cannot keep;
 * undefined where all is text. Looks closer only where the JSON text has such an escape.
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

/** Whether a string can be kept and sent as it is. */
export function isText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}
