import { yearPattern } from './read-moment.ts';

/** First and last month of what a year is divided into. */
const periods: readonly (readonly [string, readonly [string, string]])[] = [
  ['q1|(?:first|1st) quarter|(?:перв\\S+|1-?\\S*|i) квартал\\S*', ['01', '03']],
  ['q2|(?:second|2nd) quarter|(?:втор\\S+|2-?\\S*|ii) квартал\\S*', ['04', '06']],
  ['q3|(?:third|3rd) quarter|(?:треть\\S+|3-?\\S*|iii) квартал\\S*', ['07', '09']],
  ['q4|(?:fourth|last|4th) quarter|(?:четв[её]рт\\S+|4-?\\S*|iv) квартал\\S*', ['10', '12']],
  ['spring|весн\\S+', ['03', '05']],
  ['summer|лето|лета|летом', ['06', '08']],
  ['autumn|fall|осен\\S+', ['09', '11']],
];
const patterns = periods.map(
  ([names, months]) =>
    [
      new RegExp(
        `(?<![\\p{L}\\d])(?:(since|starting|after|before|until|till|by|начиная с|со?|после|до|по)\\s+)?(?:(?:in|from|of|during|в|во|за)\\s+)?(?:the\\s+)?(?:${names})(?:\\s+(?:of|in))?,?\\s+(${yearPattern})(?![\\p{L}\\d])`,
        'giu',
      ),
      months,
    ] as const,
);

/** `Q1 2021` and `весной 2020` as the months that they are, on one side of it where that is asked. */
export function expandPeriods(text: string): string {
  return patterns.reduce(
    (whole, [pattern, [first, last]]) =>
      whole.replaceAll(pattern, (_, order: string | undefined, year: string) => {
        const isAfter = /^(?:after|после)$/iu.test(order ?? '');
        const isOpen = /^(?:since|starting|начиная с|со?)$/iu.test(order ?? '');
        if (isAfter) return `after ${year}-${last}`;
        if (isOpen) return `since ${year}-${first}`;
        if (/^before$/i.test(order ?? '') || /^до$/iu.test(order ?? ''))
          return `before ${year}-${first}`;
        if (order) return `until ${year}-${last}`;
        return `between ${year}-${first} and ${year}-${last}`;
      }),
    text,
  );
}
