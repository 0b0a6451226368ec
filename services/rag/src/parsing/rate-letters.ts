const lettered = /\p{L}/u;
const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;
const latin = /\p{Script=Latin}/u;
const cyrillic = /\p{Script=Cyrillic}/u;
/** The letters of which Russian, Ukrainian and Bulgarian texts are made by three quarters. */
const commonCyrillic = /[оеаинтсрвлкмдпуяыьгзбчй]/u;
/** Accented letters of which European languages are made; others are rare in any text. */
const commonLatin = /[äöüßéèêëàáâãçñíóúôõîïåøæœžščřůýďťňąęłńśźżćđğışțșăőűÄÖÜÉİŞ]/u;
const drawing = /[\u2500-\u25ff]/u;
const control = /[\u0080-\u009f]/u;
const quotation = /[«»“”„‘’–—…§°№€£]/u;

/**
 * How much the signs beyond ASCII look like writing, from -3 to 1: letters within words of their own
 * script, capitals where words begin. A wrong code page puts capitals and symbols inside of words.
 */
export function rateLetters(text: string): number {
  let sum = 0;
  let count = 0;
  const signs = Array.from(text);
  for (const [at, sign] of signs.entries()) {
    if (sign < '\u0080') continue;
    count += 1;
    sum += rateSign(sign, signs[at - 1] ?? ' ', signs[at + 1] ?? ' ');
  }
  return count === 0 ? 0 : sum / count;
}

function rateSign(sign: string, before: string, after: string): number {
  if (control.test(sign)) return -3;
  const isInside = lettered.test(before) && lettered.test(after);
  if (!lettered.test(sign)) {
    if (isInside) return -2;
    return drawing.test(sign) ? -0.5 : quotation.test(sign) ? 0.5 : -0.5;
  }
  if (isForeign(sign, before) || isForeign(sign, after)) return -2;
  if (upper.test(sign) && lower.test(before)) return -2;
  if (cyrillic.test(sign)) return commonCyrillic.test(sign.toLowerCase()) ? 1 : 0.3;
  if (latin.test(sign)) return commonLatin.test(sign) ? 1 : -0.5;
  return lettered.test(before) || lettered.test(after) ? 0.7 : -0.5;
}

/** Letters of two scripts in one word. */
function isForeign(sign: string, neighbour: string): boolean {
  if (!lettered.test(neighbour)) return false;
  return (
    latin.test(sign) !== latin.test(neighbour) || cyrillic.test(sign) !== cyrillic.test(neighbour)
  );
}
