import type { ResearchFrame, Warning } from '@lectern/contracts';
import { detectLanguage } from '@lectern/grounding';
import { begin } from './read-moment.ts';
import { readQuestion } from './read-question.ts';

/** Of a day whose month and day may be meant the other way round. */
export const dateAssumed = 'date_assumed';
const slashed = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(?:19|20)\d{2}(?!\d)/g;

/** Says how a date in figures was read where it may be another day, as long as the frame has it. */
export function warnOfDates({ filters }: Pick<ResearchFrame, 'filters'>, query: string): Warning[] {
  const doubtful = [...query.matchAll(slashed)].filter(([, one, other]) =>
    isDoubtful(Number(one), Number(other)),
  );
  if (doubtful.length === 0) return [];
  const read = readQuestion(query).filters;
  if (read.date_from !== filters.date_from || read.date_to !== filters.date_to) return [];
  if (!(read.date_from ?? read.date_to)) return [];
  const language = detectLanguage(query) === 'ru' ? 'ru' : 'en';
  return doubtful.map(([said]) => {
    const day = begin(said);
    const [year, month, date] = day.split('-');
    const [is, isNot] = [day, `${year}-${date}-${month}`].map((one) => writeDay(one, language));
    const message =
      language === 'ru'
        ? `${said} прочитано как ${is?.replace(/\.$/, '')}. Если это ${isNot}, измените дату в разборе вопроса или напишите месяц словом.`
        : `${said} was read as ${is}. If ${isNot} is meant, change the date in how the question was understood, or write the month as a word.`;
    return { code: dateAssumed, message };
  });
}

function isDoubtful(one: number, other: number): boolean {
  return one !== other && one <= 12 && other <= 12;
}

function writeDay(day: string, language: 'en' | 'ru'): string {
  const locale = language === 'ru' ? 'ru-RU' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );
}
