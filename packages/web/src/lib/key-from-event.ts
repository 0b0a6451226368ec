/** Returns the letter of a key; without a Latin layout, the Latin letter at its position. */
export function keyFromEvent({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  return (/^[ -~]$/.test(key) ? key : code.replace(/^Key/, '')).toLowerCase();
}
