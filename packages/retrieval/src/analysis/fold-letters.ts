/** Marks on letters of these scripts are left out: й and и are different letters elsewhere. */
const marked = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Hebrew}])\p{M}+/gu;
/** Letters that are plain ones to their readers, although Unicode does not decompose them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ſ: 's',
  ς: 'σ',
};
const undecomposed = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');
const mayChange = /[\u00c0-\u024f]|\p{M}|[\u0370-\u03ff\u1e00-\u1fff]/u;

/**
 * Returns a lower-case word by its plain letters: `Ærø` and `aero`, `Łódź` and `lodz` are equal.
 * Letters of other scripts than Latin, Greek and Hebrew stay.
 */
export function foldLetters(word: string): string {
  if (!mayChange.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(marked, '$1')
    .normalize('NFC')
    .replace(undecomposed, (letter) => plainLetters[letter] ?? letter);
}

/** Other ways in which languages write a letter where it is missing. */
const transcriptions: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
};
const transcribed = /[äöüøå]/gu;

/** Returns a word with its letters transcribed: `Müller` as `mueller`; undefined without any. */
export function transcribe(word: string): string | undefined {
  if (!mayChange.test(word)) return undefined;
  const composed = word.normalize('NFC');
  const written = composed.replace(transcribed, (letter) => transcriptions[letter] ?? letter);
  return written === composed ? undefined : foldLetters(written);
}
