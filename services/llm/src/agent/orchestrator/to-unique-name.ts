const maxNameLength = 64;

/** Characters that model APIs accept in names, as a class of a regular expression. */
const nameSigns = {
  tool: 'A-Za-z0-9_-',
  argument: 'A-Za-z0-9_.-',
} as const;

/**
 * Returns a unique name of at most 64 characters that model APIs accept, and adds it to `taken`.
 */
export function toUniqueName(
  name: string,
  signs: keyof typeof nameSigns,
  taken: Set<string>,
): string {
  const others = new RegExp(`[^${nameSigns[signs]}]`, 'g');
  const safe = name.replaceAll(others, '_').slice(0, maxNameLength) || '_';
  let free = safe;
  for (let count = 2; taken.has(free); count += 1) {
    const ending = `_${count}`;
    free = `${safe.slice(0, maxNameLength - ending.length)}${ending}`;
  }
  taken.add(free);
  return free;
}
