const slips = ['swap', 'drop', 'replace', 'insert'] as const;
const words = /\p{L}{5,}/gu;

/** The query with one slip in one of its words of five letters or more, as `random` says. */
export function mistypeQuery(query: string, random: () => number): string {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const found = [...query.matchAll(words)];
  if (found.length === 0) return query;
  const { 0: word, index } = pick(found);
  const at = Math.floor(random() * (word.length - 1));
  const letter = pick([...new Set(query.toLowerCase().match(/\p{L}/gu) ?? [])]);
  const rest = word.slice(at + 1);
  const mistyped = {
    swap: word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    drop: word.slice(0, at) + rest,
    replace: word.slice(0, at) + letter + rest,
    insert: word.slice(0, at) + letter + word.slice(at),
  }[pick(slips)];
  return query.slice(0, index) + mistyped + query.slice(index + word.length);
}
