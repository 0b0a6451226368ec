import type { TrialPhase } from '@lectern/contracts';
import { type Filter, negation } from './found-filter.ts';

const written = '(?:[0-4]|i{1,3}|iv)[ab]?';
const phase = `${written}(?![\\p{L}\\p{N}])`;
const joint = '\\s*(?:\\/|,|-|–|and|or|to|through|и|или|по)\\s*';
const more = `((?:(?:${joint}){1,2}(?:phases?\\s*|фаз\\S*\\s*)?${phase})*)`;
const patterns = [
  new RegExp(`${negation}(?<![\\p{L}])(early[ -])?phases?\\s*-?\\s*(${phase})${more}`, 'giu'),
  new RegExp(`${negation}(?<![\\p{L}])(ранн\\S+\\s+)?фаз\\S*\\s+(${phase})${more}`, 'giu'),
  new RegExp(
    `${negation}(?<![\\p{L}\\p{N}])(ранн\\S+\\s+)?(${written})(?:-?[а-яё]{1,2})?((?:${joint}${written}(?:-?[а-яё]{1,2})?)*)\\s+фаз[а-яё]*`,
    'giu',
  ),
];

/** Phases that are asked for, one by one (`1, 2 and 3`) or as a stretch (`2-4`). One that is asked against is set aside. */
export function readPhases(text: string): Filter<TrialPhase> {
  const values: TrialPhase[] = [];
  const aside: string[] = [];
  let rest = text;
  for (const pattern of patterns) {
    rest = rest.replaceAll(pattern, (match, ...groups: (string | undefined)[]) => {
      const [negated, early, first = '', others = ''] = groups;
      if (negated) aside.push(match.trim());
      else values.push(toPhase(first, Boolean(early)), ...readMore(first, others));
      return ' ';
    });
  }
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
  const plain = text.toLowerCase().replace(/[ab]$/, '');
  return roman[plain] ?? Number(plain);
}

function nameOf(number: number): TrialPhase {
  return number === 0 ? 'EARLY_PHASE1' : (`PHASE${number}` as TrialPhase);
}
