/** Returns the value that most characters have, such as their size. */
export function findUsual<Line extends { readonly text: string }, Value>(
  lines: Iterable<Line>,
  read: (line: Line) => Value,
): Value | undefined {
  return countCharacters(lines, read).toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

export function countCharacters<Line extends { readonly text: string }, Value>(
  lines: Iterable<Line>,
  read: (line: Line) => Value,
): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const line of lines) {
    const value = read(line);
    counts.set(value, (counts.get(value) ?? 0) + line.text.length);
  }
  return [...counts];
}
