import type { MissingPart, Warning } from '@lectern/contracts';
import { detectLanguage } from '@lectern/retrieval/language';
import { english, type Sentences } from './en.ts';
import { russian } from './ru.ts';

const sentences = { en: english, ru: russian } as const;

/** Languages in which research answers and warns. */
export type AnswerLanguage = keyof typeof sentences;

/** Returns the language of a question, or English where research has no sentences in it. */
export function languageOf(question: string): AnswerLanguage {
  const language = detectLanguage(question);
  return language in sentences ? (language as AnswerLanguage) : 'en';
}

export function sentencesOf(language: AnswerLanguage): Sentences {
  return sentences[language];
}

export function describeStatus(status: string, language: AnswerLanguage): string {
  return sentences[language].statuses[status] ?? describeCode(status);
}

/** Returns a code of ClinicalTrials.gov as words: `no masking` for `NO_MASKING`. */
export function describeCode(code: string): string {
  return code.toLowerCase().replaceAll('_', ' ');
}

export function describePhase(phase: string, language: AnswerLanguage): string {
  const say = sentences[language];
  if (phase === 'NA') return say.noPhase;
  const number = phase.replace(/^(EARLY_)?PHASE/, '');
  return phase.startsWith('EARLY_') ? say.earlyPhase(number) : say.phase(number);
}

const written = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
const toFormats = (locale: string) => ({
  month: new Intl.DateTimeFormat(locale, written),
  day: new Intl.DateTimeFormat(locale, { ...written, day: 'numeric' }),
});
/** Kept, since creating one takes a millisecond. */
const dateFormats = { en: toFormats('en-GB'), ru: toFormats('ru-RU') } as const;

/** Formats an ISO date with its own precision: year, month or day. */
export function describeDate(date: string, language: AnswerLanguage): string {
  const [year = '', month, day] = date.split('-');
  if (!month) return year;
  const format = dateFormats[language][day ? 'day' : 'month'];
  return format.format(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1))));
}

/** Translates why a part is missing. */
export function translateMissing<Part extends Pick<MissingPart, 'reason' | 'message'>>(
  part: Part,
  language: AnswerLanguage,
): Part {
  const known = sentences[language].missingReasons[part.reason];
  return { ...part, message: translate(known, part.message) };
}

export function translateWarning(warning: Warning, language: AnswerLanguage): Warning {
  const { code, message } = warning;
  const { warnings, searchedInsteadWarning } = sentences[language];
  const translated =
    code === 'searched_instead'
      ? searchedInsteadWarning(message)
      : translate(warnings[code], message);
  return { ...warning, message: translated };
}

/** Identifiers and quoted words of the English sentence stay. */
function translate(known: string | undefined, message: string): string {
  if (known === undefined) return message;
  const words =
    message.match(/"[^"]+"|\bNCT\d{8}\b|(?<![\d.])\d{1,9}(?![\d.])|(?<=suggests: ).+$/g) ?? [];
  return words.length > 0 ? `${known}: ${words.join(', ')}.` : `${known}.`;
}
