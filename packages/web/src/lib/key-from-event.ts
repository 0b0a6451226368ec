/** The letter of a pressed key; where the layout has no Latin ones, the one at its place on a Latin layout. */
export function keyFromEvent({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  return (/^[ -~]$/.test(key) ? key : code.replace(/^Key/, '')).toLowerCase();
}
