/**
 * @throws Error unless the text is a SHA-256 in lower-case hexadecimal: it becomes part of a path.
 */
export function requireSha256(text: string): void {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new TypeError('not a SHA-256');
}
