import { momentPattern, monthPattern, readMoment } from '../frame/read-moment.ts';

interface SaidDate {
  readonly text: string;
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number | undefined;
}

const day = '\\d{1,2}(?:st|nd|rd|th)?';
const datePattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${momentPattern}|${day}\\s+(?:of\\s+)?${monthPattern}|${monthPattern}\\s+${day})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** A day or month in a claim that no date in the text has, however each is written. */
export function findWrongDate(claim: string, held: string): string | undefined {
  const said = listDates(claim);
  const known = said.length > 0 ? listDates(held) : [];
  const wrong = said.find((date) => !known.some((other) => isWithin(date, other)));
  return wrong && `date ${wrong.text}`;
}

/** Dates with a month; a year alone is checked as a number. */
function listDates(text: string): readonly SaidDate[] {
  return [...text.matchAll(datePattern)].flatMap(([found]) => {
    const { year, month, day } = readMoment(found);
    if (month === undefined) return [];
    return [{ text: found.trim(), year: Number.isNaN(year) ? undefined : year, month, day }];
  });
}

function isWithin(said: SaidDate, known: SaidDate): boolean {
  return (
    said.month === known.month &&
    (said.year === undefined || said.year === known.year) &&
    (said.day === undefined || said.day === known.day)
  );
}
