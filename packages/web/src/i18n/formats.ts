import type { Language } from './define-texts.ts';
import { useLanguage } from './language.tsx';

export interface Formats {
  readonly date: (iso: string) => string;
  readonly dateTime: (iso: string) => string;
  /** `3 minutes ago`. */
  readonly ago: (iso: string) => string;
  readonly bytes: (count: number) => string;
  readonly number: (value: number, digits?: number) => string;
  readonly percent: (share: number) => string;
  readonly duration: (ms: number) => string;
}

const units: Readonly<Record<Language, Units>> = {
  en: { ms: 'ms', s: 's', bytes: ['B', 'KB', 'MB', 'GB', 'TB'] },
  ru: { ms: 'мс', s: 'с', bytes: ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'] },
};

interface Units {
  readonly ms: string;
  readonly s: string;
  /** Each a thousand of the one before. */
  readonly bytes: readonly string[];
}

/** Dates and figures in the chosen language. */
export function useFormats(): Formats {
  const { language } = useLanguage();
  const known = made.get(language);
  if (known) return known;
  const formats = createFormats(language);
  made.set(language, formats);
  return formats;
}

/** Making one takes longer than drawing a row that uses it. */
const made = new Map<Language, Formats>();

function createFormats(language: Language): Formats {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' });
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const numbers = new Map<number, Intl.NumberFormat>();
  const number = (value: number, digits = 0) => {
    let format = numbers.get(digits);
    if (!format) {
      format = new Intl.NumberFormat(language, { maximumFractionDigits: digits });
      numbers.set(digits, format);
    }
    return format.format(value);
  };
  return {
    date: (iso) => date.format(new Date(iso)),
    dateTime: (iso) => dateTime.format(new Date(iso)),
    ago: (iso) => formatAgo(ago, (Date.parse(iso) - Date.now()) / 1000),
    bytes: (count) => formatBytes(count, units[language].bytes, number),
    number,
    percent: (value) => share.format(value),
    duration: (ms) => {
      const unit = units[language];
      return ms < 1000
        ? `${number(ms, ms < 10 ? 1 : 0)} ${unit.ms}`
        : `${number(ms / 1000, 1)} ${unit.s}`;
    },
  };
}

function formatAgo(format: Intl.RelativeTimeFormat, seconds: number): string {
  const steps = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}

function formatBytes(
  count: number,
  names: readonly string[],
  number: (value: number, digits: number) => string,
): string {
  let value = count;
  let step = 0;
  while (value >= 1000 && step < names.length - 1) {
    value /= 1000;
    step += 1;
  }
  const digits = step > 0 && value < 10 ? 1 : 0;
  return `${number(value, digits)} ${names[step]}`;
}
