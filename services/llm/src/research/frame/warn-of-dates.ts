import type { ResearchFrame, Warning } from '@lectern/contracts';
import { type InEachLanguage, languageOf } from '../answer-language.ts';
import { inPlainWords } from './in-plain-words.ts';
import { readDates } from './read-dates.ts';
import { begin, isInCalendar, momentPattern, readMoment } from './read-moment.ts';
import { readQuestion } from './read-question.ts';

/** Of a time that may be meant otherwise than it was read. */
export const dateAssumed = 'date_assumed';
const slashed = /^(\d{1,2})\/(\d{1,2})\/\d{4}$/;
const moment = new RegExp(`(?<![\\p{L}\\d.-])${momentPattern}(?![\\p{L}\\d])`, 'giu');

/**
 * Says how a date in figures was read where it may be another day, a day that no calendar has, and a
 * span whose later end comes first, as long as the frame has it.
 */
export function warnOfDates({ filters }: Pick<ResearchFrame, 'filters'>, query: string): Warning[] {
  if (!(filters.date_from ?? filters.date_to)) return [];
  const read = readQuestion(query).filters;
  if (read.date_from !== filters.date_from || read.date_to !== filters.date_to) return [];
  const plain = inPlainWords(query);
  const tell = texts[languageOf(query)];
  const moments = [...plain.matchAll(moment)].map(([said]) => said.trim());
  const { swapped } = readDates(plain, new Date());
  const messages = [
    ...moments.filter(isDoubtful).map((said) => {
      const day = begin(said);
      const [year, month, date] = day.split('-');
      return tell.doubtful(said, tell.write(day), tell.write(`${year}-${date}-${month}`));
    }),
    ...moments
      .filter((said) => !isInCalendar(said))
      .map((said) => tell.impossible(said, tell.write(toExact(said)))),
    ...(swapped ? [tell.swapped(swapped)] : []),
  ];
  return messages.map((message) => ({ code: dateAssumed, message }));
}

/** Whether month and day may be meant the other way round. */
function isDoubtful(said: string): boolean {
  const [, one, other] = (slashed.exec(said) ?? []).map(Number);
  if (!one || !other || !isInCalendar(said)) return false;
  return one !== other && one <= 12 && other <= 12;
}

/** As much of it as the calendar has. */
function toExact(said: string): string {
  const { month, day } = readMoment(said);
  return begin(said).slice(0, month === undefined ? 4 : day === undefined ? 7 : 10);
}

function writeDay(day: string, locale: string): string {
  const form: Intl.DateTimeFormatOptions =
    day.length === 4
      ? { year: 'numeric' }
      : day.length === 7
        ? { year: 'numeric', month: 'long' }
        : { dateStyle: 'long' };
  return new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' }).format(new Date(day));
}

interface DateTexts {
  write(day: string): string;
  doubtful(said: string, is: string, isNot: string): string;
  impossible(said: string, is: string): string;
  swapped(said: string): string;
}

const texts: InEachLanguage<DateTexts> = {
  en: {
    write: (day) => writeDay(day, 'en-GB'),
    doubtful: (said, is, isNot) =>
      `${said} was read as ${is}. If ${isNot} is meant, change the date in how the question was understood, or write the month as a word.`,
    impossible: (said, is) =>
      `${said} is in no calendar, and was read as ${is}. If another date is meant, change it in how the question was understood, or ask again.`,
    swapped: (said) =>
      `"${said}" ends before it begins, and was read from the earlier date to the later one.`,
  },
  ru: {
    write: (day) => writeDay(day, 'ru-RU').replace(/\.$/, ''),
    doubtful: (said, is, isNot) =>
      `${said} прочитано как ${is}. Если это ${isNot}., измените дату в разборе вопроса или напишите месяц словом.`,
    impossible: (said, is) =>
      `«${said}»: такой даты в календаре нет, прочитано как ${is}. Если имелась в виду другая, измените её в разборе вопроса или спросите ещё раз.`,
    swapped: (said) =>
      `«${said}»: конец раньше начала, прочитано от более ранней даты к более поздней.`,
  },
};
