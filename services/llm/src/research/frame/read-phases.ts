import type { TrialPhase } from '@lectern/contracts';
import { expandPhases } from './expand-phases.ts';
import { type Filter, negation } from './found-filter.ts';

/** As words, in the forms that Russian gives them. */
const words: readonly (readonly [number, string])[] = [
  [1, 'one|first|1st|перв(?:ая|ой|ую|ые|ых)'],
  [2, 'two|second|2nd|втор(?:ая|ой|ую|ые|ых)'],
  [3, 'three|third|3rd|трет(?:ья|ьей|ью|ьи|ьих)'],
  [4, 'four|fourth|4th|четв[её]рт(?:ая|ой|ую|ые|ых)'],
];
const wholeWords = words.map(([number, forms]) => [number, new RegExp(`^(?:${forms})$`)] as const);
const anyWord = words.map(([, forms]) => forms).join('|');
const written = `(?:(?:[0-4]|i{1,3}|iv)[ab]?|${anyWord})`;
const ordinal = '(?:first|second|third|fourth|1st|2nd|3rd|4th)';
const phase = `${written}(?![\\p{L}\\p{N}])`;
const joint = '\\s*(?:\\/|,|-|–|and|or|nor|to|through|ни|и|или|по)\\s*';
const more = `((?:(?:${joint}){1,2}(?:phases?\\s*|фаз\\S*\\s*)?${phase})*)`;
const patterns = [
  new RegExp(`${negation}(?<![\\p{L}])(early[ -])?phases?\\s*-?\\s*(${phase})${more}`, 'giu'),
  new RegExp(`${negation}(?<![\\p{L}])(ранн\\S+\\s+)?фаз\\S*\\s+(${phase})${more}`, 'giu'),
  new RegExp(
    `${negation}(?<![\\p{L}\\p{N}])(ранн\\S+\\s+)?(${written})(?:-?[а-яё]{1,2})?((?:(?:${joint}){1,2}${written}(?:-?[а-яё]{1,2})?)*)\\s+фаз[а-яё]*`,
    'giu',
  ),
  // The two phases of a study are no phase 2, the second one is.
  new RegExp(
    `${negation}(?<![\\p{L}\\p{N}])(early[ -])?(${ordinal})((?:${joint}${ordinal})*)[\\s-]+phases?(?![\\p{L}\\p{N}])`,
    'giu',
  ),
];

/** No study has such a phase. */
const wrong = '(?:[5-9]|[1-9]\\d|vi{0,3}|ix|x)';
const between = '\\d+\\.\\d+';
const wrongPhase = new RegExp(
  [
    `phases?\\s*-?\\s*${wrong}(?![\\p{L}\\p{N}%.-])(?!\\s*(?:days?|weeks?|months?|years?|hours?|%|mg|patients?|participants?)(?![\\p{L}]))`,
    `(?:phases?|фаз[а-яё]*)\\s*-?\\s*${between}(?![\\p{L}\\p{N}])`,
    `(?<![\\d.])${between}(?:-?[а-яё]{1,2})?\\s+(?:phases?|фаз[а-яё]*)`,
  ]
    .map((said) => `(?<![\\p{L}])(?:${said})`)
    .join('|'),
  'giu',
);

/** `Any phase except phase 1`. */
const anyPhase =
  /(?<![\p{L}])(?:any|all|every|each|люб(?:ая|ой|ые|ых)|все|всех)\s+(?:of\s+the\s+)?(?:phases?|фаз[а-яё]*)(?![\p{L}])/giu;

/** Phases that are asked for, one by one (`1, 2 and 3`) or as a stretch (`2-4`). One that is asked against is set aside. */
export function readPhases(text: string): Filter<TrialPhase> {
  const values: TrialPhase[] = [];
  const aside: string[] = [];
  let rest = expandPhases(text).replaceAll(wrongPhase, (match) => {
    aside.push(match.trim());
    return ' ';
  });
  for (const pattern of patterns) {
    rest = rest.replaceAll(pattern, (match, ...groups: (string | undefined)[]) => {
      const [negated, early, first = '', others = ''] = groups;
      if (negated) aside.push(match.trim());
      else values.push(toPhase(first, Boolean(early)), ...readMore(first, others));
      return ' ';
    });
  }
  if (values.length + aside.length > 0) rest = rest.replaceAll(anyPhase, ' ');
  return { values: [...new Set(values)], aside, rest };
}

const following = new RegExp(`(${joint})(?:phases?\\s*|фаз\\S*\\s*)?(${written})`, 'giu');

function readMore(first: string, others: string): TrialPhase[] {
  let last = toNumber(first);
  return [...others.matchAll(following)].flatMap(([, between = '', next = '']) => {
    const number = toNumber(next);
    const isStretch = /-|–|to|through|по/i.test(between) && number > last;
    const numbers = isStretch
      ? Array.from({ length: number - last }, (_, step) => last + 1 + step)
      : [number];
    last = number;
    return numbers.map(nameOf);
  });
}

function toPhase(text: string, isEarly: boolean): TrialPhase {
  return isEarly ? 'EARLY_PHASE1' : nameOf(toNumber(text));
}

function toNumber(text: string): number {
  const roman: Readonly<Record<string, number>> = { i: 1, ii: 2, iii: 3, iv: 4 };
  const lower = text.toLowerCase();
  const said = wholeWords.find(([, form]) => form.test(lower));
  const plain = lower.replace(/[ab]$/, '');
  return said?.[0] ?? roman[plain] ?? Number(plain);
}

function nameOf(number: number): TrialPhase {
  return number === 0 ? 'EARLY_PHASE1' : (`PHASE${number}` as TrialPhase);
}
