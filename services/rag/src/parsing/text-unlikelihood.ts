import { characterFrequencies } from './character-frequencies.ts';

type Script = keyof typeof characterFrequencies;

interface Known {
  readonly script: Script;
  readonly cost: number;
}

const known: ReadonlyMap<string, Known> = new Map(
  (Object.keys(characterFrequencies) as Script[]).flatMap((script) =>
    characterFrequencies[script].flatMap((signs, cost) =>
      Array.from(signs, (sign): [string, Known] => [sign, { script, cost }]),
    ),
  ),
);

/** Cost of letters that are not in the list: rarer than all that are. */
const rareLetter = 10;
const rareIdeograph = 12;
/** Letters of smaller languages, which the list hardly contains. */
const ofSmallLanguage = /[āēīōūģķļņŗėįųůőűňďťľĺŕßñœæøåþðħġċż]/u;
const smallLanguageLetter = 7;
const scripts: readonly (readonly [Script, RegExp])[] = [
  ['latin', /\p{Script=Latin}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['asian', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['greek', /\p{Script=Greek}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['thai', /\p{Script=Thai}/u],
];
const letter = /[\p{L}\p{M}]/u;
const cased = /[\p{Lu}\p{Ll}]/u;
const digit = /\d/;
const upper = /\p{Lu}/u;
const lower = /\p{Ll}/u;
const halfWidth = /[\uff61-\uff9f]/u;
const asianPunctuation = /[、。，．：；！？（）「」『』《》・ー～　【】％]/u;
const quotation = /[«»“”„‘’–—…§°№€£·\u00a0©®]/u;
/**
 * Signs of measures in their place: a power behind a digit or letter, a micro before a unit, other
 * signs away from letters. The bytes of these signs are letters in other encodings.
 */
const measure = /^(?:[\dA-Za-z)\]][¹²³](?![\p{L}\d])|(?!\p{L}).(?:[±×÷¼½¾](?!\p{L})|µ[A-Za-z]))/su;
/** Characters that may stand between letters. */
const joint = /[’‘–—、。，．：；！？（）「」『』《》・ー]/u;
const drawing = /[\u2500-\u257f]/u;
const nothing = /[\p{Co}\p{Cn}\ufffd]/u;
const plainAscii = /[\w .,;:!?()"'\-/%\t\r\n&+=*<>]/;

/**
 * Rates how unlikely a text is, as a sum of natural logarithms: rare letters, letters of two
 * scripts in a word, capitals and symbols within words. Bytes decoded in the wrong encoding cost
 * more.
 */
export function rateUnlikelihood(text: string): number {
  let sum = 0;
  let before = ' ';
  let scriptBefore: Script | undefined;
  const signs = Array.from(text);
  for (const [at, sign] of signs.entries()) {
    const next = signs[at + 1] ?? ' ';
    const { script, cost } = measure.test(before + sign + next)
      ? { cost: measureCost }
      : rateSign(sign);
    sum += cost;
    if (sign >= '\u0080') sum += costOfStandingAlone(before, sign, next);
    if (script === undefined) {
      const isInside = sign >= '\u0080' && letter.test(before) && letter.test(next);
      if (isInside && !joint.test(sign)) sum += insideWord;
    } else {
      if (scriptBefore && scriptBefore !== script) sum += changeOfScript(scriptBefore, script);
      sum += costOfCase(before, sign);
    }
    before = sign;
    scriptBefore = script;
  }
  return sum;
}

const insideWord = 8;
const measureCost = 6;
const alone = 6;

/** A single letter beside a digit and a single half-width sign are signs of another encoding. */
function costOfStandingAlone(before: string, sign: string, next: string): number {
  if (halfWidth.test(sign)) return halfWidth.test(before) || halfWidth.test(next) ? 0 : alone;
  if (!cased.test(sign) || letter.test(before) || letter.test(next)) return 0;
  return digit.test(before) || digit.test(next) ? alone : 0;
}

function rateSign(sign: string): { readonly script?: Script; readonly cost: number } {
  const plain = sign.toLowerCase();
  if (ofSmallLanguage.test(plain)) return { script: 'latin', cost: smallLanguageLetter };
  const found = known.get(sign) ?? known.get(plain);
  if (found) return found;
  if (sign < '\u0080') return { cost: plainAscii.test(sign) ? 3 : sign < ' ' ? 14 : 6 };
  if (/\p{Cc}/u.test(sign)) return { cost: 14 };
  if (nothing.test(sign)) return { cost: 16 };
  if (halfWidth.test(sign)) return { script: 'asian', cost: 6 };
  const script = scripts.find(([, pattern]) => pattern.test(sign))?.[0];
  if (script) return { script, cost: script === 'asian' ? rareIdeograph : rareLetter };
  if (letter.test(sign)) return { cost: rareLetter };
  if (asianPunctuation.test(sign)) return { cost: 5 };
  if (quotation.test(sign)) return { cost: 6 };
  return { cost: drawing.test(sign) ? 8 : 11 };
}

/**
 * Latin words stand beside Chinese and Japanese ones without a space, words of other scripts do
 * not.
 */
function changeOfScript(a: Script, b: Script): number {
  const latinBesideAsian = [a, b].includes('latin') && (a === 'asian' || b === 'asian');
  return latinBesideAsian ? 3 : 7;
}

function costOfCase(before: string, sign: string): number {
  if (!upper.test(sign)) return 0;
  if (lower.test(before)) return 6;
  return upper.test(before) ? 0.3 : 1.5;
}
