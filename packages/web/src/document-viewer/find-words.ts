/** A range of a text in UTF-16 units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Compares two texts without white space. */
export function isSameWords(one: string, other: string): boolean {
  return squeeze(one).letters === squeeze(other).letters;
}

/** Finds every occurrence of the words in the text, ignoring white space. */
export function findWords(text: string, words: string): Stretch[] {
  const { letters, indexes } = squeeze(text);
  const wanted = squeeze(words).letters;
  if (wanted === '') return [];
  const found: Stretch[] = [];
  let from = letters.indexOf(wanted);
  while (from >= 0) {
    const last = indexes[from + wanted.length - 1] ?? 0;
    found.push({ start: indexes[from] ?? 0, end: last + 1 });
    from = letters.indexOf(wanted, from + 1);
  }
  return found;
}

export interface Squeezed {
  readonly letters: string;
  /** UTF-16 index of each letter in the text. */
  readonly indexes: readonly number[];
}

/** Removes white space and soft hyphens. */
export function squeeze(text: string): Squeezed {
  const letters: string[] = [];
  const indexes: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? '';
    if (/[\s\u00ad\u200b\ufeff]/.test(letter)) continue;
    for (const unit of letter.normalize('NFKC')) {
      if (unit === ' ') continue;
      letters.push(unit);
      indexes.push(index);
    }
  }
  return { letters: letters.join(''), indexes };
}
