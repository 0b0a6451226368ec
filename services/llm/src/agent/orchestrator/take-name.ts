const maxNameLength = 64;

/** What APIs of models take in the name of each, as in the brackets of a regular expression. */
const nameSigns = {
  tool: 'A-Za-z0-9_-',
  argument: 'A-Za-z0-9_.-',
} as const;

/** A name that APIs of models take, up to 64 signs long, that is not `taken`; it is from then on. */
export function takeName(name: string, signs: keyof typeof nameSigns, taken: Set<string>): string {
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
