import { maxResearchPublications } from '@lectern/contracts';
import { readNumber, writtenNumber } from './read-number.ts';

/** How many publications a question asks for, and the text without the number. */
export interface FoundCount {
  readonly count: number | null;
  /** The number, where it cannot be asked for. */
  readonly said: string | undefined;
  readonly rest: string;
}

const number = `(\\d{1,2}|${writtenNumber})`;
const records =
  '(?:papers?|publications?|articles?|reviews?|meta-?analys[ei]s|reports?|публикаци[а-яё]*|стат[ьеяи][а-яё]*|обзор[а-яё]*|работ[а-яё]*)';
/** The last 2 years are a span. */
const span =
  '(?:years?|months?|weeks?|days?|decades?|год|года|лет|месяц[а-яё]*|недел[а-яё]*|дней|дня|день|десятилети[а-яё]*)';
const between = `(?!${span}(?![\\p{L}]))(?:[\\p{L}-]+\\s+){0,2}?`;
const pattern = new RegExp(
  [
    `(?:latest|newest|most recent|last|first|top|best|последн[а-яё]+|нов[а-яё]+|свеж[а-яё]+|перв[а-яё]+)\\s+${number}\\s+(?=${between}${records}(?![\\p{L}]))`,
    `${number}\\s+(?=(?:latest|newest|most recent|recent|последн[а-яё]+|нов[а-яё]+|свеж[а-яё]+)\\s+${between}${records}(?![\\p{L}]))`,
  ]
    .map((said) => `(?<![\\p{L}\\d])${said}`)
    .join('|'),
  'iu',
);

/** `The latest 2 papers`, `три последних обзора`. */
export function readCount(text: string): FoundCount {
  const match = pattern.exec(text);
  const [whole = '', one, other] = match ?? [];
  const said = one ?? other;
  const count = said === undefined ? 0 : readNumber(said);
  const isCount = Number.isInteger(count) && count >= 1 && count <= maxResearchPublications;
  if (!match || said === undefined || !isCount) {
    return { count: null, said: undefined, rest: text };
  }
  const kept = whole.replace(new RegExp(`${said}\\s+`, 'u'), '');
  const rest = text.slice(0, match.index) + kept + text.slice(match.index + whole.length);
  return { count, said, rest };
}
