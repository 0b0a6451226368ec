/** Letters that a typo may have omitted or replaced, by script. */
const alphabets: readonly (readonly [RegExp, string])[] = [
  [/^\p{sc=Latin}+$/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{sc=Cyrillic}+$/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґў'],
  [/^\p{sc=Greek}+$/u, 'αβγδεζηθικλμνξοπρσςτυφχψω'],
  [/^\p{sc=Hebrew}+$/u, 'אבגדהוזחטיכךלמםנןסעפףצץקרשת'],
  [/^\p{sc=Arabic}+$/u, 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي'],
];

/** Returns true for a word in a script whose letters are known here. */
export function hasNearWords(word: string): boolean {
  return findAlphabet(word) !== undefined;
}

/**
 * Returns all words at one typo from a word: two letters swapped, one inserted, one replaced or one
 * missing. Empty for words of mixed or other scripts.
 */
export function listNearWords(word: string): string[] {
  const letters = findAlphabet(word);
  if (letters === undefined) return [];
  const near = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const before = word.slice(0, at);
    const after = word.slice(at + 1);
    if (at + 1 < word.length) near.add(before + word[at + 1] + word[at] + word.slice(at + 2));
    if (at < word.length) near.add(before + after);
    for (const letter of letters) {
      near.add(before + letter + word.slice(at));
      if (at < word.length) near.add(before + letter + after);
    }
  }
  near.delete(word);
  return [...near];
}

function findAlphabet(word: string): string | undefined {
  return alphabets.find(([script]) => script.test(word))?.[1];
}
