/**
 * Returns a JSON value as lines `path: value`. Dots separate the steps of a path; the elements of a
 * list share its path. Null and empty values are left out.
 */
export function describeJson(value: unknown): string {
  const lines: string[] = [];
  const open: { path: string; value: unknown }[] = [{ path: '', value }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value: current } = next;
    if (Array.isArray(current)) {
      for (const element of current.toReversed()) open.push({ path, value: element });
    } else if (typeof current === 'object' && current !== null) {
      for (const [name, member] of Object.entries(current).toReversed()) {
        open.push({ path: joinPath(path, name), value: member });
      }
    } else if (current !== null && current !== '') {
      lines.push(path === '' ? String(current) : `${path}: ${String(current)}`);
    }
  }
  return lines.join('\n');
}

/** Returns the path of a member; one without a name has the path of its record. */
export function joinPath(path: string, name: string): string {
  return [path, name].filter((step) => step !== '').join('.');
}
