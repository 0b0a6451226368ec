/** Languages in which the service's own sentences are written. */
export type Language = 'de' | 'en' | 'es' | 'fr' | 'ja' | 'ko' | 'ru' | 'zh';

const scripts: readonly (readonly [Language, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
];

/** Words that are common in one of these languages and rare in the others. */
const functionWords: readonly (readonly [Language, ReadonlySet<string>])[] = [
  [
    'en',
    new Set('the of and is are was what how when where who which does do did to in for'.split(' ')),
  ],
  [
    'de',
    new Set(
      'der die das und ist sind was wie wann wo wer welche ein eine nicht den mit'.split(' '),
    ),
  ],
  [
    'fr',
    new Set('le les des et est sont que quel quelle comment quand où qui une dans pour'.split(' ')),
  ],
  [
    'es',
    new Set('el los las y es son qué cómo cuándo dónde quién cuál una del para por'.split(' ')),
  ],
];

/** Share of letters in a script that makes a text one of that script. */
const scriptShare = 0.3;

/** The language of a question, by its script and its function words; English when in doubt. */
export function detectLanguage(text: string): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 'en';
  for (const [language, pattern] of scripts) {
    if ((text.match(pattern)?.length ?? 0) / letters >= scriptShare) return language;
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best: Language = 'en';
  let most = 0;
  for (const [language, known] of functionWords) {
    const count = words.filter((word) => known.has(word)).length;
    if (count > most) {
      best = language;
      most = count;
    }
  }
  return best;
}
