import { listMonthNames } from '@lectern/retrieval/text';

/** Languages whose names of months are read beside a year. */
const locales = 'en da de es fi fr it nb nl pl pt ru sv tr uk'.split(' ');

/** Numbers of months, 1 to 12, by their names in folded text. */
export const months = listMonthNames(locales);
const monthNames = [...months.keys()].toSorted((a, b) => b.length - a.length).join('|');

/** Pattern of a year. */
export const year = '(?:19|20)\\d{2}';
/** Pattern of a month by its name and a year, with or without a day. */
export const namedDate = `(?:(?<day>\\d{1,2})\\.? (?:de )?)?(?<month>${monthNames})\\.?(?: (?<dayBehind>\\d{1,2}),)? (?:de )?(?<year>${year})`;

const date = new RegExp(
  `(?<![\\p{L}\\p{N}.-])(?:${namedDate}|(?<forwards>${year}-\\d{1,2}-\\d{1,2})|(?<backwards>\\d{1,2}(?<separator>[./])\\d{1,2}\\k<separator>${year}))(?![\\p{L}\\p{N}]|[.-]\\p{N})`,
  'gu',
);

/**
 * Finds whole dates in folded text, as `2024-05-17`: `17.05.2024`, `17. mai 2024`, `may 17, 2024`.
 */
export function findDates(folded: string): string[] {
  return Array.from(folded.matchAll(date)).flatMap(({ groups = {} }) => {
    const parts = groups.month
      ? [groups.year, months.get(groups.month), groups.day ?? groups.dayBehind]
      : [
          ...(groups.forwards?.split('-') ?? []),
          ...(groups.backwards?.split(/[./]/).toReversed() ?? []),
        ];
    const [first, second, third] = parts.map(Number);
    if (!third) return [];
    return [first, second, third].map((part) => String(part).padStart(2, '0')).join('-');
  });
}
